import type { Database } from "#server/platform/database.ts";

/** The number of titles. */
export async function countItems(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom("items")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The ids of titles in insertion order from offset `from`, with their last change. */
export async function itemsFrom(db: Database, from: number, most: number) {
  return db
    .selectFrom("items")
    .select(["item_id as id", "updated_at as changed"])
    .orderBy("item_id")
    .offset(from)
    .limit(most)
    .execute();
}
