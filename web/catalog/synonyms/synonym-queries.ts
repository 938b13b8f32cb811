import { dataQuery } from "#web/lib/queries.ts";
import { call } from "#web/lib/call.ts";
import { pageField, routeId } from "#web/lib/filters/address-filters.ts";
import { list, searchField } from "#web/lib/filters/list.ts";

export const synonymGroups = list({
  path: "/admin/synonyms",
  filters: {
    searchString: searchField("q", "Find an entry", { placeholder: "Any of its words" }),
    page: pageField(),
  },
  key: ["synonyms", "list"],
  ask: (query, context) => call("GET Synonyms/GetEntries", { query }, context),
});

export const synonymGroupQuery = (id: number) =>
  dataQuery(["synonyms", "entry", id], (context) => call("GET Synonyms/GetEntry/{id}", { params: { id } }, context));

/** Returns the id in admin/synonyms/{id}: 0 for "add", undefined if invalid. */
export const entryIdOf = (text: string | undefined): number | undefined => (text === "add" ? 0 : routeId(text));
