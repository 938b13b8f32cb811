import type { Database, Transaction } from "#server/platform/database.ts";
import { sql } from "kysely";

/** Locks the entry of an address, and creates it if it is missing. */
export async function entryOf(
  tx: Transaction,
  { address, at, leaveKey }: { address: string; at: Date; leaveKey: string },
) {
  return (
    tx
      .insertInto("mailing_list")
      .values({ email_address: address, email_key: address.toLowerCase(), asked_at: at, leave_key: leaveKey })
      // the update changes nothing and locks the existing entry
      .onConflict((conflict) =>
        conflict.column("email_key").doUpdateSet((row) => ({ email_key: row.ref("excluded.email_key") })),
      )
      .returning(["subscriber_id", "mailed_at", "confirmed_at", "leave_key"])
      .executeTakeFirstOrThrow()
  );
}

export async function noteMail(tx: Transaction, subscriberId: number, confirmHash: string, at: Date): Promise<void> {
  await tx
    .updateTable("mailing_list")
    .set({ confirm_hash: confirmHash, mailed_at: at, asked_at: at })
    .where("subscriber_id", "=", subscriberId)
    .execute();
}

export async function mailedSince(db: Database, since: Date): Promise<number> {
  const { rows } = await sql<{ mailed: number }>`
    select count(*)::integer as mailed from mailing_list where mailed_at > ${since}`.execute(db);
  return rows[0]?.mailed ?? 0;
}

/** Confirms the entry whose newest email has this link, and was sent after `oldest`; false without one. */
export async function confirmEntry(db: Database, confirmHash: string, oldest: Date, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("mailing_list")
    .set((row) => ({ confirmed_at: row.fn.coalesce("confirmed_at", sql<Date>`${at}`) }))
    .where("confirm_hash", "=", confirmHash)
    .where("mailed_at", ">", oldest)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteEntry(db: Database, leaveKey: string): Promise<void> {
  await db.deleteFrom("mailing_list").where("leave_key", "=", leaveKey).execute();
}

export async function deleteUnconfirmed(db: Database, before: Date): Promise<void> {
  await db.deleteFrom("mailing_list").where("confirmed_at", "is", null).where("asked_at", "<", before).execute();
}

/** Returns the number of subscribers and their highest id, so that a list up to that id has no more rows. */
export async function countSubscribers(db: Database): Promise<{ count: number; lastId: number }> {
  return db
    .selectFrom("mailing_list")
    .select([sql<number>`count(*)::integer`.as("count"), sql<number>`coalesce(max(subscriber_id), 0)`.as("lastId")])
    .where("confirmed_at", "is not", null)
    .executeTakeFirstOrThrow();
}

export async function subscribersAfter(db: Database, after: number, lastId: number, max: number) {
  return db
    .selectFrom("mailing_list")
    .select(["subscriber_id", "email_address", "confirmed_at", "leave_key"])
    .where("confirmed_at", "is not", null)
    .where("subscriber_id", ">", after)
    .where("subscriber_id", "<=", lastId)
    .orderBy("subscriber_id")
    .limit(sql.lit(max))
    .execute();
}
