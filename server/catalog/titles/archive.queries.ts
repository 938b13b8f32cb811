import { packedAhead } from "#contract/desk/search.ts";
import type { CopyCounts, TitleHold, TitleHolder } from "#contract/catalog/archive.ts";
import { addDays } from "#server/platform/clock.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import { sql } from "kysely";

export async function writeTitleArchived(tx: Transaction, itemId: number, archivedAt: Date | null, at: Date) {
  await tx
    .updateTable("items")
    .set({ archived_at: archivedAt, updated_at: at })
    .where("item_id", "=", itemId)
    .execute();
}

export async function writeCopyArchived(tx: Transaction, copyId: number, archivedAt: Date | null) {
  await tx.updateTable("copies").set({ archived_at: archivedAt }).where("copy_id", "=", copyId).execute();
}

/** Returns whether an order ships too late to be packed today. */
const laterThan = (today: string) => sql`coalesce(ship_on > ${addDays(today, packedAhead)}::date, false)`;

/** Returns the first orders with copies of a title, by due date, then those waiting for copies, and the total. */
export async function holdersOf(db: Database, itemId: number, { limit, today }: { limit: number; today: string }) {
  const { rows } = await sql<TitleHolder & { total: number }>`
    select order_id as "orderId", status_id as "statusId", name as "borrowerName", school as "schoolName",
      return_date as "returnDate", out, packed + case when ${laterThan(today)} then 0 else waiting end as reserved,
      case when ${laterThan(today)} then waiting else 0 end as later, ship_on as "shipOn", count(*) over ()::integer as total
    from title_users where item_id = ${itemId} and order_id is not null and out + packed + waiting > 0
    order by out = 0, return_date, ship_on nulls first, since, order_id limit ${limit}`.execute(db);
  return { holders: rows.map(({ total: _total, ...holder }) => holder), total: rows[0]?.total ?? 0 };
}

/** Returns the first copies of a title on hold for the waitlist, oldest first, and the total. */
export async function holdsOf(db: Database, itemId: number, limit: number) {
  const { rows } = await sql<TitleHold & { total: number }>`
    select copy_id as "inventoryItemId", sku_number as "skuNumber", copy_number as "copyNumber", name as "borrowerName",
      school as "schoolName", count(*) over ()::integer as total
    from title_users join copies using (copy_id) where title_users.item_id = ${itemId} and order_id is null
    order by since, copy_id limit ${limit}`.execute(db);
  return { holds: rows.map(({ total: _total, ...hold }) => hold), holdTotal: rows[0]?.total ?? 0 };
}

/** Counts the copies of titles, without archived ones, consistent with `holdersOf` and `holdsOf`. */
export async function copyCountsOf(db: Database, itemIds: readonly number[], today: string): Promise<CopyCounts[]> {
  const { rows } = await sql<CopyCounts>`
    select items.item_id as "inventoryId", copies.total, copies.inactive, used.out, used.reserved, used.later
    from items
    cross join lateral (
      select count(*)::integer as total, (count(*) filter (where is_inactive))::integer as inactive
      from copies where copies.item_id = items.item_id and copies.archived_at is null
    ) as copies
    cross join lateral (
      select coalesce(sum(out), 0)::integer as out,
        (coalesce(sum(packed), 0) + coalesce(sum(waiting) filter (where not ${laterThan(today)}), 0))::integer as reserved,
        coalesce(sum(waiting) filter (where ${laterThan(today)}), 0)::integer as later
      from title_users where title_users.item_id = items.item_id
    ) as used
    where items.item_id = any(${[...itemIds]}::integer[])`.execute(db);
  return rows;
}

/** Matches titles in stock with few copies left, because others are out or reserved. */
const isLow = (lowAt: number) =>
  sql<boolean>`is_in_stock and in_stock <= ${lowAt} and item_id = any(array(select item_id from circulation_taken))`;

/** Returns the number of low-stock titles, and their highest id. */
export async function countLowStock(tx: Transaction, lowAt: number) {
  return tx
    .selectFrom("items")
    .select([sql<number>`count(*)::integer`.as("count"), sql<number>`coalesce(max(item_id), 0)`.as("lastId")])
    .where(isLow(lowAt))
    .executeTakeFirstOrThrow();
}

export async function lowStockAfter(
  db: Database,
  { lowAt, after, lastId }: { lowAt: number; after: number; lastId: number },
) {
  return db
    .selectFrom("items")
    .select(["item_id", "reference_number", "title", "author", "publisher", "shelf_location", "in_stock", "times_lent"])
    .where(isLow(lowAt))
    .where("item_id", ">", after)
    .where("item_id", "<=", lastId)
    .orderBy("item_id")
    .limit(500)
    .execute();
}
