import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { reasonsOnAPage } from "#contract/titles/stock-reasons.ts";
import { call } from "#web/lib/call.ts";

/** Says nothing when it fails: the page says already that the title is out of stock. */
export function availabilityQuery(inventoryId: number) {
  return queryOptions({
    queryKey: ["circulation", "availability", inventoryId],
    queryFn: async ({ signal }) =>
      (await call("GET Inventory/GetAvailability/{id}", { params: { id: inventoryId } }, { signal })).data,
    meta: { background: true },
  });
}

/** Why copies of a title cannot be ordered, page by page. */
export function stockReasonsQuery(inventoryId: number) {
  return infiniteQueryOptions({
    queryKey: ["circulation", "stock reasons", inventoryId],
    queryFn: ({ signal, pageParam: page }) =>
      call("GET Inventory/GetStockReasons/{id}", { params: { id: inventoryId }, query: { page } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) => (pages.length * reasonsOnAPage < total ? pages.length + 1 : undefined),
    staleTime: 0,
  });
}
