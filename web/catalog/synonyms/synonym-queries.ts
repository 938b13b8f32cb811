import { dataQuery } from "#web/lib/queries.ts";
import { call } from "#web/lib/call.ts";
import { pageField } from "#web/lib/filters/address-filters.ts";
import { list, searchField } from "#web/lib/filters/list.ts";
import { routeId } from "#web/lib/route-id.ts";

export const thesaurus = list({
  path: "/admin/synonyms",
  filters: {
    searchString: searchField("q", "Find an entry", { placeholder: "A word in any of its lists" }),
    page: pageField(),
  },
  key: ["thesaurus", "list"],
  ask: (query, context) => call("GET Synonyms/GetEntries", { query }, context),
});

export const synonymGroupQuery = (id: number) =>
  dataQuery(["thesaurus", "entry", id], (context) => call("GET Synonyms/GetEntry/{id}", { params: { id } }, context));

/** The id in admin/synonyms/{id}: 0 for "add", which adds; undefined if invalid. */
export const entryIdOf = (text: string | undefined): number | undefined => (text === "add" ? 0 : routeId(text));
