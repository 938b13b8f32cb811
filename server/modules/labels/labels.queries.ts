import { sql } from "kysely";
import type { Database, Transaction } from "#server/platform/database.ts";

const selectCopies = (db: Database) =>
  db
    .selectFrom("copies")
    .innerJoin("items", "items.item_id", "copies.item_id")
    .select(["copies.copy_id", "copies.item_id", "sku_number", "copy_number", "is_inactive", "label_printed_at"])
    .select(["title", "language"]);

export type LabelRow = Awaited<ReturnType<typeof copiesByIds>>[number];

/** The copies with these ids, in no particular order; unknown ids are skipped. */
export async function copiesByIds(db: Database, ids: readonly number[]) {
  return selectCopies(db)
    .where(sql<boolean>`copies.copy_id = any(${[...ids]}::integer[])`)
    .execute();
}

// word for word as in the index of copies without a label
const isWithoutLabel = sql<boolean>`label_printed_at is null and not is_inactive`;

/** The copies of a title, or all active ones without a label: the first `most` and the total. */
export async function copiesToLabel(db: Database, itemId: number | undefined, most: number) {
  const isChosen = itemId === undefined ? isWithoutLabel : sql<boolean>`copies.item_id = ${itemId}`;
  const rows = await selectCopies(db)
    .where(isChosen)
    .orderBy("sort_title")
    .orderBy("copies.item_id")
    .orderBy("copy_number")
    .limit(most)
    .execute();
  if (rows.length < most) return { rows, total: rows.length };
  const { count } = await db
    .selectFrom("copies")
    .where(isChosen)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return { rows, total: Number(count) };
}

/** Locks copies by id and returns their current names. */
export async function lockLabelled(tx: Transaction, ids: readonly number[]): Promise<LabelRow[]> {
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
