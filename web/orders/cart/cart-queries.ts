import { type QueryClient, queryOptions, useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { call } from "#web/lib/call.ts";
import { cartIdentifier } from "#web/lib/session.ts";

/** Fetched on every navigation. Failures are silent. */
export function cartCountQuery(identifier: string | null) {
  return queryOptions({
    queryKey: ["cart", "count", identifier],
    queryFn: async ({ signal }) =>
      identifier
        ? call("GET Cart/GetCartItemCount/{identifier}", { params: { identifier } }, { signal })
        : { cartCount: 0, data: [] },
    retry: false,
    meta: { background: true },
  });
}

export function cartItemsQuery(identifier: string | null) {
  return queryOptions({
    queryKey: ["cart", "items", identifier],
    queryFn: async ({ signal }) =>
      identifier
        ? (await call("GET Cart/GetCartItemsByIdentifier/{identifier}", { params: { identifier } }, { signal })).data
        : [],
    staleTime: 2000, // the page has just fetched them
  });
}

/** Fetches the day by which an order without dates arrives. */
export const expectedArrivalQuery = () =>
  queryOptions({
    queryKey: ["cart", "expected arrival"],
    queryFn: async ({ signal }) => (await call("GET Cart/GetTeachingDays", { query: {} }, { signal })).expectBy,
    meta: { background: true },
  });

/** Returns the last known quantity of a title in the cart. */
export function quantityOf(client: QueryClient, inventoryId: number): number {
  const count = client.getQueryData(cartCountQuery(cartIdentifier()).queryKey);
  return count?.data.find((title) => title.inventoryId === inventoryId)?.quantity ?? 0;
}

/** Returns the quantity of a title in the cart, or 0 while a page from the server hydrates. */
export function useInCart(inventoryId: number): number {
  const client = useQueryClient();
  return useSyncExternalStore(
    (listener) => client.getQueryCache().subscribe(listener),
    () => quantityOf(client, inventoryId),
    () => 0,
  );
}

/** Returns the first and the last teaching date of this visit, or an empty array if none are chosen. */
export function storedDates(): string[] {
  return sessionStorage.getItem("teachingDays")?.split("/") ?? [];
}
