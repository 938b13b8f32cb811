import type { Database } from "#server/platform/database.ts";
import { sql } from "kysely";

/** How many borrowers there are, and the highest id: a list up to it has that many. */
export async function countBorrowers(db: Database): Promise<{ count: number; lastId: number }> {
  return db
    .selectFrom("borrowers")
    .select([sql<number>`count(*)::integer`.as("count"), sql<number>`coalesce(max(borrower_id), 0)`.as("lastId")])
    .executeTakeFirstOrThrow();
}

/** The next borrowers by id after one of them, up to another, with what circulation counts of each. */
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

/** One borrower as the file lists them. */
export type ListedBorrower = Awaited<ReturnType<typeof borrowersAfter>>[number];
