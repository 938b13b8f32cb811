import { dataQuery } from "#web/lib/queries.ts";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { SearchResults } from "#contract/catalog/catalog.ts";
import { call } from "#web/lib/call.ts";
import type { Filters } from "./filters.ts";

const codesStaleTime = 60_000; // ms; managers change codes now and then

export const categoriesQuery = dataQuery(
  ["codes", "categories"],
  (context) => call("GET Code/GetEveryCategory", {}, context),
  { staleTime: codesStaleTime },
);

export const subjectsQuery = dataQuery(
  ["codes", "subjects"],
  (context) => call("GET Code/GetEverySubject", {}, context),
  { staleTime: codesStaleTime },
);

/** The grades; the first is the search's default. */
export const gradesQuery = dataQuery(["codes", "grades"], (context) => call("GET Code/GetEveryGrade", {}, context), {
  staleTime: codesStaleTime,
});

export const recentItemsQuery = (itemCount: number) =>
  dataQuery(["catalog", "recent", itemCount], (context) =>
    call("GET Inventory/GetRecentItems", { query: { itemCount } }, context),
  );

export const itemQuery = (id: string) =>
  dataQuery(["catalog", "item", id], (context) => call("GET Inventory/Get/{id}", { params: { id } }, context));

export const searchPageSize = 18;

/** A search result. `of` is its own search while the results of another one load. */
export type DisplayedResults = SearchResults & { of?: Filters | undefined };

/** Returns one page of a search, titles in stock first. Without a grade filter, the first grade applies. */
export function searchQuery(filters: Filters, client: QueryClient) {
  return queryOptions({
    queryKey: ["catalog", "search", filters] as const,
    queryFn: async ({ signal }): Promise<DisplayedResults> => {
      const { text, category, subject, grade, ...rest } = filters;
      const gradeId = grade ?? (await client.query({ ...gradesQuery, staleTime: "static" }))[0]?.gradeId ?? 0;
      const query = {
        ...rest,
        searchString: text,
        categoryId: category,
        subjectId: subject,
        gradeId,
        pageSize: searchPageSize,
      };
      return (await call("GET Inventory/GetInventoryBySearchParams", { query }, { signal })).data;
    },
    // the previous results stay until the new ones load, labeled with their own search
    placeholderData: (previous: DisplayedResults | undefined, query) =>
      previous && { ...previous, of: query?.queryKey[2] },
  });
}
