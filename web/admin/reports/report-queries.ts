import { reportPageSize } from "#contract/admin/reports.ts";
import { call } from "#web/lib/call.ts";
import { pageField } from "#web/lib/filters/address-filters.ts";
import { endField, list, selectField, startField } from "#web/lib/filters/list.ts";

const period = { startDate: startField(), endDate: endField(), page: pageField() };

export const loanReport = list({
  path: "/admin/reports",
  filters: {
    by: selectField("by", "Count by", [
      { value: "month", label: "Month" },
      { value: "title", label: "Title" },
      { value: "subject", label: "Subject" },
      { value: "grade", label: "Grade" },
      { value: "school", label: "School" },
      { value: "district", label: "District" },
      { value: "county", label: "County" },
    ]),
    ...period,
  },
  key: ["reports", "loans"],
  pageSize: reportPageSize,
  ask: ({ pageSize: _fixed, ...query }, context) => call("GET Reports/GetLoans", { query }, context),
});

export const demandReport = list({
  path: "/admin/reports/waits",
  filters: period,
  key: ["reports", "demand"],
  pageSize: reportPageSize,
  ask: ({ pageSize: _fixed, ...query }, context) => call("GET Reports/GetDemand", { query }, context),
});

export const unlentReport = list({
  path: "/admin/reports/not-lent",
  filters: period,
  key: ["reports", "unlent"],
  pageSize: reportPageSize,
  ask: ({ pageSize: _fixed, ...query }, context) => call("GET Reports/GetUnlent", { query }, context),
});
