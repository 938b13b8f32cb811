import { answerQuery } from "#web/lib/queries.ts";
import { call } from "#web/lib/call.ts";
import { addressFilters, pageField } from "#web/lib/filters/address-filters.ts";

export const holdFilters = addressFilters<{ page: number }>("/admin/holds", { page: pageField() });

/** A page of the copies that are held. */
export const holdShelfQuery = (page: number) =>
  answerQuery(
    ["queue", "hold shelf", page],
    (context) => call("GET Queue/GetHoldShelf", { query: { page } }, context),
    { keepPrevious: true, staleTime: 0 },
  );
