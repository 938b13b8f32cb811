import type { LanguageCode } from "#contract/site/languages.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import { sql } from "kysely";
import { borrowerColumns } from "./accounts.queries.ts";
import { maxCallers } from "#contract/orders/callers.ts";

/** Locks a borrower; other changes of the borrower wait. */
export async function lockBorrower(tx: Transaction, borrowerId: number) {
  return tx
    .selectFrom("borrowers")
    .innerJoin("accounts", "accounts.user_id", "borrowers.user_id")
    .select([...borrowerColumns, "user_name"])
    .where("borrower_id", "=", borrowerId)
    .forNoKeyUpdate("borrowers")
    .executeTakeFirst();
}

export async function insertNote(
  tx: Transaction,
  { borrowerId, note, at, userId }: { borrowerId: number; note: string; at: Date; userId: number },
): Promise<void> {
  const values = { borrower_id: borrowerId, note, written_at: at, written_by: userId };
  await tx.insertInto("borrower_notes").values(values).execute();
}

/** Deletes a note; returns its text and its borrower. */
export async function deleteNote(tx: Transaction, noteId: number) {
  return tx
    .deleteFrom("borrower_notes")
    .using("borrowers")
    .whereRef("borrowers.borrower_id", "=", "borrower_notes.borrower_id")
    .where("note_id", "=", noteId)
    .returning(["borrower_notes.borrower_id", "note", "name"])
    .executeTakeFirst();
}

/** Blocks for a reason, or unblocks without one. */
export async function setBlocked(tx: Transaction, borrowerId: number, reason: string, at: Date): Promise<void> {
  await tx
    .updateTable("borrowers")
    .set({ blocked_because: reason, blocked_at: reason === "" ? null : at })
    .where("borrower_id", "=", borrowerId)
    .execute();
}

export async function waitlistedTitles(tx: Transaction, borrowerId: number): Promise<number[]> {
  const entries = tx.selectFrom("waitlist_entries").select("item_id").where("borrower_id", "=", borrowerId);
  return (await entries.where("left_at", "is", null).execute()).map(({ item_id: itemId }) => itemId);
}

export async function accountToReset(db: Database, borrowerId: number) {
  return db
    .selectFrom("borrowers")
    .innerJoin("accounts", "accounts.user_id", "borrowers.user_id")
    .select(["name", "user_name", "accounts.user_id", "email_address"])
    .select([
      sql<LanguageCode>`language`.as("language"),
      sql<boolean>`password_hash is not null and disabled_at is null`.as("can_log_in"),
    ])
    .where("borrower_id", "=", borrowerId)
    .executeTakeFirst();
}

export async function borrowersWith(db: Database, text: string) {
  return db
    .selectFrom("borrowers")
    .select(["borrower_id", "name", "school_name", "school_district", "email_address", "phone_number", "city"])
    .select(
      sql<number>`(select count(*) from orders join assignments using (order_id) join claims using (assignment_id)
        where orders.borrower_id = borrowers.borrower_id and closed_at is null)::integer`.as("open_claims"),
    )
    .where(sql<boolean>`words @@ words_like(${text})`)
    .orderBy("name")
    .orderBy("borrower_id")
    .limit(sql.lit(maxCallers))
    .execute();
}

/** Returns the highest id too, so that a list up to it has exactly this many rows. */
export async function countBorrowers(db: Database): Promise<{ count: number; lastId: number }> {
  return db
    .selectFrom("borrowers")
    .select([sql<number>`count(*)::integer`.as("count"), sql<number>`coalesce(max(borrower_id), 0)`.as("lastId")])
    .executeTakeFirstOrThrow();
}

export async function borrowersAfter(db: Database, after: number, lastId: number, limit: number) {
  return db
    .selectFrom("borrowers")
    .innerJoin("accounts", "accounts.user_id", "borrowers.user_id")
    .innerJoin("circulation_borrowers", "circulation_borrowers.borrower_id", "borrowers.borrower_id")
    .select(["borrowers.borrower_id", "borrowers.name", "user_name", "email_address", "phone_number"])
    .select(["school_name", "school_district", "street", "city", "state", "zip", "registered_at"])
    .select(["circulation_borrowers.orders", "open_orders"])
    .where("borrowers.borrower_id", ">", after)
    .where("borrowers.borrower_id", "<=", lastId)
    .orderBy("borrowers.borrower_id")
    .limit(sql.lit(limit))
    .execute();
}

export type ListedBorrower = Awaited<ReturnType<typeof borrowersAfter>>[number];
