import { mostCallers } from "#contract/desk/callers.ts";
import type { Database } from "#server/platform/database.ts";
import { sql } from "kysely";

/** Borrowers with a word that begins with each of these, by name. */
export async function borrowersWith(db: Database, text: string) {
  return db
    .selectFrom("borrowers")
    .select(["borrower_id", "name", "school_name", "school_district", "email_address", "phone_number", "city"])
    .select(
      sql<number>`(select count(*) from orders join assignments using (order_id) join cases using (assignment_id)
        where orders.borrower_id = borrowers.borrower_id and closed_at is null)::integer`.as("open_cases"),
    )
    .where(sql<boolean>`words @@ words_like(${text})`)
    .orderBy("name")
    .orderBy("borrower_id")
    .limit(sql.lit(mostCallers))
    .execute();
}
