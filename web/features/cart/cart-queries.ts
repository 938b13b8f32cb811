import { queryOptions } from "@tanstack/react-query";
import { call } from "#web/lib/call.ts";

/** The cart's item count. Fetched on every navigation; failures are silent. */
export function cartCountQuery(identifier: string | null) {
  return queryOptions({
    queryKey: ["cart", "count", identifier],
    queryFn: async ({ signal }) =>
      identifier
        ? (await call("GET Cart/GetCartItemCount/{identifier}", { params: { identifier } }, { signal })).cartCount
        : 0,
    retry: false,
    meta: { background: true },
  });
}

/** The cart's lines; nothing before the first add. */
export function cartItemsQuery(identifier: string | null) {
  return queryOptions({
    queryKey: ["cart", "items", identifier],
    queryFn: async ({ signal }) =>
      identifier
        ? (await call("GET Cart/GetCartItemsByIdentifier/{identifier}", { params: { identifier } }, { signal })).data
        : [],
    staleTime: 0,
  });
}
