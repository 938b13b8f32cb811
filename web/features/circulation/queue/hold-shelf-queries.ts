import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "#web/lib/call.ts";
import { addressFilters, pageField } from "#web/lib/filters/address-filters.ts";

export const holdFilters = addressFilters<{ page: number }>("/admin/holds", { page: pageField() });

/** A page of the copies that are held. */
export function holdShelfQuery(page: number) {
  return queryOptions({
    queryKey: ["queue", "hold shelf", page],
    queryFn: ({ signal }) => call("GET Queue/GetHoldShelf", { query: { page } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}
