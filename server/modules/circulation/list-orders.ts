import type { OrderSummary } from "#contract/circulation.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { endOfDay, startOfDay } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { presentSummary } from "./circulation.present.ts";
import { countOrders, type OrderFilter, ordersOf } from "./circulation.queries.ts";
import { objectionToDays, stateOf } from "./circulation.rules.ts";

/** The filters of the order list: status 0 is all, both days are inclusive. */
export type Search = {
  statusId?: number;
  startDate?: string | null;
  endDate?: string | null;
  page?: number | undefined;
  pageSize?: number | undefined;
};

const usualPageSize = 10;

/** Orders newest first with the total number; without page and page size, all of them. */
export async function listOrders(
  db: Database,
  search: Search,
  timeZone: string,
): Promise<{ data: OrderSummary[]; total: number }> {
  const filter = filterOf(search, timeZone);
  if (search.page === undefined && search.pageSize === undefined) {
    const data = await everyOrder(db, filter);
    return { data, total: data.length };
  }
  const page = { page: search.page ?? 1, pageSize: search.pageSize ?? usualPageSize };
  const [rows, total] = await Promise.all([ordersOf(db, filter, page), countOrders(db, filter)]);
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

function filterOf({ statusId = 0, startDate = null, endDate = null }: Search, timeZone: string): OrderFilter {
  const objection = objectionToDays(startDate, endDate);
  if (objection) throw new Refusal(objection);
  return {
    ...(statusId !== 0 && { statusId }),
    ...(startDate !== null && { from: startOfDay(startDate, timeZone) }),
    ...(endDate !== null && { before: endOfDay(endDate, timeZone) }),
  };
}

/** A borrower's orders, newest first, in the two groups of their order list. */
export async function listOwnOrders(db: Database, borrowerId: number) {
  const orders = await everyOrder(db, { borrowerId });
  return {
    activeOrders: orders.filter((order) => stateOf(order.statusId).isActive),
    previousOrders: orders.filter((order) => !stateOf(order.statusId).isActive),
  };
}
