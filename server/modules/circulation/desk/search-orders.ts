import { mostCounted, type ordersCsv, type searchOrders as searchOrdersCall } from "#contract/desk/order-search.ts";
import type { OrderSummary } from "#contract/circulation.ts";
import type { Received } from "#contract/wire/endpoint.ts";
import { rangeOfDays, today } from "#server/platform/clock.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { presentSummary } from "../circulation.present.ts";
import { ordersOf } from "../circulation.queries.ts";
import { type OrderSearch, pageOfSearch } from "./order-search.queries.ts";
import { readOrderText } from "./order-text.rules.ts";

type Asked = Received<typeof ordersCsv>["query"];
type Place = { clock: Clock; timeZone: string };

const usualPageSize = 10;

/** A page of the orders that match, and how many there are. */
export async function searchOrders(
  db: Database,
  { page = 1, pageSize = usualPageSize, ...asked }: Received<typeof searchOrdersCall>["query"],
  place: Place,
) {
  const found = await pageOfSearch(db, searchOf(asked, place), { page, pageSize }, mostCounted);
  return { data: await summariesOf(db, found.ids), total: found.count, isMore: found.isMore };
}

/** The orders with these ids, in this order. */
async function summariesOf(db: Database, ids: readonly number[]): Promise<OrderSummary[]> {
  const rows = ids.length === 0 ? [] : await ordersOf(db, {}, { ids });
  const byId = new Map(rows.map((row) => [row.order_id, presentSummary(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The search that was asked for. Refused when days are reversed. */
export function searchOf(
  { searchString, school, statusId, isOverdue, work, sort, ...days }: Asked,
  place: Place,
): OrderSearch {
  const { timeZone } = place;
  const day = today(place.clock, timeZone);
  const shipped = { startDate: days.shippedFrom, endDate: days.shippedTo };
  const due = { startDate: days.dueFrom, endDate: days.dueTo };
  for (const range of [shipped, due]) rangeOfDays(range, timeZone);
  return {
    text: searchString === "" ? undefined : readOrderText(searchString),
    school,
    statusId,
    ...(isOverdue && { overdueOn: day }),
    ...(work !== "" && { wanting: { work, today: day } }),
    ordered: rangeOfDays(days, timeZone),
    shipped: { from: days.shippedFrom, to: days.shippedTo },
    due: { from: days.dueFrom, to: days.dueTo },
    sort: sort === "" ? "newest" : sort,
    timeZone,
  };
}
