import { statuses } from "#contract/catalog/codes.ts";
import type { CopyToPick } from "#contract/desk/packing.ts";
import type { Database } from "#server/platform/database.ts";
import { sql } from "kysely";
import { isToPack } from "#server/orders/public.ts";

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

/**
 * The copies that are checked out next, as many of each title as are lacking, in the order in which `takeFreeCopies` takes them; and
 * all that wait for an order on the hold shelf.
 */
export async function copiesToPick(db: Database, lacking: ReadonlyMap<number, number>): Promise<CopyToPick[]> {
  const { rows } = await sql<CopyToPick>`
    select wanted.item_id as "inventoryId", sku_number as "skuNumber", copy_number as "copyNumber", place as "shelfPlace",
      held_for as "heldForOrderId"
    from unnest(${[...lacking.keys()]}::integer[], ${[...lacking.values()]}::integer[]) as wanted (item_id, lacking)
    join items using (item_id)
    cross join lateral (
      select sku_number, copy_number, coalesce(own_shelf_place, shelf_place) as place, held_for,
        row_number() over (partition by held_for is null order by loans, copy_number) as turn
      from copies join circulation_copies using (copy_id)
      left join lateral (
        select hold_shelf.order_id as held_for from hold_shelf where hold_shelf.copy_id = copies.copy_id) as hold on true
      where copies.item_id = wanted.item_id and not is_inactive and circulation_copies.order_id is null and not is_held
    ) as free
    where turn <= lacking or held_for is not null
    order by wanted.item_id, turn`.execute(db);
  return rows;
}
