import { call } from "#web/lib/call.ts";
import { addressFilters, pageField } from "#web/lib/filters/address-filters.ts";
import { answerQuery } from "#web/lib/queries.ts";

export const riskFilters = addressFilters<{ page: number }>("/admin/at-risk", { page: pageField() });

/** A page of the orders that miss a copy, with what would help. */
export const risksQuery = (page: number) =>
  answerQuery(["orders", "at risk", page], (context) => call("GET Promises/GetRisks", { query: { page } }, context), {
    keepPrevious: true,
    staleTime: 0,
  });
