import { keepPreviousData, queryOptions } from "@tanstack/react-query";
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

/** Why copies of a title cannot be ordered: the sum, and a page of the copies. */
export function stockReasonsQuery(inventoryId: number, page: number) {
  return queryOptions({
    queryKey: ["circulation", "stock reasons", inventoryId, page],
    queryFn: ({ signal }) =>
      call("GET Inventory/GetStockReasons/{id}", { params: { id: inventoryId }, query: { page } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}
