import { queryOptions } from "@tanstack/react-query";
import { call } from "#web/lib/call.ts";

/** One copy with its title. */
export function copyQuery(inventoryItemId: number) {
  return queryOptions({
    // under "catalog", so that it is refetched when its title is saved
    queryKey: ["catalog", "copy", inventoryItemId],
    queryFn: async ({ signal }) =>
      (await call("GET Inventory/GetInventoryItemById/{id}", { params: { id: inventoryItemId } }, { signal })).data,
  });
}
