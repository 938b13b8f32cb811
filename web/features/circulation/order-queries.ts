import { answerQuery, dataQuery } from "#web/lib/queries.ts";
import { statuses } from "#contract/codes.ts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type OrderSort, orderSorts, type OrderWork, orderWorks } from "#contract/desk/search.ts";
import { addressFilters, choiceField, pageField, textField } from "#web/lib/filters/address-filters.ts";
import { dayField, troubleWith } from "#web/lib/filters/day-range.ts";
import { call } from "#web/lib/call.ts";

export const newOrderCountQuery = answerQuery(["orders", "new count"], (context) =>
  call("GET Order/GetNewOrderCount", {}, context),
);

/** The filters of the admin's order list; status 0 means all, an empty text or day means no bound. */
export type OrderFilters = {
  text: string;
  statusId: number | typeof overdue | OrderWork;
  startDate: string;
  endDate: string;
  sort: OrderSort;
  school: string;
  shippedFrom: string;
  shippedTo: string;
  dueFrom: string;
  dueTo: string;
  page: number;
};

/** Among the statuses of the filter: shipped, and past the due date. */
export const overdue = "overdue";

export const orderPageSize = 10;

export const orderFilters = addressFilters<OrderFilters>("/admin/orderlist", {
  text: textField("q"),
  statusId: choiceField<OrderFilters["statusId"]>("status", statuses.undefined, [
    ...Object.values(statuses),
    overdue,
    ...orderWorks,
  ]),
  startDate: dayField("from"),
  endDate: dayField("to"),
  sort: choiceField<OrderSort>("sort", "newest", orderSorts),
  school: textField("school"),
  shippedFrom: dayField("shippedfrom"),
  shippedTo: dayField("shippedto"),
  dueFrom: dayField("duefrom"),
  dueTo: dayField("dueto"),
  page: pageField(),
});

/** The field whose end is before its start, with the error. */
export function troubleWithOrders(filters: OrderFilters): { field: string; words: string } | undefined {
  const { startDate, endDate, shippedFrom, shippedTo, dueFrom, dueTo } = filters;
  const ranges = [
    ["to", startDate, endDate],
    ["shippedto", shippedFrom, shippedTo],
    ["dueto", dueFrom, dueTo],
  ] as const;
  return ranges
    .map(([field, start, end]) => ({ field, words: troubleWith({ startDate: start, endDate: end }) ?? "" }))
    .find(({ words }) => words !== "");
}

/** One page of the admin's list; not requested while the days are in the wrong order. */
export function orderListQuery(filters: OrderFilters) {
  return queryOptions({
    queryKey: ["orders", "list", filters],
    queryFn: ({ signal }) => pageOfOrders(filters, signal),
    placeholderData: keepPreviousData,
    enabled: !troubleWithOrders(filters),
  });
}

/** The specified call answers what it can ask for; the search answers the rest. */
async function pageOfOrders(filters: OrderFilters, signal: AbortSignal) {
  const { page, statusId, startDate, endDate } = filters;
  const isSpecified =
    orderFilters.keyOf(filters) === orderFilters.keyOf({ ...orderFilters.none, statusId, startDate, endDate });
  const part = { page, pageSize: orderPageSize };
  if (isSpecified && typeof statusId === "number") {
    const body = { statusId, startDate, endDate, ...part };
    return { ...(await call("POST Order/GetOrdersBySearchFilters", { body }, { signal })), isMore: false };
  }
  return call("GET Desk/SearchOrders", { query: { ...searchOf(filters), ...part } }, { signal });
}

/** The list's filters as the call has them. */
export function searchOf({ text, statusId, page: _page, ...filters }: OrderFilters) {
  return { ...filters, ...statusOf(statusId), searchString: text };
}

function statusOf(statusId: OrderFilters["statusId"]) {
  if (typeof statusId === "number") return { statusId };
  return statusId === overdue ? { isOverdue: true } : { work: statusId };
}

/** How much there is to do; fetched again whenever staff come back to it. */
export const workQuery = dataQuery(["orders", "work"], (context) => call("GET Desk/GetWork", {}, context), {
  staleTime: 0,
});

