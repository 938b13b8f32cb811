import { statuses } from "#contract/codes.ts";
import type { CopyElsewhere } from "#contract/desk/packing.ts";
import type { Database } from "#server/platform/database.ts";
import { sql } from "kysely";
import { isToPack } from "../desk/work.queries.ts";

/** The ids of the oldest orders that are New or Processing: each status from the end of its own index. */
export async function oldestWaiting(db: Database, most: number, today: string): Promise<number[]> {
  const oldest = (statusId: number) => sql`(
    select order_id, ordered_at from orders where status_id = ${sql.lit(statusId)} and ${isToPack(today)}
    order by ordered_at, order_id limit ${sql.lit(most)})`;
  const { rows } = await sql<{ order_id: number }>`
    select order_id from (${oldest(statuses.new)} union all ${oldest(statuses.processing)}) as waiting
    order by ordered_at, order_id limit ${sql.lit(most)}`.execute(db);
  return rows.map(({ order_id }) => order_id);
}

/** The free copies of these titles that do not stand with them, in the order of the shelves. */
export async function copiesElsewhere(db: Database, itemIds: readonly number[]): Promise<CopyElsewhere[]> {
  const { rows } = await sql<CopyElsewhere>`
    select item_id as "inventoryId", sku_number as "skuNumber", copy_number as "copyNumber", own_shelf_place as "shelfPlace"
    from copies join circulation_copies using (copy_id)
    where item_id = any(${[...itemIds]}::integer[]) and own_shelf_place is not null and not is_inactive and order_id is null
    order by item_id, lower(own_shelf_place), copy_number`.execute(db);
  return rows;
}
