import type { QueryClient } from "@tanstack/react-query";
import { queryOptions } from "@tanstack/react-query";
import type { SearchResults } from "#contract/catalogue.ts";
import { call } from "#web/lib/call.ts";
import type { Filters } from "./filters.ts";

const codes = { staleTime: Infinity };

/** Book, Video, Audio. */
export const categoriesQuery = queryOptions({
  queryKey: ["codes", "categories"],
  queryFn: async ({ signal }) => (await call("GET Code/GetEveryCategory", {}, { signal })).data,
  ...codes,
});

/** The subjects of health education. */
export const subjectsQuery = queryOptions({
  queryKey: ["codes", "subjects"],
  queryFn: async ({ signal }) => (await call("GET Code/GetEverySubject", {}, { signal })).data,
  ...codes,
});

/** The grades; the first is the default of the search. */
export const gradesQuery = queryOptions({
  queryKey: ["codes", "grades"],
  queryFn: async ({ signal }) => (await call("GET Code/GetEveryGrade", {}, { signal })).data,
  ...codes,
});

/** The newest titles. */
export function recentItemsQuery(itemCount: number) {
  return queryOptions({
    queryKey: ["catalogue", "recent", itemCount],
    queryFn: async ({ signal }) =>
      (await call("GET Inventory/GetRecentItems", { query: { itemCount } }, { signal })).data,
  });
}

/** One title by its id. */
export function itemQuery(id: string) {
  return queryOptions({
    queryKey: ["catalogue", "item", id],
    queryFn: async ({ signal }) => (await call("GET Inventory/Get/{id}", { params: { id } }, { signal })).data,
  });
}

/** Titles on a page of the search. */
export const searchPageSize = 18;

/** What was found. `of`: by another search than the one asked for, which is awaited. */
export type Found = SearchResults & { of?: Filters | undefined };

/** One page of the search: in-stock titles first; without a grade in the filters, the first grade counts. */
export function searchQuery(filters: Filters, client: QueryClient) {
  return queryOptions({
    queryKey: ["catalogue", "search", filters] as const,
    queryFn: async ({ signal }): Promise<Found> => {
      const gradeId = filters.grade ?? (await client.query({ ...gradesQuery, staleTime: "static" }))[0]?.gradeId ?? 0;
      const query = {
        searchString: filters.text,
        categoryId: filters.category,
        subjectId: filters.subject,
        gradeId,
        inStockOnly: filters.inStockOnly,
        page: filters.page,
        pageSize: searchPageSize,
      };
      return (await call("GET Inventory/GetInventoryBySearchParams", { query }, { signal })).data;
    },
    // the list before stays until then, and says what it is a list of
    placeholderData: (before: Found | undefined, query) => before && { ...before, of: query?.queryKey[2] },
  });
}
