import { type Audience, audiences } from "#contract/admin/messages.ts";
import { call } from "#web/lib/call.ts";
import { addressFilters, choiceField, idField, textField } from "#web/lib/filters/address-filters.ts";
import { dataQuery } from "#web/lib/queries.ts";

/** The page that writes to borrowers; its address says to whom. */
export const writingTo = addressFilters<Audience>("/admin/write", {
  to: choiceField<Audience["to"]>("to", "overdue", audiences),
  id: idField("id"),
  school: textField("school"),
  district: textField("district"),
});

export const audienceQuery = (audience: Audience) =>
  dataQuery(
    ["borrowers", "audience", audience],
    (context) => call("GET Mail/GetAudience", { query: audience }, context),
    {
      staleTime: 0,
    },
  );
