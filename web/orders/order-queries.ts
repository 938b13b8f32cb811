import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { statuses } from "#contract/catalog/codes.ts";
import { call } from "#web/lib/call.ts";
import { answerQuery, dataQuery } from "#web/lib/queries.ts";
import type { StaffOrder } from "#contract/orders/orders.ts";

export const newOrderCountQuery = answerQuery(["orders", "new count"], (context) =>
  call("GET Order/GetNewOrderCount", {}, context),
);

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

export const copiesQuery = (inventoryId: number) =>
  dataQuery(["orders", "copies", inventoryId], (context) =>
    call("GET Inventory/Get/{id}", { params: { id: inventoryId } }, context),
  );

/** The specification's statuses, without Canceled. Uses its names until the server's names load. */
export const statusesQuery = queryOptions({
  queryKey: ["order statuses"],
  queryFn: async ({ signal }) => (await call("GET Code/GetEveryStatus", {}, { signal })).data,
  staleTime: Number.POSITIVE_INFINITY,
  placeholderData: Object.entries(statuses)
    .filter(([, statusId]) => statusId !== statuses.canceled)
    .map(([name, statusId]) => ({ statusId, statusName: name.charAt(0).toUpperCase() + name.slice(1) })),
});

export const packageContentQuery = queryOptions({
  queryKey: ["site", "packages"],
  queryFn: async ({ signal }) => {
    const { closedDays, returnCosts } = (await call("GET Site/GetContent", { query: {} }, { signal })).data;
    return { closed: closedDays.days, costs: returnCosts.steps };
  },
  staleTime: 5 * 60_000,
  meta: { background: true },
});

export function packageDaysQuery(orderIds: readonly number[]) {
  return queryOptions({
    queryKey: ["orders", "package days", ...orderIds],
    queryFn: async ({ signal }) => {
      const { data } = await call("GET Order/GetPackageDays", { query: { ids: orderIds.join(",") } }, { signal });
      return new Map(data.map((days) => [days.orderId, days]));
    },
    enabled: orderIds.length > 0,
    meta: { background: true },
  });
}

export const ordersToPackQuery = (ids: string) =>
  answerQuery(["orders", "to pack", ids], (context) => call("GET Order/GetToPack", { query: { ids } }, context), {
    staleTime: 0,
  });

/** Fetches the next new order after this one, or the oldest one. */
export function nextNewOrderQuery(orderId: number) {
  return queryOptions({
    queryKey: ["orders", "next new", orderId],
    queryFn: async ({ signal }) => {
      const newest = await newOrders(1, signal);
      // the oldest order is on the last page, or on the one before if this order is alone on the last
      const last = Math.ceil(newest.total / pageSize);
      const pages = last <= 1 ? [] : [await newOrders(last, signal), await newOrders(last - 1, signal)];
      return nextOrderAfter(orderId, [...pages.flatMap(({ data }) => data), ...newest.data]) ?? null;
    },
  });
}

const pageSize = 100;

function newOrders(page: number, signal: AbortSignal) {
  const body = { statusId: statuses.new, startDate: null, endDate: null, page, pageSize };
  return call("POST Order/GetOrdersBySearchFilters", { body }, { signal });
}

/** Returns the next newer order, or the oldest if there is none. */
export function nextOrderAfter(orderId: number, orders: readonly { orderId: number }[]): number | undefined {
  const ids = orders
    .map((order) => order.orderId)
    .filter((id) => id !== orderId)
    .toSorted((a, b) => a - b);
  return ids.find((id) => id > orderId) ?? ids[0];
}

/** Caches a changed order, and invalidates everything else that shows orders or stock. */
export function useCacheOrder() {
  const client = useQueryClient();
  return ({ data: order }: { data: StaffOrder }) => {
    const orderKey = staffOrderQuery(order.orderId).queryKey;
    // a response on its way may predate the change, so it is fetched again
    const isFetching = client.isFetching({ queryKey: orderKey, exact: true }) > 0;
    client.setQueryData(orderKey, order);
    void client.invalidateQueries({
      predicate: ({ queryKey }) =>
        (isFetching || queryKey.join() !== orderKey.join()) && queryKey[0] !== "site" && queryKey[0] !== "codes",
    });
  };
}
