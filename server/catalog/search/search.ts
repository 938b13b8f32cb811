import type * as calls from "#contract/catalog/catalog.ts";
import type { getArchivedTitles } from "#contract/catalog/archive.ts";
import type { Given, Received } from "#contract/wire/endpoint.ts";
import type { Database } from "#server/platform/database.ts";
import { type ClaimListSlot, shortList } from "#server/platform/lists/long-list.ts";
import { presentItem } from "../titles/catalog.present.ts";
import type { ItemRow } from "../titles/catalog.queries.ts";
import { codesOf } from "../codes/codes.queries.ts";
import { itemsInPages } from "../titles/items-in-pages.ts";
import { allIds, searchItems } from "./search.queries.ts";
import { parsedOf, type Terms } from "./meaning.rules.ts";
import type { Chosen, SearchFilters } from "#contract/catalog/facets.ts";
import type { Search } from "../titles/title-filters.queries.ts";
import { commonWords, languageOf } from "./words-of-languages.ts";

type Call = typeof calls.getInventoryBySearchParams;

/** Returns a page of results, or all of them without page and page size: as a long list if there are many. */
export async function search(
  db: Database,
  query: Received<Call>["query"],
  claimListSlot: ClaimListSlot,
): Promise<Given<Call>["data"]> {
  const { sort, page, pageSize } = query;
  const isWhole = page === undefined && pageSize === undefined;
  const request = {
    ...searchOf(query),
    sort,
    page: { number: page ?? 1, size: pageSize ?? (isWhole ? shortList : 18) },
  };
  const { page: firstResults, terms } = await firstPage(db, request, isWhole);
  if (firstResults) return firstResults;
  await claimListSlot();
  const { inStock, outOfStock } = await allIds(db, request, terms);
  return {
    searchInStockResults: itemsInPages(db, request.stock === "out" ? [] : inStock),
    searchOutOfStockResults: itemsInPages(db, request.stock === "in" ? [] : outOfStock),
    inStockTotal: inStock.length,
    outOfStockTotal: outOfStock.length,
    understood: await understoodOf(terms),
  };
}

/** Returns the first page of results, or only its terms if a longer list is requested as a whole. */
async function firstPage(db: Database, request: Parameters<typeof searchItems>[1], isWhole: boolean) {
  const { items: rows, inStockTotal, outOfStockTotal, terms } = await searchItems(db, request);
  if (isWhole && inStockTotal + outOfStockTotal > shortList) return { terms };
  const codes = await codesOf(db);
  const items = rows.map((row) => presentItem(row, codes));
  const page = {
    searchInStockResults: items.filter(({ inStock }) => inStock > 0),
    searchOutOfStockResults: items.filter(({ inStock }) => inStock === 0),
    inStockTotal,
    outOfStockTotal,
    understood: await understoodOf(terms),
  };
  return { page, terms };
}

async function understoodOf(terms: Terms | undefined) {
  if (!terms) return undefined;
  const common = await commonWords();
  return parsedOf(terms, (text) => languageOf(text, text.split(/[ -]/), common));
}

type TitlePage = Given<typeof getArchivedTitles>;
type Query = Received<typeof getArchivedTitles>["query"];

/** Returns a page of archived titles that match. */
export async function searchArchived(db: Database, query: Query): Promise<TitlePage> {
  const { items, archivedTotal: total } = await searchItems(db, { ...pagedSearch(query), stock: "archived" });
  return presented(db, items, total);
}

/** Returns a page of low-stock titles that match. */
export async function searchLowStock(db: Database, query: Query, lowAt: number): Promise<TitlePage> {
  const { items, inStockTotal: total } = await searchItems(db, { ...pagedSearch(query), stock: "in", lowAt });
  return presented(db, items, total);
}

const pagedSearch = ({ searchString: text, page = 1, pageSize = 10, ...codes }: Query) => ({
  ...codes,
  text,
  page: { number: page, size: pageSize },
});

async function presented(db: Database, items: readonly ItemRow[], total: number): Promise<TitlePage> {
  const codes = await codesOf(db);
  return { data: items.map((row) => presentItem(row, codes)), total };
}

/** Converts a query to a search without a page. */
export function searchOf(query: SearchFilters): Omit<Search, "page"> & { chosen: Chosen } {
  const { searchString: text, categoryId, subjectId, gradeId, inStockOnly, outOfStockOnly } = query;
  const { formats = [], subjects = [], grades = [], languages = [], years = [], publishers = [] } = query;
  return {
    text,
    categoryId,
    subjectId,
    gradeId,
    chosen: { formats, subjects, grades, languages, years, publishers },
    stock: inStockOnly ? "in" : outOfStockOnly ? "out" : "all",
  };
}
