import { allGrades, bitsToMatch, isForAll, onlyTheseBit } from "#contract/catalog/grade-masks.ts";
import type { Sorting } from "#contract/catalog/catalog.ts";
import type { Chosen, FacetKind } from "#contract/catalog/facets.ts";
import type { Database } from "#server/platform/database.ts";
import { isbn13 } from "../isbn/isbn.rules.ts";
import { titlesWithIsbn } from "../isbn/isbn.queries.ts";
import { rowsOf } from "../titles/catalog.queries.ts";
import { allOf, type Terms } from "./meaning.rules.ts";
import { isRanked, rankOf } from "./rank.ts";

/** Search criteria. Codes of 0 mean all; a grade matches if the masks share a bit or the title is for all grades. */
export type Search = {
  text: string;
  categoryId: number;
  subjectId: number;
  gradeId: number;
  /** Facet values: a title must match one of each kind. */
  chosen?: Chosen | undefined;
  /** The list to read; "all" excludes archived titles. The totals always count each list. */
  stock: "in" | "out" | "all" | "archived";
  /** Only titles with this many copies or fewer in stock, because others are out or reserved. */
  lowAt?: number;
  /** Defaults to relevance, or to the title without a text. */
  sort?: Sorting | "" | undefined;
  /** Omit it to read all ids. */
  page?: { size: number; number: number } | undefined;
};

/** `total` counts the titles of the list; `listed` ignores chosen facet values and the requested stock. */
export type Results = {
  ids: number[];
  inStockTotal: number;
  outOfStockTotal: number;
  total: number;
  listed: number;
};

const stocks = {
  in: "is_in_stock",
  out: "not is_in_stock",
  all: "is_in_stock is not null",
  archived: "is_in_stock is null",
};
export const stockOf = ({ stock }: Pick<Search, "stock">) => stocks[stock];

/** Selects the titles of a search regardless of chosen facets and stock. */
export const listedOf = ({ stock }: Search) => (stock === "archived" ? stocks.archived : stocks.all);

/**
 * Finds the titles that match, in stock first, each list by an exact SKU, relevance, and title; without terms by title.
 * Returns their ids, so that one short statement serves pages, whole lists, and counts.
 */
export async function findTitles(db: Database, search: Search, terms: Terms | undefined): Promise<Results> {
  const { conditions, parameters } = conditionsOf(search, terms);
  const fits = ["true", ...Object.values(facetConditions(search.chosen, parameters))].join(" and ");
  const keys = ["is_in_stock desc"];
  const columns = ["item_id, is_in_stock, sort_title, created_at, times_lent", `${fits} as fits`];
  const isRead = terms !== undefined && (isRanked(terms) || terms.exact.length > 0);
  if (isRead && !isOwnSorting(search.sort)) {
    if (terms.exact.length > 0) {
      keys.push("is_exact desc");
      columns.push(`item_id = any($${parameters.push(terms.exact)}) as is_exact`);
    }
    if (isRanked(terms)) {
      keys.push("rank desc");
      // only listed titles need a rank
      columns.push(`case when ${fits} and ${stockOf(search)} then ${rankOf(terms, parameters)} end as rank`);
    }
  }
  keys.push(...sortKeys[isOwnSorting(search.sort) ? search.sort : "title"]);
  const hits = `(select ${columns.join(", ")} from items where ${conditions})`;
  // without words, the page comes straight from an index, however many titles there are
  const [start, from] = isRead ? [`with hits as materialized ${hits}`, "hits"] : ["", `${hits} as hits`];
  const counts = [
    ["inStockTotal", `fits and ${stocks.in}`],
    ["outOfStockTotal", `fits and ${stocks.out}`],
    ["total", `fits and ${stockOf(search)}`],
    ["listed", listedOf(search)],
  ].map(([name = "", condition = ""]) => `count(*) filter (where ${condition}) as "${name}"`);
  // as parameters, the numbers of a page would hide from the planner how few rows are needed
  const page = search.page ? `limit ${search.page.size} offset ${(search.page.number - 1) * search.page.size}` : "";
  const statement = `${start} select ${counts.join(", ")}, array(
    select item_id from ${from} where ${stockOf(search)} and fits order by ${keys.join(", ")} ${page}) as ids from ${from}`;
  const [results] = await rowsOf<Results>(db, statement, parameters);
  return results ?? { ids: [], inStockTotal: 0, outOfStockTotal: 0, total: 0, listed: 0 };
}

/** The columns that a list is sorted by after its stock; the last one breaks ties. */
const sortKeys = {
  title: ["sort_title", "item_id"],
  newest: ["created_at desc", "item_id desc"],
  borrowed: ["times_lent desc", "item_id"],
} as const;

/** Returns whether a sorting uses a column rather than relevance. */
const isOwnSorting = (sort: Sorting | "" | undefined): sort is keyof typeof sortKeys =>
  sort !== undefined && sort in sortKeys;

