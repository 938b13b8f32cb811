import { dataQuery } from "#web/lib/queries.ts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "#web/lib/call.ts";
import { addressFilters, pageField, textField } from "#web/lib/filters/address-filters.ts";
import { routeId } from "#web/lib/route-id.ts";

type ThesaurusFilters = { text: string; page: number };

export const thesaurusFilters = addressFilters<ThesaurusFilters>("/admin/thesaurus", {
  text: textField("q"),
  page: pageField(),
});

export const thesaurusPageSize = 25;

/** One page of the entries. */
export function thesaurusQuery({ text, page }: ThesaurusFilters) {
  return queryOptions({
    queryKey: ["thesaurus", "list", text, page],
    queryFn: async ({ signal }) => {
      const query = { searchString: text, page, pageSize: thesaurusPageSize };
      return call("GET Thesaurus/GetEntries", { query }, { signal });
    },
    placeholderData: keepPreviousData,
  });
}

/** One entry, with what its words find now. */
export const thesaurusEntryQuery = (id: number) =>
  dataQuery(["thesaurus", "entry", id], (context) => call("GET Thesaurus/GetEntry/{id}", { params: { id } }, context));

/** The id in admin/thesaurus/{id}: 0 for "add", which adds; undefined if invalid. */
export const entryIdOf = (text: string | undefined): number | undefined => (text === "add" ? 0 : routeId(text));
