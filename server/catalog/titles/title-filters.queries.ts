import { allGrades, bitsToMatch, isForAll, just } from "#contract/catalog/grade-masks.ts";
import type { Sorting } from "#contract/catalog/catalog.ts";
import type { Chosen, FacetKind } from "#contract/catalog/facets.ts";
import type { Database } from "#server/platform/database.ts";
import { itemColumns, type ItemRow, rowsOf, withPicture } from "./catalog.queries.ts";

/** The search criteria. Codes of 0 mean all; a grade matches if the masks share a bit or the title is for all grades. */
export type Search = {
  text: string;
  categoryId: number;
  subjectId: number;
  gradeId: number;
  /** Facet values: a title must match one of each kind. */
  chosen?: Chosen | undefined;
  /** Which list to read; "all" excludes archived titles. The totals always count each list. */
  stock: "in" | "out" | "all" | "archived";
  /** Only titles with this many copies or fewer in stock, because others are out or reserved. */
  lowAt?: number;
  /** Defaults to relevance, or title without a text. */
  sort?: Sorting | "" | undefined;
  page: { size: number; number: number };
};

export type Totals = { inStockTotal: number; outOfStockTotal: number; archivedTotal: number };

// validated numbers are part of the text, because as parameters they would hide from the planner how few rows are needed
export const pageOf = ({ page }: Search) => `limit ${page.size} offset ${(page.number - 1) * page.size}`;
export const stocks = {
  in: "is_in_stock",
  out: "not is_in_stock",
  all: "is_in_stock is not null",
  archived: "is_in_stock is null",
};
export const stockOf = ({ stock }: Pick<Search, "stock">) => stocks[stock];
export const stockTotals = { in_total: "in", out_total: "out", archived_total: "archived" } as const;
export const totals = Object.entries(stockTotals)
  .map(([name, stock]) => `count(*) filter (where ${stocks[stock]}) as ${name}`)
  .join(", ");
export type TotalsRow = { in_total: number; out_total: number; archived_total: number };
export const totalsOf = (row: TotalsRow | undefined): Totals => ({
  inStockTotal: row?.in_total ?? 0,
  outOfStockTotal: row?.out_total ?? 0,
  archivedTotal: row?.archived_total ?? 0,
});

type Criteria = Omit<Search, "text" | "stock" | "sort" | "page">;

/** Builds the filters as SQL, with their values after the existing parameters. */
export function filtersOf({ categoryId, subjectId, gradeId, lowAt, chosen }: Criteria, before: readonly unknown[]) {
  const filters: string[] = [];
  const parameters: unknown[] = [...before];
  if (categoryId > 0) filters.push(`category_id = $${parameters.push(categoryId)}`);
  if (subjectId > 0) filters.push(`subject_id = $${parameters.push(subjectId)}`);
  // every title has a grade
  if (gradeId > 0 && !isForAll(gradeId)) filters.push(gradeFits(gradeId, parameters));
  if (lowAt !== undefined)
    filters.push(
      `in_stock <= $${parameters.push(lowAt)} and item_id = any(array(select item_id from circulation_taken))`,
    );
  filters.push(...Object.values(facetConditions(chosen, parameters)));
  return { filters, parameters };
}

/** Builds the conditions for chosen facet values, by kind. */
export function facetConditions(chosen: Chosen | undefined, parameters: unknown[]): Partial<Record<FacetKind, string>> {
  if (!chosen) return {};
  const { grades, ...others } = chosen;
  const conditions: Partial<Record<FacetKind, string>> = {};
  for (const { kind, column, type } of facetColumns) {
    const values = others[kind];
    if (values.length > 0) conditions[kind] = `${column} = any($${parameters.push(values)}::${type}[])`;
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

export const hasChosen = (chosen: Chosen | undefined) =>
  chosen !== undefined && Object.values(chosen).some((values) => values.length > 0);

/** Builds the condition for titles for one of the grades of a mask, which is SQL. */
export const isForGrades = (mask: string) =>
  `grade_mask & ${mask} <> 0 or grade_mask & ${allGrades | just} = ${allGrades}`;

/** Builds the condition for titles for a grade. */
export function gradeFits(gradeId: number, parameters: unknown[]): string {
  const fits = `grade_mask & $${parameters.push(bitsToMatch(gradeId))}::integer <> 0`;
  // titles for all grades have only the bits of the first six
  return gradeId < allGrades + 1 ? fits : `(${fits} or grade_mask & ${allGrades | just} = ${allGrades})`;
}

/** Returns a page of the titles with these codes, by title unless sorted otherwise. */
export async function browseItems(db: Database, search: Search): Promise<Totals & { items: ItemRow[] }> {
  const counted = await countTitles(db, search);
  const { number, size } = search.page;
  const offset = (number - 1) * size;
  const ahead = counted.inStockTotal - offset; // on this page and the later ones
  const lists = search.stock !== "all" ? [search.stock] : (["in", "out"] as const);
  const { filters, parameters } = filtersOf(search, []);
  const keys = keysOf(search.sort).join(", ");
  const parts: string[] = [];
  for (const stock of lists) {
    const isOn = search.stock !== "all" || (stock === "in" ? ahead > 0 : ahead < size);
    if (!isOn) continue;
    const skipped = search.stock === "all" && stock === "out" ? Math.max(0, -ahead) : offset;
    parts.push(`(
      select item_id from items where ${[...filters, stocks[stock]].join(" and ")}
      order by ${keys} limit ${size} offset ${skipped})`);
  }
  // the page is limited on ids in an index, and only its titles are read
  const statement = `
    select ${itemColumns} from (${parts.join(" union all ")}) as page join items using (item_id) ${withPicture}
    order by is_in_stock desc, ${keys} limit ${size}`;
  return { items: await rowsOf(db, statement, parameters), ...counted };
}

/** Counts the titles with these codes. */
export async function countTitles(db: Database, search: Omit<Search, "page">): Promise<Totals> {
  const { filters, parameters } = filtersOf(search, []);
  const statement = `select ${totals} from items where ${["true", ...filters].join(" and ")}`;
  const [row] = await rowsOf<TotalsRow>(db, statement, parameters);
  return totalsOf(row);
}

/** The columns that a list is sorted by after its stock; the last one breaks ties. */
const keys = {
  title: ["sort_title", "item_id"],
  newest: ["created_at desc", "item_id desc"],
  borrowed: ["times_lent desc", "item_id"],
} as const;

/** A sorting by a column, rather than by relevance. */
export type OwnSorting = keyof typeof keys;

export const isOwnSorting = (sort: Sorting | "" | undefined): sort is OwnSorting => sort !== undefined && sort in keys;

export const keysOf = (sort: Sorting | "" | undefined): readonly string[] => keys[isOwnSorting(sort) ? sort : "title"];
