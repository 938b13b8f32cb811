import { dataQuery } from "#web/lib/queries.ts";
import { call } from "#web/lib/call.ts";
import { pageField, textField } from "#web/lib/filters/address-filters.ts";
import { list, searchField, selectField, sortField } from "#web/lib/filters/list.ts";

export const borrowers = list({
  path: "/admin/borrowers",
  filters: {
    searchString: searchField("q", "Find borrowers", {
      hint: "Search by name, school, district, email, phone, or username.",
    }),
    county: textField("county", { kind: "text", label: "County" }),
    state: selectField("state", "Show", [
      { value: "", label: "All borrowers" },
      { value: "out", label: "With current loans" },
      { value: "late", label: "Late" },
      { value: "claim", label: "With an open claim" },
      { value: "blocked", label: "Blocked" },
      { value: "unconfirmed", label: "Email not confirmed" },
    ]),
    sort: sortField("sort", "Sort by", [
      { value: "name", label: "Name" },
      { value: "school", label: "School" },
      { value: "newest", label: "Newest" },
      { value: "due", label: "Due soonest" },
    ]),
    page: pageField(),
  },
  key: ["borrowers", "list"],
  ask: (query, context) => call("GET Borrowers/Search", { query }, context),
});

export const borrowerPageQuery = (id: number) =>
  dataQuery(["borrowers", "one", id], (context) => call("GET Borrowers/Get/{id}", { params: { id } }, context));

export const colleaguesQuery = (id: number, searchString: string) =>
  dataQuery(["borrowers", "colleagues", id, searchString], (context) =>
    call("GET Borrowers/GetColleagues/{id}", { params: { id }, query: { searchString } }, context),
  );

/** The kinds of queries to refetch after a borrower changes. */
export const ofBorrowers = ["borrowers", "orders", "mail", "claims"];
