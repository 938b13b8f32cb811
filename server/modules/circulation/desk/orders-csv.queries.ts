import type { Database } from "#server/platform/database.ts";
import { sql } from "kysely";
import { leavesOn } from "./order-search.queries.ts";

export type ListedOrder = {
  /** From 1, in the order of the list. */
  position: number;
  order_id: number;
  ordered_at: Date;
  status_name: string;
  ship_to_name: string;
  ship_to_school: string;
  ship_to_district: string;
  email_address: string;
  titles: string;
  quantity: number;
  tracking_number: string;
  leaves_on: string | null;
  ship_date: string | null;
  return_date: string | null;
  copies_out: number;
};

/** The rows of these orders, in this order; the first has the position after `after`. */
export async function ordersInList(db: Database, ids: readonly number[], after: number): Promise<ListedOrder[]> {
  const { rows } = await sql<ListedOrder>`
    select (${after} + place)::integer as position, order_id, ordered_at, status_name, ship_to_name, ship_to_school,
      ship_to_district, coalesce(email_address, '') as email_address, tracking_number, ship_date, return_date, ${leavesOn} as leaves_on,
      coalesce(lines.titles, '') as titles, coalesce(lines.quantity, 0)::integer as quantity,
      (select count(*) from assignments where assignments.order_id = orders.order_id and released_at is null)::integer as copies_out
    from unnest(${[...ids]}::integer[]) with ordinality as listed (order_id, place)
    join orders using (order_id) join statuses using (status_id) left join account_mailboxes using (borrower_id)
    cross join lateral (
      select string_agg(quantity || ' x ' || title || ' (#' || reference_number || ')', '; ' order by order_line_id) as titles,
        sum(quantity) as quantity
      from order_lines join items using (item_id) where order_lines.order_id = orders.order_id
    ) as lines
    order by place`.execute(db);
  return rows;
}
