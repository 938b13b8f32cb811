import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "#web/lib/call.ts";
import { troubleWith } from "#web/lib/filters/day-range.ts";
import { type SecurityFilters, securityPageSize } from "./security-filters.ts";

/** One page of the security trail; not requested while the days are in the wrong order. Never cached. */
export function securityQuery(filters: SecurityFilters) {
  return queryOptions({
    queryKey: ["security", filters],
    queryFn: ({ signal }) =>
      call("GET Security/GetEvents", { query: { ...filters, pageSize: securityPageSize } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    enabled: !troubleWith(filters),
  });
}
