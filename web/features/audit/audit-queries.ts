import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { troubleWith } from "#web/lib/address-filters.ts";
import { call } from "#web/lib/call.ts";
import type { AuditFilters } from "./audit-filters.ts";
import { auditPageSize } from "./audit-filters.ts";

/** One page of the audit; not asked while the days are the wrong way round. What is audited changes elsewhere: always anew. */
export function auditQuery(filters: AuditFilters) {
  const { text, ...rest } = filters;
  return queryOptions({
    queryKey: ["audit", filters],
    queryFn: ({ signal }) =>
      call("GET Audit/GetEntries", { query: { ...rest, searchString: text, pageSize: auditPageSize } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    enabled: !troubleWith(filters),
  });
}
