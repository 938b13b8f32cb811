import { mostCallers } from "#contract/desk/callers.ts";
import type { Database } from "#server/platform/database.ts";
import { sql } from "kysely";

/** Borrowers with a word that begins with each of these, by name. */
export async function borrowersWith(db: Database, text: string) {
  return db
    .selectFrom("borrowers")
    .select(["borrower_id", "name", "school_name", "school_district", "email_address", "phone_number", "city"])
    .where(sql<boolean>`words @@ words_like(${text})`)
    .orderBy("name")
    .orderBy("borrower_id")
    .limit(sql.lit(mostCallers))
    .execute();
}
