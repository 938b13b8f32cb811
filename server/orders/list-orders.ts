import type { getOrdersBySearchFilters, OrderSummary } from "#contract/orders/orders.ts";
import type { Received } from "#contract/wire/endpoint.ts";
import type { Database } from "#server/platform/database.ts";
import { rangeOfDays } from "#server/platform/clock.ts";
import { ifShort, inPages, type LetIn } from "#server/platform/lists/long-list.ts";
import { presentSummary } from "./orders.present.ts";
import { countOrders, type OrderFilter, orderIdsOf, ordersOf } from "./orders.queries.ts";
import { stateOf } from "./orders.rules.ts";

/** The filters of the order list: status 0 is all. */
type Search = Partial<Received<typeof getOrdersBySearchFilters>["body"]>;

const usualPageSize = 10;

/** Orders newest first with the total number; without page and page size, all of them. */
export async function listOrders(
  db: Database,
  { statusId = 0, page, pageSize, ...days }: Search,
  timeZone: string,
  letIn: LetIn,
) {
  const filter = { ...(statusId !== 0 && { statusId }), ...rangeOfDays(days, timeZone) };
  if (page === undefined && pageSize === undefined) {
    const { orders, total } = await everyOrder(db, filter, letIn);
    return { data: orders, total };
  }
  const part = { page: page ?? 1, pageSize: pageSize ?? usualPageSize };
  const [rows, total] = await Promise.all([ordersOf(db, filter, part), countOrders(db, filter)]);
  return { data: rows.map(presentSummary), total };
}

/** All orders of a list: at once when they are few. */
async function everyOrder(db: Database, filter: OrderFilter, letIn: LetIn) {
  const few = await fewOrders(db, filter);
  if (few) return { orders: few, total: few.length };
  await letIn();
  const { ids } = await orderIdsOf(db, filter);
  return { orders: inPages(ids, (page) => ordersById(db, page)), total: ids.length };
}

async function fewOrders(db: Database, filter: OrderFilter): Promise<OrderSummary[] | undefined> {
  const rows = await ifShort((pageSize) => ordersOf(db, filter, { page: 1, pageSize }));
  return rows?.map(presentSummary);
}

async function ordersById(db: Database, ids: readonly number[]): Promise<ReadonlyMap<number, OrderSummary>> {
  const rows = await ordersOf(db, {}, { ids });
  return new Map(rows.map((row) => [row.order_id, presentSummary(row)]));
}

export async function listOwnOrders(db: Database, borrowerId: number, letIn: LetIn) {
  const few = await fewOrders(db, { borrowerId });
  if (few) {
    return {
      activeOrders: few.filter((order) => stateOf(order.statusId).isActive),
      previousOrders: few.filter((order) => !stateOf(order.statusId).isActive),
    };
  }
  await letIn();
  const { ids, statusIds } = await orderIdsOf(db, { borrowerId });
  const inGroup = (isActive: boolean) => ids.filter((_, at) => stateOf(statusIds[at] ?? 0).isActive === isActive);
  return {
    activeOrders: inPages(inGroup(true), (page) => ordersById(db, page)),
    previousOrders: inPages(inGroup(false), (page) => ordersById(db, page)),
  };
}
