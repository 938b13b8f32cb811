import type { TitleValues } from "#contract/catalog/title-fields.ts";
import { columnsOf } from "#contract/catalog/title-record.ts";
import type { Actor } from "#server/platform/record-activity.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import { sql } from "kysely";
import type { CopyChange, SkuScheme } from "./editing.rules.ts";
import { limits } from "#contract/catalog/codes.ts";

// The lock order is the same everywhere: copies by id, then their title. Every save raises the title's version, so with
// the title's lock and the version it read, a transaction knows that copies are unchanged except for their orders. To rely
// on those, lock the copies as well.

/** Makes this transaction fail after waiting three seconds for a lock, because imports hold locks while they run. */
export async function waitBriefly(tx: Transaction): Promise<void> {
  await sql`select set_config('lock_timeout', '3s', true)`.execute(tx);
}

/** Locks copies against being lent. */
export async function lockCopies(tx: Transaction, copyIds: readonly number[]): Promise<void> {
  if (copyIds.length === 0) return;
  await tx
    .selectFrom("copies")
    .select("copy_id")
    .where("copy_id", "in", copyIds)
    .orderBy("copy_id")
    .forNoKeyUpdate()
    .execute();
}

/** Locks a title against saves, orders, and recounts, and returns its version. */
export async function lockItem(tx: Transaction, itemId: number) {
  return tx
    .selectFrom("items")
    .select(["version", "changed_by"])
    .where("item_id", "=", itemId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Returns the title of another item with this SKU, ignoring case. */
export async function titleWithSku(tx: Transaction, sku: string, exceptItemId: number): Promise<string | undefined> {
  const row = await tx
    .selectFrom("items")
    .select("title")
    .where(sql<boolean>`lower(reference_number) = lower(${sku})`)
    .where("item_id", "<>", exceptItemId)
    .executeTakeFirst();
  return row?.title;
}

export async function insertItem(tx: Transaction, title: TitleValues, { userId, at }: Actor): Promise<number> {
  const { item_id } = await tx
    .insertInto("items")
    .values({ ...columnsOf(title), created_at: at, updated_at: at, changed_by: userId })
    .returning("item_id")
    .executeTakeFirstOrThrow();
  return item_id;
}

export async function writeItem(tx: Transaction, id: number, title: TitleValues, { userId, at }: Actor): Promise<void> {
  await tx
    .updateTable("items")
    .set((eb) => ({ ...columnsOf(title), updated_at: at, changed_by: userId, version: eb("version", "+", 1) }))
    .where("item_id", "=", id)
    .execute();
}

/** Gives the title's new SKU to the copies with the old one, whose labels become outdated. */
export async function renameCopies(tx: Transaction, itemId: number, from: string, to: string): Promise<void> {
  await tx
    .updateTable("copies")
    .set({ sku_number: to, label_printed_at: null })
    .where("item_id", "=", itemId)
    .where("sku_number", "=", from)
    .execute();
}

export async function writeCopy(tx: Transaction, change: CopyChange): Promise<void> {
  const { copyId, isInactive, reason, shelfLocation } = change;
  await tx
    .updateTable("copies")
    .set({ is_inactive: isInactive, inactive_reason: reason, own_shelf_location: shelfLocation })
    .where("copy_id", "=", copyId)
    .execute();
}

/** Adds copies to a locked title, numbered after its highest. */
export async function insertCopies(
  tx: Transaction,
  { itemId, sku, count, at }: { itemId: number; sku: string; count: number; at: Date },
): Promise<void> {
  await sql`
    insert into copies (item_id, copy_number, sku_number, created_at)
    select ${itemId}, coalesce((select max(copy_number) from copies where item_id = ${itemId}), 0) + place, ${sku}, ${at}
    from generate_series(1, ${count}::integer) as place`.execute(tx);
}

/** Returns the SKUs of the newest titles of a category, or of all (0), newest first. */
export async function newestSkus(db: Database, categoryId: number): Promise<string[]> {
  let newest = db.selectFrom("items").select("reference_number");
  if (categoryId > 0) newest = newest.where("category_id", "=", categoryId);
  const rows = await newest.orderBy("created_at", "desc").orderBy("item_id", "desc").limit(100).execute();
  return rows.map(({ reference_number }) => reference_number);
}

const maxLength = sql.lit(limits.sku);

/** Returns the first available number among the next hundred, ignoring leading zeros. */
export async function freeNumberAfter(db: Database, { prefix, newest }: SkuScheme): Promise<number | null> {
  const { rows } = await sql<{ number: number }>`
    select number from generate_series(${newest + 1}::integer, ${newest + 100}::integer) as number
    where not exists (
      select from items where lower(reference_number) = any(array(
        select lower(${prefix} || lpad(number::text, digits, '0'))
        from generate_series(char_length(number::text), ${maxLength} - char_length(${prefix})) as digits
      ))
    ) order by number limit 1`.execute(db);
  return rows[0]?.number ?? null;
}

/** Returns the first available number after the newest one, and the first gap among all; null if there is none. */
export async function freeNumbers(db: Database, { prefix, newest }: SkuScheme): Promise<(number | null)[]> {
  const { rows } = await sql<{ after: number | null; gap: number | null }>`
    with taken as materialized (
      select distinct substring(reference_number from ${prefix.length + 1}::integer)::integer as number from items
      where lower(left(reference_number, ${prefix.length}::integer)) = lower(${prefix})
        and substring(reference_number from ${prefix.length + 1}::integer) ~ '^[0-9]+$'
    ),
    last as (
      select number from taken where not exists (select from taken as next where next.number = taken.number + 1)
    )
    select min(number) filter (where number >= ${newest}) + 1 as after, min(number) + 1 as gap from last`.execute(db);
  return [rows[0]?.after ?? null, rows[0]?.gap ?? null];
}