/** What orders want of staff, in words. */
export const workWords: Record<OrderWork, string> = {
  "to-pack": "To pack",
  "to-ship": "To ship",
  "due-this-week": "Due this week",
  "overdue-1-7": "Overdue 1–7 days",
  "overdue-8-30": "Overdue 8–30 days",
  "overdue-31": "Overdue more than 30 days",
  incomplete: "Incomplete",
  reported: "Reported problems",
  "at-risk": "Promised days at risk",
};

export const staffOrderQuery = (orderId: number) =>
  dataQuery(["orders", "staff", orderId], (context) =>
    call("GET Order/Get/{id}", { params: { id: orderId } }, context),
  );

export const borrowerOrderQuery = (orderId: number) =>
  dataQuery(["orders", "borrower", orderId], (context) =>
    call("GET Order/GetOrderForUser/{orderId}", { params: { orderId } }, context),
  );

export const ordersOfUserQuery = (userId: number) =>
  dataQuery(["orders", "of user", userId], (context) =>
    call("GET Account/GetOrdersByUserId/{userId}", { params: { userId } }, context),
  );

/** A title with its copies, and the orders they are on. */
export const copiesQuery = (inventoryId: number) =>
  dataQuery(["orders", "copies", inventoryId], (context) =>
    call("GET Inventory/Get/{id}", { params: { id: inventoryId } }, context),
  );

/** Every status of an order; the specification's names are used until the server's load. */
export const statusesQuery = queryOptions({
  queryKey: ["order statuses"],
  queryFn: async ({ signal }) => (await call("GET Code/GetEveryStatus", {}, { signal })).data,
  staleTime: Number.POSITIVE_INFINITY,
  placeholderData: Object.entries(statuses).map(([name, statusId]) => ({
    statusId,
    statusName: name.charAt(0).toUpperCase() + name.slice(1),
  })),
});

/** The days on which the library is closed, and return costs by weight. */
export const parcelContentQuery = queryOptions({
  queryKey: ["site", "parcels"],
  queryFn: async ({ signal }) => {
    const { closedDays, returnCosts } = (await call("GET Site/GetContent", { query: {} }, { signal })).data;
    return { closed: closedDays.days, costs: returnCosts.steps };
  },
  staleTime: 5 * 60_000,
  meta: { background: true },
});

/** What parcels of these orders would meet at their schools, and when they are due, by order. */
export function parcelDaysQuery(orderIds: readonly number[]) {
  return queryOptions({
    queryKey: ["orders", "parcel days", ...orderIds],
    queryFn: async ({ signal }) => {
      const { data } = await call("GET Order/GetParcelDays", { query: { ids: orderIds.join(",") } }, { signal });
      return new Map(data.map((days) => [days.orderId, days]));
    },
    enabled: orderIds.length > 0,
    meta: { background: true },
  });
}

/** Orders to pack, oldest first: those with these ids, or those that wait. */
export const ordersToPackQuery = (ids: string) =>
  answerQuery(["orders", "to pack", ids], (context) => call("GET Order/GetToPack", { query: { ids } }, context), {
    staleTime: 0,
  });

/** The next new order after this one: the next younger, else the oldest; undefined when none is left. */
export function nextNewOrderQuery(orderId: number) {
  return queryOptions({
    queryKey: ["orders", "next new", orderId],
    queryFn: async ({ signal }) => {
      const newest = await newOrders(1, signal);
      // newest first: the oldest are on the last page, and on the page before it in case this order is alone there
      const last = Math.ceil(newest.total / batch);
      const pages = last <= 1 ? [] : [await newOrders(last, signal), await newOrders(last - 1, signal)];
      return nextInQueue(orderId, [...pages.flatMap(({ data }) => data), ...newest.data]) ?? null;
    },
  });
}

const batch = 100;

function newOrders(page: number, signal: AbortSignal) {
  const body = { statusId: statuses.new, startDate: null, endDate: null, page, pageSize: batch };
  return call("POST Order/GetOrdersBySearchFilters", { body }, { signal });
}

/** Orders are processed in order of arrival; after the youngest comes the oldest again. */
export function nextInQueue(orderId: number, waiting: readonly { orderId: number }[]): number | undefined {
  const ids = waiting
    .map((order) => order.orderId)
    .filter((id) => id !== orderId)
    .toSorted((a, b) => a - b);
  return ids.find((id) => id > orderId) ?? ids[0];
}
