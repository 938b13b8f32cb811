import type { Database } from "#server/platform/database.ts";

/** Returns titles with an ISBN of 13 digits, archived ones last. */
export async function titlesWithIsbn(db: Database, isbn: string, limit: number) {
  return db
    .selectFrom("items")
    .select(["item_id", "reference_number", "title", "language", "archived_at"])
    .where("isbn", "=", isbn)
    .where("isbn", "<>", "") // uses the index
    .orderBy("archived_at", (order) => order.desc().nullsFirst())
    .orderBy("item_id")
    .limit(limit)
    .execute();
}
