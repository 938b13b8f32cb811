import { answerQuery } from "#web/lib/queries.ts";
import { call } from "#web/lib/call.ts";
import { troubleWith } from "#web/lib/filters/day-range.ts";
import { type SecurityFilters, securityPageSize } from "./security-filters.ts";

/** One page of the security trail; not requested while the days are in the wrong order. Never cached. */
export const securityQuery = (filters: SecurityFilters) =>
  answerQuery(
    ["security", filters],
    (context) => call("GET Security/GetEvents", { query: { ...filters, pageSize: securityPageSize } }, context),
    { keepPrevious: true, staleTime: 0, enabled: !troubleWith(filters) },
  );
