import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "#web/lib/call.ts";

/** The next free SKU as the titles of a category are numbered; asked for again after an attempt to save that ended with wrong fields. */
export function nextSkuQuery(categoryId: number, attempt: number) {
  return queryOptions({
    queryKey: ["catalog", "next sku", categoryId, attempt],
    queryFn: async ({ signal }) => (await call("GET Inventory/GetNextSku", { query: { categoryId } }, { signal })).data,
    placeholderData: keepPreviousData,
    staleTime: 0, // colleagues take numbers at any moment
  });
}
