import type { CopyCounts, TitleHolder } from "#contract/titles/title-use.ts";
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

/** Who has copies of a title, those due first, then who was promised some, oldest first; and how many orders there are. */
export async function holdersOf(db: Database, itemId: number, most: number) {
  const { rows } = await sql<TitleHolder & { total: number }>`
    select order_id as "orderId", status_id as "statusId", ship_to_name as "borrowerName", ship_to_school as "schoolName",
      return_date as "returnDate", out, promised, count(*) over ()::integer as total
    from circulation_holders where item_id = ${itemId} and out + promised > 0
    order by out = 0, return_date, ordered_at, order_id limit ${most}`.execute(db);
  return { holders: rows.map(({ total: _total, ...holder }) => holder), total: rows[0]?.total ?? 0 };
}

/** The copies of these titles, without those archived: what is out has left, what is promised is requested or packed. */
export async function copyCountsOf(db: Database, itemIds: readonly number[]): Promise<CopyCounts[]> {
  const { rows } = await sql<CopyCounts>`
    select items.item_id as "inventoryId", copies.total, copies.inactive, stock.out,
      stock.checked_out + stock.requested - stock.out as promised
    from items join circulation_stock as stock using (item_id)
    cross join lateral (
      select count(*)::integer as total, (count(*) filter (where is_inactive))::integer as inactive
      from copies where copies.item_id = items.item_id and copies.archived_at is null
    ) as copies
    where items.item_id = any(${[...itemIds]}::integer[])`.execute(db);
  return rows;
}
