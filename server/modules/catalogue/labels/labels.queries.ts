import { sql } from "kysely";
import type { Database, Transaction } from "#server/platform/database.ts";

/** A copy as its label shows it. */
export type LabelRow = {
  copy_id: number;
  item_id: number;
  sku_number: string;
  copy_number: number;
  is_inactive: boolean;
  label_printed_at: Date | null;
  title: string;
};

const columns = [
  "copies.copy_id",
  "copies.item_id",
  "sku_number",
  "copy_number",
  "is_inactive",
  "label_printed_at",
  "title",
] as const;

const selectCopies = (db: Database) =>
  db.selectFrom("copies").innerJoin("items", "items.item_id", "copies.item_id").select(columns);

/** The copies of these ids, in no order; unknown ids are left out. */
export async function copiesByIds(db: Database, ids: readonly number[]): Promise<LabelRow[]> {
  return selectCopies(db)
    .where(sql<boolean>`copies.copy_id = any(${[...ids]}::integer[])`)
    .execute();
}

/** The copies of a title, or all active ones without a label; the first `most` of them, and how many there are. */
export async function copiesToLabel(db: Database, itemId: number | undefined, most: number) {
  const chosen = selectCopies(db).$call((query) =>
    itemId === undefined
      ? query.where("label_printed_at", "is", null).where("is_inactive", "=", false)
      : query.where("copies.item_id", "=", itemId),
  );
  const rows = await chosen
    .orderBy("sort_title")
    .orderBy("copies.item_id")
    .orderBy("copy_number")
    .limit(most)
    .execute();
  if (rows.length < most) return { rows, total: rows.length };
  const { count } = await db
    .selectFrom(chosen.as("chosen"))
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return { rows, total: Number(count) };
}

/** Locks copies, by id as everybody does, and gives those that there are. */
export async function lockLabelled(tx: Transaction, ids: readonly number[]) {
  const { rows } = await sql<{ copy_id: number }>`
    select copy_id from copies where copy_id = any(${[...ids]}::integer[]) order by copy_id for no key update`.execute(
    tx,
  );
  return rows.length;
}

/** Writes down that these copies have a label since then. */
export async function writePrinted(tx: Transaction, ids: readonly number[], at: Date): Promise<void> {
  await tx
    .updateTable("copies")
    .set({ label_printed_at: at })
    .where(sql<boolean>`copy_id = any(${[...ids]}::integer[])`)
    .execute();
}
