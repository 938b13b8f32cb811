import { sql } from "kysely";
import type { Database, Transaction } from "#server/platform/database.ts";

const selectCopies = (db: Database) =>
  db
    .selectFrom("copies")
    .innerJoin("items", "items.item_id", "copies.item_id")
    .select(["copies.copy_id", "copies.item_id", "sku_number", "copy_number", "is_inactive", "label_printed_at"])
    .select(["title", "language", sql<string>`coalesce(own_shelf_location, shelf_location)`.as("shelf_location")]);

export type LabelRow = Awaited<ReturnType<typeof copiesByIds>>[number];

/** Returns the copies with these ids in any order, without unknown ids. */
export async function copiesByIds(db: Database, ids: readonly number[]) {
  return selectCopies(db)
    .where(sql<boolean>`copies.copy_id = any(${[...ids]}::integer[])`)
    .execute();
}

// must match the condition of the index of copies without a label
const isWithoutLabel = sql<boolean>`label_printed_at is null and not is_inactive`;

/** Finds the copies of one title, or by words of the title, a SKU, or a shelf. */
export type LabelSearch = { itemId: number | undefined; words: string; isLabeledToo: boolean };

export async function copiesToLabel(db: Database, search: LabelSearch, limit: number) {
  if (search.itemId === undefined && search.words === "" && !search.isLabeledToo) return copiesWithoutLabel(db, limit);
  const isMatch = conditionOf(search);
  const rows = await selectCopies(db)
    .where(isMatch)
    .orderBy("sort_title")
    .orderBy("copies.item_id")
    .orderBy("copy_number")
    .limit(limit)
    .execute();
  if (rows.length < limit) return { rows, total: rows.length };
  const { count } = await db
    .selectFrom("copies")
    .innerJoin("items", "items.item_id", "copies.item_id")
    .where(isMatch)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return { rows, total: Number(count) };
}

/** Returns the first copies without a label. If there are many, PostgreSQL reads unarchived titles in index order. */
async function copiesWithoutLabel(db: Database, limit: number) {
  const rows = await selectCopies(db)
    .where(isWithoutLabel)
    .where("is_in_stock", "is not", null)
    .orderBy("sort_title")
    .orderBy("items.item_id")
    .orderBy("copy_number")
    .limit(sql.lit(limit))
    .execute();
  if (rows.length < limit) return { rows, total: rows.length };
  const counted = await sql<{ total: number }>`
    select (
      (select count(*) from copies where ${isWithoutLabel})
      - (select count(*) from items join copies using (item_id) where is_in_stock is null and ${isWithoutLabel})
    )::integer as total`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? rows.length };
}

function conditionOf({ itemId, words, isLabeledToo }: LabelSearch) {
  if (itemId !== undefined) return sql<boolean>`copies.item_id = ${itemId} and copies.archived_at is null`;
  const kind = isLabeledToo ? sql`not is_inactive` : isWithoutLabel;
  const search = words === "" ? sql`` : sql`and copies.copy_id in (${copiesMatching(words.replace(/^#/, ""))})`;
  return sql<boolean>`${kind} and items.archived_at is null ${search}`;
}

const copiesMatching = (words: string) => sql`
  select copy_id from copies join items using (item_id)
  where words_of(title || ' ' || reference_number) @@ words_like(${words})
  union all select copy_id from copies join items using (item_id)
  where own_shelf_location is null and starts_with(lower(shelf_location), lower(${words}))
  union all select copy_id from copies
  where own_shelf_location is not null and starts_with(lower(own_shelf_location), lower(${words}))
  union all select copies_named(${words})`;

/** Locks copies in id order, and returns their current names. */
export async function lockCopies(tx: Transaction, ids: readonly number[]): Promise<LabelRow[]> {
  await sql`
    select copy_id from copies where copy_id = any(${[...ids]}::integer[]) order by copy_id for no key update`.execute(
    tx,
  );
  return copiesByIds(tx, ids);
}

export async function writePrinted(tx: Transaction, ids: readonly number[], at: Date): Promise<void> {
  await tx
    .updateTable("copies")
    .set({ label_printed_at: at })
    .where(sql<boolean>`copy_id = any(${[...ids]}::integer[])`)
    .execute();
}
