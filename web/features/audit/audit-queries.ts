import { answerQuery } from "#web/lib/queries.ts";
import { troubleWith } from "#web/lib/filters/day-range.ts";
import { call } from "#web/lib/call.ts";
import { type AuditFilters, auditPageSize } from "./audit-filters.ts";

/**
 * One page of the audit; not requested while the days are in the wrong order. Never cached: changes come from
 * elsewhere.
 */
export function auditQuery(filters: AuditFilters) {
  const { text, ...rest } = filters;
  return answerQuery(
    ["audit", filters],
    (context) =>
      call("GET Audit/GetEntries", { query: { ...rest, searchString: text, pageSize: auditPageSize } }, context),
    { keepPrevious: true, staleTime: 0, enabled: !troubleWith(filters) },
  );
}
