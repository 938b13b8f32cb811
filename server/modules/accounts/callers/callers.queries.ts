import { mostCallers } from "#contract/desk/callers.ts";
import type { Database } from "#server/platform/database.ts";
import { sql } from "kysely";

/** Borrowers with a word that begins with each of these, by name. Written like the index `borrowers_words`. */
export async function borrowersWith(db: Database, text: string) {
  return db
    .selectFrom("borrowers")
    .select(["borrower_id", "name", "school_name", "school_district", "email_address", "phone_number", "city"])
    .where(
      sql<boolean>`words_of(name || ' ' || school_name || ' ' || school_district || ' ' || email_address || ' ' || phone_digits)
        @@ words_like(${text})`,
    )
    .orderBy("name")
    .orderBy("borrower_id")
    .limit(sql.lit(mostCallers))
    .execute();
}
