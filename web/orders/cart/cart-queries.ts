import { type QueryClient, queryOptions, useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { call } from "#web/lib/call.ts";
import { cartIdentifier } from "#web/lib/session.ts";

/** The cart's item count, and how many of which title. Fetched on every navigation; failures are silent. */
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
    staleTime: 2000, // the page's own start has just asked
  });
}

/** How many of a title are in the cart, as far as is known. */
export function quantityOf(client: QueryClient, inventoryId: number): number {
  const known = client.getQueryData(cartCountQuery(cartIdentifier()).queryKey);
  return known?.data.find((title) => title.inventoryId === inventoryId)?.quantity ?? 0;
}

/** The same for a component; none while a page from the server is hydrated. */
export function useInCart(inventoryId: number): number {
  const client = useQueryClient();
  return useSyncExternalStore(
    (listener) => client.getQueryCache().subscribe(listener),
    () => quantityOf(client, inventoryId),
    () => 0,
  );
}
