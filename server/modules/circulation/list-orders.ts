import type { getOrdersBySearchFilters, OrderSummary } from "#contract/circulation.ts";
import type { Received } from "#contract/wire/endpoint.ts";
import type { Database } from "#server/platform/database.ts";
import { rangeOfDays } from "#server/platform/clock.ts";
import { presentSummary } from "./circulation.present.ts";
import { countOrders, type OrderFilter, ordersOf } from "./circulation.queries.ts";
import { stateOf } from "./circulation.rules.ts";

/** The filters of the order list: status 0 is all. */
type Search = Partial<Received<typeof getOrdersBySearchFilters>["body"]>;

const usualPageSize = 10;

/** Orders newest first with the total number; without page and page size, all of them. */
export async function listOrders(db: Database, { statusId = 0, page, pageSize, ...days }: Search, timeZone: string) {
  const filter = { ...(statusId !== 0 && { statusId }), ...rangeOfDays(days, timeZone) };
  if (page === undefined && pageSize === undefined) {
    const data = await everyOrder(db, filter);
    return { data, total: data.length };
  }
  const part = { page: page ?? 1, pageSize: pageSize ?? usualPageSize };
  const [rows, total] = await Promise.all([ordersOf(db, filter, part), countOrders(db, filter)]);
  return { data: rows.map(presentSummary), total };
}

// About 20 ms of work, after which other requests get their turn.
const atATime = 500;

/** All orders of a list, fetched in parts, so that other requests never wait for more than one part. */
async function everyOrder(db: Database, filter: OrderFilter): Promise<OrderSummary[]> {
  const orders: OrderSummary[] = [];
  for (;;) {
    const rows = await ordersOf(db, filter, { after: orders.at(-1)?.orderId, most: atATime });
    for (const row of rows) orders.push(presentSummary(row));
    if (rows.length < atATime) return orders;
  }
}

/** A borrower's orders, newest first, in the two groups of their order list. */
export async function listOwnOrders(db: Database, borrowerId: number) {
  const orders = await everyOrder(db, { borrowerId });
  return {
    activeOrders: orders.filter((order) => stateOf(order.statusId).isActive),
    previousOrders: orders.filter((order) => !stateOf(order.statusId).isActive),
  };
}
