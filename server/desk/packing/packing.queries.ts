import type { CopyToPick } from "#contract/desk/packing.ts";
import type { Database } from "#server/platform/database.ts";
import { sql } from "kysely";

/** Returns the next copies to check out, in `takeFreeCopies` order, and all copies on the hold shelf for an order. */
export async function copiesToPick(db: Database, needed: ReadonlyMap<number, number>): Promise<CopyToPick[]> {
  const { rows } = await sql<CopyToPick>`
    select needed.item_id as "inventoryId", sku_number as "skuNumber", copy_number as "copyNumber", place as "shelfLocation",
      held_for as "heldForOrderId"
    from unnest(${[...needed.keys()]}::integer[], ${[...needed.values()]}::integer[]) as needed (item_id, quantity)
    join items using (item_id)
    cross join lateral (
      select sku_number, copy_number, coalesce(own_shelf_location, shelf_location) as place, held_for,
        row_number() over (partition by held_for is null order by loans, copy_number) as turn
      from copies join circulation_copies using (copy_id)
      left join lateral (
        select hold_shelf.order_id as held_for from hold_shelf where hold_shelf.copy_id = copies.copy_id) as hold on true
      where copies.item_id = needed.item_id and not is_inactive and circulation_copies.order_id is null and not is_held
    ) as available
    where turn <= quantity or held_for is not null
    order by needed.item_id, turn`.execute(db);
  return rows;
}
