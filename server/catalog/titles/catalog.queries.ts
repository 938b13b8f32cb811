import { CompiledQuery } from "kysely";
import { titleFields, type TitleValues } from "#contract/catalog/title-fields.ts";
import { titleNames } from "#contract/catalog/title-record.ts";
import type { PictureRow } from "#server/site/public.ts";
import type { Database } from "#server/platform/database.ts";
import type { Copy } from "./editing.rules.ts";

/** The columns for presenting an item: its fields under their wire names, and those of its picture. */
export const itemColumns = [
  "items.item_id, items.in_stock, items.checked_out, items.requested",
  ...titleNames.map((name) => `items.${titleFields[name].column} as "${name}"`),
  "attachments.content_hash, attachments.file_name, attachments.widths",
].join(", ");

export const withPicture = "left join attachments on attachments.attachment_id = items.attachment_id";

export type ItemRow = PictureRow &
  TitleValues & { item_id: number; in_stock: number; checked_out: number; requested: number };

export type CopyRow = Copy & { item_id: number; last_seen_at: Date | null };

/** Runs a statement. Its text must not contain input, only placeholders of parameters. */
export async function rowsOf<Row>(db: Database, text: string, parameters: unknown[] = []): Promise<Row[]> {
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, parameters))).rows;
}

/** Returns the newest titles. The text has the count, because a parameter would make PostgreSQL sort all titles. */
export async function recentItems(db: Database, count: number): Promise<ItemRow[]> {
  // limits the rows before joining their pictures
  const text = `
    select ${itemColumns}
    from (select * from items where is_in_stock is not null order by created_at desc, item_id desc limit ${Math.trunc(count)}) as items ${withPicture}
    order by created_at desc, item_id desc`;
  return rowsOf(db, text);
}

/** Returns the ids of the whole catalog, or of titles out of stock, sorted by title. */
export async function everyItemId(db: Database, { includeInStock }: { includeInStock: boolean }): Promise<number[]> {
  const text = `
    select coalesce(array_agg(item_id order by sort_title, item_id), '{}') as ids from items
    where ${includeInStock ? "is_in_stock is not null" : "not is_in_stock"}`;
  const [row] = await rowsOf<{ ids: number[] }>(db, text);
  return row?.ids ?? [];
}

/** Returns the titles with these ids in any order, without unknown ids. */
export async function itemsOf(db: Database, ids: readonly number[]): Promise<ItemRow[]> {
  const text = `select ${itemColumns} from items ${withPicture} where items.item_id = any($1::integer[])`;
  return ids.length === 0 ? [] : rowsOf(db, text, [ids]);
}

/** A title with the details that only its own page shows. */
export type OneItemRow = ItemRow & { version: number; archived_at: Date | null };

export async function itemOf(db: Database, id: number): Promise<OneItemRow | undefined> {
  const text = `
    select ${itemColumns}, items.version, items.archived_at from items ${withPicture} where items.item_id = $1`;
  return (await rowsOf<OneItemRow>(db, text, [id]))[0];
}

export async function copiesOf(db: Database, itemId: number): Promise<CopyRow[]> {
  return selectCopies(db).where("copies.item_id", "=", itemId).orderBy("copy_number").execute();
}

export async function copyOf(db: Database, copyId: number): Promise<CopyRow | undefined> {
  return selectCopies(db).where("copies.copy_id", "=", copyId).executeTakeFirst();
}

function selectCopies(db: Database) {
  return db
    .selectFrom("copies")
    .innerJoin("circulation_copies", "circulation_copies.copy_id", "copies.copy_id")
    .select(["copies.copy_id", "item_id", "copy_number", "sku_number", "is_inactive", "inactive_reason", "archived_at"])
    .select(["order_id", "last_seen_at", "own_shelf_location"]);
}

/** Returns which parts of `size` ids have titles on public pages; the first part is 1. */
export async function partsWithItems(db: Database, size: number): Promise<number[]> {
  const text = `
    select part from generate_series(1, (select (max(item_id) + $1 - 1) / $1 from items)) as part
    where exists (
      select from items where item_id > (part - 1) * $1 and item_id <= part * $1 and is_in_stock is not null
    ) order by part`;
  return (await rowsOf<{ part: number }>(db, text, [size])).map(({ part }) => part);
}

/** Returns the ids of titles on public pages in a range. */
export async function itemIdsBetween(db: Database, above: number, upTo: number): Promise<number[]> {
  const ids = db.selectFrom("items").select("item_id").where("is_in_stock", "is not", null);
  const rows = await ids.where("item_id", ">", above).where("item_id", "<=", upTo).orderBy("item_id").execute();
  return rows.map(({ item_id }) => item_id);
}

export async function itemChanges(db: Database, ids: readonly number[]) {
  return db
    .selectFrom("items")
    .select(["item_id as id", "updated_at as changed"])
    .where("item_id", "in", [...ids])
    .execute();
}
