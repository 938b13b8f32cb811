import { readScan } from "#contract/desk/scans.ts";
import type * as calls from "#contract/catalog/catalog.ts";
import type { Item } from "#contract/catalog/catalog.ts";
import type { getArchivedTitles } from "#contract/catalog/archive.ts";
import type { Given, Received } from "#contract/wire/endpoint.ts";
import type { Database } from "#server/platform/database.ts";
import { type ClaimListSlot, shortList } from "#server/platform/lists/long-list.ts";
import { codesOf } from "../codes/codes.queries.ts";
import { itemsById, itemsInPages } from "../titles/items-in-pages.ts";
import { findTitles, itemsNumbered, type Search } from "./search.queries.ts";
import { parsedOf, type Terms } from "./meaning.rules.ts";
import { minResults, relaxTerms, strictTerms } from "./relax.ts";
import { plainText } from "./searched-words.rules.ts";
import { understand } from "./understand.ts";
import { commonWords, languageOf } from "./words-of-languages.ts";
import type { Chosen, SearchFilters } from "#contract/catalog/facets.ts";

type Call = typeof calls.getInventoryBySearchParams;

/** Returns a page of results, or all of them without page and page size: as a long list if there are many. */
export async function search(
  db: Database,
  query: Received<Call>["query"],
  claimListSlot: ClaimListSlot,
): Promise<Given<Call>["data"]> {
  const isWhole = query.page === undefined && query.pageSize === undefined;
  const request = {
    ...searchOf(query),
    sort: query.sort,
    page: { number: query.page ?? 1, size: query.pageSize ?? (isWhole ? shortList : 18) },
  };
  const { ids, terms, ...first } = await searchTitles(db, request);
  const common = await commonWords();
  const parsedQuery = terms && parsedOf(terms, (text) => languageOf(text, text.split(/[ -]/), common));
  if (!isWhole || first.inStockTotal + first.outOfStockTotal <= shortList) {
    const items = await itemsInOrder(db, ids);
    return {
      searchInStockResults: items.filter(({ inStock }) => inStock > 0),
      searchOutOfStockResults: items.filter(({ inStock }) => inStock === 0),
      inStockTotal: first.inStockTotal,
      outOfStockTotal: first.outOfStockTotal,
      parsedQuery,
    };
  }
  await claimListSlot();
  const { ids: all, inStockTotal, outOfStockTotal } = await findTitles(db, { ...request, page: undefined }, terms);
  const firstOutOfStock = request.stock === "out" ? 0 : inStockTotal;
  return {
    searchInStockResults: itemsInPages(db, all.slice(0, firstOutOfStock)),
    searchOutOfStockResults: itemsInPages(db, all.slice(firstOutOfStock)),
    inStockTotal,
    outOfStockTotal,
    parsedQuery,
  };
}

type TitlePage = Given<typeof getArchivedTitles>;
type Query = Received<typeof getArchivedTitles>["query"];

/** Returns a page of archived or low-stock titles that match. */
export async function searchList(
  db: Database,
  { searchString: text, page = 1, pageSize = 10, ...codes }: Query,
  list: Pick<Search, "stock" | "lowAt">,
): Promise<TitlePage> {
  const { ids, total } = await searchTitles(db, { ...codes, text, page: { number: page, size: pageSize }, ...list });
  return { data: await itemsInOrder(db, ids), total };
}

async function itemsInOrder(db: Database, ids: readonly number[]): Promise<Item[]> {
  const items = await itemsById(db, ids);
  return ids.flatMap((id) => items.get(id) ?? []);
}

/** Finds titles with every word of a search, or with most of them if that finds too few. */
export const searchTitles = (db: Database, search: Search) =>
  readSearch(db, search, async (terms) => ({ ...(await findTitles(db, search, terms)), terms }));

/** Reads a search as `searchTitles` does. Without a text there are no terms. */
export async function readSearch<Results extends { listed: number }>(
  db: Database,
  search: Search,
  find: (terms: Terms | undefined) => Promise<Results>,
): Promise<Results> {
  if (plainText(search.text) === "") return find(undefined);
  const exact = await itemsNumbered(db, search.text.trim());
  const meaning = await understand(db, search.text, await codesOf(db));
  const terms = strictTerms(meaning, exact, search);
  const results = await find(terms);
  if (results.listed >= minResults(terms)) return results;
  const relaxed = await relaxTerms(db, terms, results.listed);
  if (!relaxed) return results;
  const more = await find(relaxed);
  if (more.listed > results.listed) return more;
  const [format] = relaxed.filters;
  if (results.listed > 0 || !format) return results;
  const inOthers = await find({ ...relaxed, filters: [], missingFormat: format.name });
  return inOthers.listed > 0 ? inOthers : results;
}

/** Converts a query to a search without a page. */
export function searchOf(query: SearchFilters): Search & { chosen: Chosen } {
  const { searchString: text, categoryId, subjectId, gradeId, inStockOnly, outOfStockOnly } = query;
  const { formats = [], subjects = [], grades = [], languages = [], years = [], publishers = [] } = query;
  return {
    text: readScan(text), // here rather than in the contract, because the search page loads that
    categoryId,
    subjectId,
    gradeId,
    chosen: { formats, subjects, grades, languages, years, publishers },
    stock: inStockOnly ? "in" : outOfStockOnly ? "out" : "all",
  };
}
