import type { Chosen, Searched } from "#contract/catalog/facets.ts";
import type { Search } from "./title-filters.queries.ts";

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
