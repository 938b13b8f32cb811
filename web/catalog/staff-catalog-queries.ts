import type { Item } from "#contract/catalog/catalog.ts";
import type { SynonymGroup } from "#contract/catalog/synonyms.ts";
import type { CopyCounts } from "#contract/catalog/archive.ts";
import { call } from "#web/lib/call.ts";
import { codeField, idField, pageField, routeId } from "#web/lib/filters/address-filters.ts";
import { list, searchField, selectField } from "#web/lib/filters/list.ts";
import { dataQuery } from "#web/lib/queries.ts";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { categoriesQuery, gradesQuery, subjectsQuery } from "./catalog-queries.ts";
import { combineQueries } from "#web/ui/data/paged-list.tsx";

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

/** Returns the next available SKU of a category; `attempt` refetches it after a save is refused. */
export const nextSkuQuery = (categoryId: number, attempt: number) =>
  dataQuery(
    ["catalog", "next sku", categoryId, attempt],
    (context) => call("GET Inventory/GetNextSku", { query: { categoryId } }, context),
    { keepPrevious: true, staleTime: 0 }, // colleagues may use a number at any moment
  );

const plainIsbn = (text: string) => text.replace(/[^\dX]/gi, "");

/** Returns whether a text has all digits of an ISBN; the first ten of thirteen aren't one. */
export const isWholeIsbn = (text: string) => /^(?:97[89]\d{10}|(?!97[89])\d{9}[\dX])$/i.test(plainIsbn(text));

/** Returns what the server knows about an ISBN, and the source for looking it up, also without one. */
export const isbnQuery = (text: string) => {
  const isbn = isWholeIsbn(text) ? plainIsbn(text) : "";
  return dataQuery(["catalog", "isbn", isbn], (context) =>
    call("GET Inventory/CheckIsbn", { query: { isbn } }, context),
  );
};

export type Codes = NonNullable<ReturnType<typeof useCodes>["data"]>;

export function useCodes() {
  return combineQueries({
    categories: useQuery(categoriesQuery),
    subjects: useQuery(subjectsQuery),
    grades: useQuery(gradesQuery),
  });
}

// under "catalog", so that it is refetched when its title is saved
export const copyQuery = (inventoryItemId: number) =>
  dataQuery(["catalog", "copy", inventoryItemId], (context) =>
    call("GET Inventory/GetInventoryItemById/{id}", { params: { id: inventoryItemId } }, context),
  );

/** Lists the copies of a title, or all active copies that match a search or have no printed label, in one response. */
export const labelCopies = list({
  path: "/admin/labels",
  filters: {
    inventoryId: idField("item"),
    searchString: searchField("q", "Search", { placeholder: "Title, SKU, shelf" }),
    shown: selectField("show", "Copies", [
      { value: "", label: "Without a printed label" },
      { value: "any", label: "All copies" },
    ]),
    page: pageField(),
  },
  key: ["catalog", "labels"],
  ask: ({ inventoryId, searchString, shown }, context) => {
    const query = { inventoryId, searchString, includeLabeled: shown === "any" };
    return call("GET Labels/GetCopies", { query }, context);
  },
});

/** Returns the query of every page, because each shows part of one response. */
export const labelCopiesQuery = (filters: typeof labelCopies.none) => labelCopies.query({ ...filters, page: 1 });

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

export type RemovedEntry = Pick<SynonymGroup, "words" | "alsoTyped" | "broader">;

/** Holds the words of the last removed entry, to undo its removal. */
export const removedEntryQuery = queryOptions<RemovedEntry | null>({
  queryKey: ["removed synonym entry"],
  queryFn: () => null,
  enabled: false,
  gcTime: 10 * 60_000, // ms; after that, the activity log still has its words
});
