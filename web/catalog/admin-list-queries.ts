import type { Item } from "#contract/catalog/catalog.ts";
import type { CopyCounts } from "#contract/catalog/archive.ts";
import { call } from "#web/lib/call.ts";
import { codeField, pageField } from "#web/lib/filters/address-filters.ts";
import { list, searchField, selectField } from "#web/lib/filters/list.ts";
import { dataQuery } from "#web/lib/queries.ts";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { categoriesQuery, gradesQuery, subjectsQuery } from "./catalog-queries.ts";
import { combineQueries } from "#web/ui/feedback/loading.tsx";

const codes = (name: string, label: string) => ({ ...codeField(name), input: { kind: "choice", label } as const });

const filters = {
  searchString: searchField("q", "Search", { placeholder: "Title, topic, SKU" }),
  categoryId: codes("category", "Category"),
  subjectId: codes("subject", "Subject"),
  gradeId: codes("grade", "Grade"),
  shown: selectField("show", "Show", [
    { value: "", label: "Titles in use" },
    { value: "low", label: "Low stock" },
    { value: "archived", label: "Archived" },
  ]),
  page: pageField(),
  /** The page of the out-of-stock list, which is below the list in stock. */
  outPage: pageField("outpage"),
};
const path = "/admin/inventorylist";

/** Lists the titles in stock, with low stock, or in the archive, as the filters say. */
export const inventory = list({
  path,
  filters,
  key: ["catalog", "admin list"],
  ask: async ({ shown, outPage: _outPage, ...rest }, { signal }) => {
    if (shown === "") {
      const query = { ...rest, inStockOnly: true };
      const { data } = await call("GET Inventory/GetInventoryBySearchParams", { query }, { signal });
      return { data: await withCounts(data.searchInStockResults, signal), total: data.inStockTotal };
    }
    const endpoint = shown === "low" ? "GET Inventory/GetLowStock" : "GET Inventory/GetArchived";
    const { data, total } = await call(endpoint, { query: rest }, { signal });
    return { data: await withCounts(data, signal), total };
  },
  pageSize: 10,
});

export const outOfStock = list({
  path,
  filters,
  key: ["catalog", "admin list", "out"],
  ask: async ({ shown: _shown, outPage: page, ...rest }, { signal }) => {
    const query = { ...rest, page, outOfStockOnly: true };
    const { data } = await call("GET Inventory/GetInventoryBySearchParams", { query }, { signal });
    return { data: await withCounts(data.searchOutOfStockResults, signal), total: data.outOfStockTotal };
  },
  pageSize: 5,
});

export type CountedItem = Item & { counts: CopyCounts | undefined };

async function withCounts(items: readonly Item[], signal: AbortSignal): Promise<CountedItem[]> {
  if (items.length === 0) return [];
  const ids = items.map(({ inventoryId }) => inventoryId).join(",");
  const { data } = await call("GET Inventory/GetCopyCounts", { query: { ids } }, { signal });
  const counts = new Map(data.map((each) => [each.inventoryId, each]));
  return items.map((item) => ({ ...item, counts: counts.get(item.inventoryId) }));
}

export const codeListsQuery = dataQuery(["code lists"], (context) => call("GET Code/GetLists", {}, context));

/** The next available SKU of a category; `attempt` refetches it after a save is refused. */
export function nextSkuQuery(categoryId: number, attempt: number) {
  return queryOptions({
    queryKey: ["catalog", "next sku", categoryId, attempt],
    queryFn: async ({ signal }) => (await call("GET Inventory/GetNextSku", { query: { categoryId } }, { signal })).data,
    placeholderData: keepPreviousData,
    staleTime: 0, // colleagues may use a number at any moment
  });
}

export function useCodes() {
  return combineQueries({
    categories: useQuery(categoriesQuery),
    subjects: useQuery(subjectsQuery),
    grades: useQuery(gradesQuery),
  });
}
