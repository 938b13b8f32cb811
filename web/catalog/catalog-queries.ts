import { dataQuery } from "#web/lib/queries.ts";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { SearchResults } from "#contract/catalog/catalog.ts";
import { call } from "#web/lib/call.ts";
import type { Filters } from "./filters.ts";

const codesLast = 60_000; // ms; managers change them now and then

export const categoriesQuery = dataQuery(
  ["codes", "categories"],
  (context) => call("GET Code/GetEveryCategory", {}, context),
  { staleTime: codesLast },
);

export const subjectsQuery = dataQuery(
  ["codes", "subjects"],
  (context) => call("GET Code/GetEverySubject", {}, context),
  { staleTime: codesLast },
);

/** The grades; the first is the search's default. */
export const gradesQuery = dataQuery(["codes", "grades"], (context) => call("GET Code/GetEveryGrade", {}, context), {
  staleTime: codesLast,
});

export const recentItemsQuery = (itemCount: number) =>
  dataQuery(["catalog", "recent", itemCount], (context) =>
    call("GET Inventory/GetRecentItems", { query: { itemCount } }, context),
  );

export const itemQuery = (id: string) =>
  dataQuery(["catalog", "item", id], (context) => call("GET Inventory/Get/{id}", { params: { id } }, context));

export const searchPageSize = 18;

/** A search result. `of` is the search it belongs to while another one is loading. */
export type Found = SearchResults & { of?: Filters | undefined };

/** One page of a search: in-stock titles first; without a grade filter, the first grade applies. */
export function searchQuery(filters: Filters, client: QueryClient) {
  return queryOptions({
    queryKey: ["catalog", "search", filters] as const,
    queryFn: async ({ signal }): Promise<Found> => {
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
    // the previous list stays until then, labeled with its own search
    placeholderData: (before: Found | undefined, query) => before && { ...before, of: query?.queryKey[2] },
  });
}
