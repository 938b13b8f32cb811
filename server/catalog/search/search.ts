import type * as calls from "#contract/catalog/catalog.ts";
import type { getArchivedTitles } from "#contract/catalog/archive.ts";
import type { Given, Received } from "#contract/wire/endpoint.ts";
import type { Database } from "#server/platform/database.ts";
import { type ClaimListSlot, shortList } from "#server/platform/lists/long-list.ts";
import { presentItem } from "../titles/catalog.present.ts";
import type { ItemRow } from "../titles/catalog.queries.ts";
import { codesOf } from "../codes/codes.queries.ts";
import { itemsInPages } from "../titles/items-in-pages.ts";
import { idsFound, searchItems } from "./search.queries.ts";
import { parsedOf } from "./meaning.rules.ts";
import type { Chosen, Searched } from "#contract/catalog/facets.ts";
import type { Search } from "../titles/title-filters.queries.ts";

type Call = typeof calls.getInventoryBySearchParams;

/** A page of the results; without page and page size, all of them: a long list when they are many. */
export async function search(
  db: Database,
  query: Received<Call>["query"],
  claimListSlot: ClaimListSlot,
): Promise<Given<Call>["data"]> {
  const { sort, page, pageSize } = query;
  const isWhole = page === undefined && pageSize === undefined;
  const wanted = {
    ...wantedOf(query),
    sort,
    page: { number: page ?? 1, size: pageSize ?? (isWhole ? shortList : 18) },
  };
  const { given, terms } = await firstPage(db, wanted, isWhole);
  if (given) return given;
  await claimListSlot();
  const { inStock, outOfStock } = await idsFound(db, wanted, terms);
  return {
    searchInStockResults: itemsInPages(db, wanted.stock === "out" ? [] : inStock),
    searchOutOfStockResults: itemsInPages(db, wanted.stock === "in" ? [] : outOfStock),
    inStockTotal: inStock.length,
    outOfStockTotal: outOfStock.length,
    understood: terms && parsedOf(terms),
  };
}

/** What is given of a page. Of the first of a longer list that is wanted whole only the terms are kept, since its reader waits. */
async function firstPage(db: Database, wanted: Parameters<typeof searchItems>[1], isWhole: boolean) {
  const { items: rows, inStockTotal, outOfStockTotal, terms } = await searchItems(db, wanted);
  if (isWhole && inStockTotal + outOfStockTotal > shortList) return { terms };
  const codes = await codesOf(db);
  const items = rows.map((row) => presentItem(row, codes));
  const given = {
    searchInStockResults: items.filter(({ inStock }) => inStock > 0),
    searchOutOfStockResults: items.filter(({ inStock }) => inStock === 0),
    inStockTotal,
    outOfStockTotal,
    understood: terms && parsedOf(terms),
  };
  return { given, terms };
}

type Found = Given<typeof getArchivedTitles>;
type Asked = Received<typeof getArchivedTitles>["query"];

/** A page of the archived titles that match. */
export async function searchArchived(db: Database, asked: Asked): Promise<Found> {
  const { items, archivedTotal: total } = await searchItems(db, { ...searchOf(asked), stock: "archived" });
  return presented(db, items, total);
}

/** A page of the titles that match of which few copies are left, because others are out or promised. */
export async function searchLowStock(db: Database, asked: Asked, lowAt: number): Promise<Found> {
  const { items, inStockTotal: total } = await searchItems(db, { ...searchOf(asked), stock: "in", lowAt });
  return presented(db, items, total);
}

const searchOf = ({ searchString: text, page = 1, pageSize = 10, ...codes }: Asked) => ({
  ...codes,
  text,
  page: { number: page, size: pageSize },
});

async function presented(db: Database, items: readonly ItemRow[], total: number): Promise<Found> {
  const codes = await codesOf(db);
  return { data: items.map((row) => presentItem(row, codes)), total };
}

/** What a query asks for, without the page. */
export function wantedOf(query: Searched): Omit<Search, "page"> & { chosen: Chosen } {
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
