import { CompiledQuery } from "kysely";
import { titleFields, type TitleValues } from "#contract/titles/title-fields.ts";
import { titleNames } from "#contract/titles/title-record.ts";
import type { PictureRow } from "#server/modules/media/public.ts";
import type { Database } from "#server/platform/database.ts";
import { hotStatement } from "#server/platform/connection/hot-statements.ts";

/** What an item's wire object is made of: of `items`, each field under its name there, and of the picture joined to it. */
export const itemColumns = [
  "items.item_id, items.in_stock, items.checked_out, items.requested",
  ...titleNames.map((name) => `items.${titleFields[name].column} as "${name}"`),
  "attachments.content_hash, attachments.file_name, attachments.widths",
].join(", ");

/** Joins each title's picture, if any, to `items`. */
export const withPicture = "left join attachments on attachments.attachment_id = items.attachment_id";

/** A title as queried. */
export type ItemRow = PictureRow &
  TitleValues & { item_id: number; in_stock: number; checked_out: number; requested: number };

/** A copy with its open order, or null. */
export type CopyRow = {
  copy_id: number;
  item_id: number;
  copy_number: number;
  sku_number: string;
  is_inactive: boolean;
  inactive_reason: string | null;
  order_id: number | null;
};

/** The newest titles. The count is part of the text: as a parameter it makes PostgreSQL sort the whole catalog. */
export async function recentItems(db: Database, count: number): Promise<ItemRow[]> {
  // the rows are limited before their pictures are joined
  const text = `
    select ${itemColumns}
    from (select * from items order by created_at desc, item_id desc limit ${Math.trunc(count)}) as items ${withPicture}
    order by created_at desc, item_id desc`;
  return (await db.executeQuery<ItemRow>(CompiledQuery.raw(text))).rows;
}

/** The whole catalog by title, or its titles that are out of stock. */
export async function everyItem(db: Database, { includeInStock }: { includeInStock: boolean }): Promise<ItemRow[]> {
  const text = `
    select ${itemColumns} from items ${withPicture} ${includeInStock ? "" : "where not is_in_stock"}
    order by sort_title, item_id`;
  return (await db.executeQuery<ItemRow>(CompiledQuery.raw(text))).rows;
}

const itemsOfIds = hotStatement(
  `select ${itemColumns} from items ${withPicture} where items.item_id = any((select $1::integer[])::integer[])`,
);

/** The titles with these ids, in no particular order; unknown ids are skipped. */
export async function itemsOf(db: Database, ids: readonly number[]): Promise<ItemRow[]> {
  return ids.length === 0 ? [] : (await db.executeQuery<ItemRow>(itemsOfIds([ids]))).rows;
}

const itemOfId = hotStatement(
  `select ${itemColumns}, items.version from items ${withPicture} where items.item_id = $1`,
);

/** One title with its version, if it exists. */
export async function itemOf(db: Database, id: number): Promise<(ItemRow & { version: number }) | undefined> {
  return (await db.executeQuery<ItemRow & { version: number }>(itemOfId([id]))).rows[0];
}

/** The copies of a title, by number. */
export async function copiesOf(db: Database, itemId: number): Promise<CopyRow[]> {
  return selectCopies(db).where("copies.item_id", "=", itemId).orderBy("copy_number").execute();
}

/** One copy, if it exists. */
export async function copyOf(db: Database, copyId: number): Promise<CopyRow | undefined> {
  return selectCopies(db).where("copies.copy_id", "=", copyId).executeTakeFirst();
}

function selectCopies(db: Database) {
  return db
    .selectFrom("copies")
    .innerJoin("circulation_copies", "circulation_copies.copy_id", "copies.copy_id")
    .select(["copies.copy_id", "item_id", "copy_number", "sku_number", "is_inactive", "inactive_reason", "order_id"]);
}
