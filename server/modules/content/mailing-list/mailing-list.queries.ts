import type { Database, Transaction } from "#server/platform/database.ts";
import { sql } from "kysely";

/** An entry of the mailing list, locked until the transaction ends. */
export type Subscriber = {
  subscriber_id: number;
  mailed_at: Date | null;
  confirmed_at: Date | null;
  leave_key: string;
};

/** The entry of an address, made when there is none. */
export async function entryOf(
  tx: Transaction,
  { address, at, leaveKey }: { address: string; at: Date; leaveKey: string },
): Promise<Subscriber> {
  return (
    tx
      .insertInto("mailing_list")
      .values({ email_address: address, email_key: address.toLowerCase(), asked_at: at, leave_key: leaveKey })
      // the update changes nothing, and locks the entry that is there
      .onConflict((same) =>
        same.column("email_key").doUpdateSet((row) => ({ email_key: row.ref("excluded.email_key") })),
      )
      .returning(["subscriber_id", "mailed_at", "confirmed_at", "leave_key"])
      .executeTakeFirstOrThrow()
  );
}

/** Notes that a mail with a link of this hash was written. */
export async function noteMail(tx: Transaction, subscriberId: number, confirmHash: string, at: Date): Promise<void> {
  await tx
    .updateTable("mailing_list")
    .set({ confirm_hash: confirmHash, mailed_at: at, asked_at: at })
    .where("subscriber_id", "=", subscriberId)
    .execute();
}

/** How many entries were written to since then. */
export async function mailedSince(db: Database, since: Date): Promise<number> {
  const { mailed } = await db
    .selectFrom("mailing_list")
    .select(sql<number>`count(*)::integer`.as("mailed"))
    .where("mailed_at", ">", since)
    .executeTakeFirstOrThrow();
  return mailed;
}

/** Puts the entry on the list whose newest mail has the link of this hash and is not older; false without one. */
export async function confirmEntry(db: Database, confirmHash: string, oldest: Date, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("mailing_list")
    .set((row) => ({ confirmed_at: row.fn.coalesce("confirmed_at", sql<Date>`${at}`) }))
    .where("confirm_hash", "=", confirmHash)
    .where("mailed_at", ">", oldest)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes the entry that this key names. */
export async function deleteEntry(db: Database, leaveKey: string): Promise<void> {
  await db.deleteFrom("mailing_list").where("leave_key", "=", leaveKey).execute();
}

/** Deletes the entries that nobody confirmed and that were asked for before then. */
export async function deleteUnconfirmed(db: Database, before: Date): Promise<void> {
  await db.deleteFrom("mailing_list").where("confirmed_at", "is", null).where("asked_at", "<", before).execute();
}

/** How many are on the list, and the highest id: a list up to it has at most that many. */
export async function countSubscribers(db: Database): Promise<{ count: number; lastId: number }> {
  return db
    .selectFrom("mailing_list")
    .select([sql<number>`count(*)::integer`.as("count"), sql<number>`coalesce(max(subscriber_id), 0)`.as("lastId")])
    .where("confirmed_at", "is not", null)
    .executeTakeFirstOrThrow();
}

/** The next on the list after one of them, up to another. */
export async function subscribersAfter(db: Database, after: number, lastId: number, most: number) {
  return db
    .selectFrom("mailing_list")
    .select(["subscriber_id", "email_address", "confirmed_at", "leave_key"])
    .where("confirmed_at", "is not", null)
    .where("subscriber_id", ">", after)
    .where("subscriber_id", "<=", lastId)
    .orderBy("subscriber_id")
    .limit(sql.lit(most))
    .execute();
}