/** Builds the conditions of a search without chosen facets. Its chosen codes win over codes named by its words. */
export function conditionsOf({ categoryId, subjectId, gradeId, lowAt }: Search, terms: Terms | undefined) {
  const conditions: string[] = [];
  const parameters: unknown[] = [];
  const parameter = (value: unknown) => `$${parameters.push(value)}`;
  const named = (kind: "category" | "subject") => terms?.filters.find((each) => each.kind === kind)?.id ?? 0;
  const [category, subject] = [categoryId || named("category"), subjectId || named("subject")];
  if (category > 0) conditions.push(`category_id = ${parameter(category)}`);
  if (subject > 0) conditions.push(`subject_id = ${parameter(subject)}`);
  // every title has a grade
  if (gradeId > 0 && !isForAll(gradeId)) conditions.push(gradeFits(gradeId, parameter));
  if (lowAt !== undefined)
    conditions.push(`in_stock <= ${parameter(lowAt)} and item_id = any(array(select item_id from circulation_taken))`);
  for (const { kind, tag, id, places } of terms?.filters ?? []) {
    if (kind === "language") conditions.push(`language = ${parameter(tag)}`);
    if (kind !== "grade") continue;
    // titles for the grade, or with the grade in their text
    const words = terms?.meaning.requirements.filter((each) => each.places.some((place) => places.includes(place)));
    const inText = words && words.length > 0 ? ` or search @@ ${parameter(allOf(words))}::tsquery` : "";
    conditions.push(`(${gradeFits(id, parameter)}${inText})`);
  }
  if (terms) {
    const isExact = terms.exact.length > 0 ? ` or item_id = any(${parameter(terms.exact)})` : "";
    conditions.push(`(${matchOf(terms, parameter)}${isExact})`);
  }
  return { conditions: ["true", ...conditions].join(" and "), parameters };
}

/** Builds the condition for matches. `worth_an_index` only tells the planner a cost; it is never called. */
function matchOf({ match, filters }: Terms, parameter: (value: unknown) => string): string {
  if (match === "") return filters.length > 0 ? "true" : "false";
  return `search @@ ${parameter(match)}::tsquery and (item_id > 0 or worth_an_index(search))`;
}

export function facetConditions(chosen: Chosen | undefined, parameters: unknown[]): Partial<Record<FacetKind, string>> {
  if (!chosen) return {};
  const { grades, ...others } = chosen;
  const conditions: Partial<Record<FacetKind, string>> = {};
  for (const { kind, column, type } of facetColumns) {
    const values = others[kind];
    if (values.length === 0) continue;
    const chosen = `$${parameters.push(values)}::${type}[]`;
    const spellings = kind === "publishers" ? `array(select publisher_spellings(${chosen}))` : chosen;
    conditions[kind] = `${column} = any(${spellings})`;
  }
  const mask = grades.reduce((all, grade) => all | grade, 0);
  if (mask !== 0) conditions.grades = `(${isForGrades(`$${parameters.push(mask)}::integer`)})`;
  return conditions;
}

/** The columns of facets with one value per title. */
export const facetColumns = [
  { kind: "formats", column: "category_id", type: "integer" },
  { kind: "subjects", column: "subject_id", type: "integer" },
  { kind: "languages", column: "language", type: "text" },
  { kind: "years", column: "published_year", type: "text" },
  { kind: "publishers", column: "publisher", type: "text" },
] as const;

/** Builds the condition for titles for one of the grades of a mask, which is SQL. */
export const isForGrades = (mask: string) =>
  `grade_mask & ${mask} <> 0 or grade_mask & ${allGrades | onlyTheseBit} = ${allGrades}`;

/** Builds the condition for titles for a grade. */
function gradeFits(gradeId: number, parameter: (value: unknown) => string): string {
  const fits = `grade_mask & ${parameter(bitsToMatch(gradeId))}::integer <> 0`;
  // titles for all grades have only the bits of the first six
  return gradeId < allGrades + 1 ? fits : `(${fits} or grade_mask & ${allGrades | onlyTheseBit} = ${allGrades})`;
}

const oneSku = /^\S{1,6}(?:(?:-|\s+(?:copy|no\.?|#)\s*|#)\d{1,6})?$/i;
const skuPrefix = /^[a-z]{1,3}\d+$/;

/** Finds titles by ISBN, exact SKU, or a copy's label, ignoring a leading #; or else by the start of a SKU. */
export async function itemsNumbered(db: Database, text: string): Promise<number[]> {
  const isbn = isbn13(text);
  if (isbn !== undefined) return (await titlesWithIsbn(db, isbn, 100)).map(({ item_id }) => item_id);
  const sku = text.replace(/^#/, "").toLowerCase();
  if (!oneSku.test(sku)) return [];
  const statement = `
    select item_id from items where lower(reference_number) = $1
    union select item_id from copies where copy_id in (select copies_named($1)) limit 100`;
  const rows = await rowsOf<{ item_id: number }>(db, statement, [sku]);
  if (rows.length > 0 || !(text.startsWith("#") || skuPrefix.test(sku))) return rows.map(({ item_id }) => item_id);
  const prefix = `${sku.replace(/[\\%_]/g, "\\$&")}%`;
  const byPrefix =
    "select item_id from items where lower(reference_number) like $1 order by lower(reference_number) limit 100";
  return (await rowsOf<{ item_id: number }>(db, byPrefix, [prefix])).map(({ item_id }) => item_id);
}
