import { dataQuery } from "#web/lib/queries.ts";
import { schoolUsePageSize } from "#contract/people/schools.ts";
import { pageField } from "#web/lib/filters/address-filters.ts";
import { endField, list, sortField, startField } from "#web/lib/filters/list.ts";
import { call } from "#web/lib/call.ts";

export const schoolUse = list({
  path: "/admin/schools",
  filters: {
    by: sortField("by", "Count by", [
      { value: "county", label: "County" },
      { value: "district", label: "District" },
      { value: "school", label: "School" },
    ]),
    startDate: startField(),
    endDate: endField(),
    page: pageField("use"),
  },
  key: ["schools", "use"],
  ask: (query, context) => call("GET Schools/GetUse", { query }, context),
  pageSize: schoolUsePageSize,
});

export const directoryQuery = dataQuery(["schools", "directory"], (context) =>
  call("GET Schools/GetDirectory", {}, context),
);
