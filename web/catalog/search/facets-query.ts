import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Filters } from "#web/catalog/filters.ts";
import { call } from "#web/lib/call.ts";

/** What these filters find, apart from the order and the page. */
function searchOf({ text, category, subject, grade = 0, sort: _sort, page: _page, ...rest }: Filters) {
  return { ...rest, searchString: text, categoryId: category, subjectId: subject, gradeId: grade };
}

/** The counts beside the result; those of the result before stay until then. Without them the result is as good. */
export function facetsQuery(filters: Filters, most: number) {
  const query = { ...searchOf(filters), most };
  return queryOptions({
    queryKey: ["catalog", "facets", query],
    queryFn: async ({ signal }) => (await call("GET Inventory/GetFacets", { query }, { signal })).data,
    placeholderData: keepPreviousData,
    retry: false,
    meta: { background: true },
  });
}

/** What helps where nothing was found. */
export function helpQuery(filters: Filters) {
  const query = searchOf(filters);
  return queryOptions({
    queryKey: ["catalog", "help", query],
    queryFn: async ({ signal }) => (await call("GET Inventory/GetSearchHelp", { query }, { signal })).data,
    retry: false,
    meta: { background: true },
  });
}
