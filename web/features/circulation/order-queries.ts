import { statuses } from "#contract/codes.ts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { addressFilters, choiceField, pageField } from "#web/lib/filters/address-filters.ts";
import { dayField, troubleWith } from "#web/lib/filters/day-range.ts";
import { call } from "#web/lib/call.ts";

export const newOrderCountQuery = queryOptions({
  queryKey: ["orders", "new count"],
  queryFn: ({ signal }) => call("GET Order/GetNewOrderCount", {}, { signal }),
});

/** The filters of the admin's order list; statusId 0 means all, an empty day means no bound. */
export type OrderFilters = { statusId: number; startDate: string; endDate: string; page: number };

export const orderPageSize = 10;

export const orderFilters = addressFilters<OrderFilters>("/admin/orderlist", {
  statusId: choiceField<number>("status", statuses.undefined, Object.values(statuses)),
  startDate: dayField("from"),
  endDate: dayField("to"),
  page: pageField(),
});

/** One page of the admin's list; not requested while the days are in the wrong order. */
export function orderListQuery(filters: OrderFilters) {
  const { page, ...body } = filters;
  return queryOptions({
    queryKey: ["orders", "list", filters],
    queryFn: ({ signal }) =>
      call("POST Order/GetOrdersBySearchFilters", { body: { ...body, page, pageSize: orderPageSize } }, { signal }),
    placeholderData: keepPreviousData,
    enabled: !troubleWith(filters),
  });
}

export function staffOrderQuery(orderId: number) {
  return queryOptions({
    queryKey: ["orders", "staff", orderId],
    queryFn: async ({ signal }) => (await call("GET Order/Get/{id}", { params: { id: orderId } }, { signal })).data,
  });
}

export function borrowerOrderQuery(orderId: number) {
  return queryOptions({
    queryKey: ["orders", "borrower", orderId],
    queryFn: async ({ signal }) =>
      (await call("GET Order/GetOrderForUser/{orderId}", { params: { orderId } }, { signal })).data,
  });
}

export function ordersOfUserQuery(userId: number) {
  return queryOptions({
    queryKey: ["orders", "of user", userId],
    queryFn: async ({ signal }) =>
      (await call("GET Account/GetOrdersByUserId/{userId}", { params: { userId } }, { signal })).data,
  });
}

/** A title with its copies, and the orders they are on. */
export function copiesQuery(inventoryId: number) {
  return queryOptions({
    queryKey: ["orders", "copies", inventoryId],
    queryFn: async ({ signal }) =>
      (await call("GET Inventory/Get/{id}", { params: { id: inventoryId } }, { signal })).data,
  });
}

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
