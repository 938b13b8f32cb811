import type { Database } from "#server/platform/database.ts";

/** How many titles there are. */
export async function countItems(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom("items")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The ids of titles in the order they were added, from the `from`th on, and when each was changed. */
export async function itemsFrom(db: Database, from: number, most: number) {
  return db
    .selectFrom("items")
    .select(["item_id as id", "updated_at as changed"])
    .orderBy("item_id")
    .offset(from)
    .limit(most)
    .execute();
}
