import type { Database } from "#server/platform/database.ts";
import { sql } from "kysely";

/** The number of borrowers and the highest id: a list up to that id has that many. */
export async function countBorrowers(db: Database): Promise<{ count: number; lastId: number }> {
  return db
    .selectFrom("borrowers")
    .select([sql<number>`count(*)::integer`.as("count"), sql<number>`coalesce(max(borrower_id), 0)`.as("lastId")])
    .executeTakeFirstOrThrow();
}

export async function borrowersAfter(db: Database, after: number, lastId: number, most: number) {
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
    .limit(sql.lit(most))
    .execute();
}

export type ListedBorrower = Awaited<ReturnType<typeof borrowersAfter>>[number];
