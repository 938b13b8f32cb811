import * as z from "zod/mini";
import { largest, limits } from "./codes.ts";
import { endpoint } from "../wire/endpoint.ts";
import { codeOrAll, flag, idOrAll, numberOf, text, whole } from "../wire/text.ts";

/** The kinds of facets, in page order. */
export const facetKinds = ["formats", "subjects", "grades", "languages", "years", "publishers"] as const;
export type FacetKind = (typeof facetKinds)[number];

/** The maximum number of chosen values per kind, and the default and maximum number of values in a response. */
export const facetSizes = { chosen: 20, initial: 6, max: 100 };

/** Separates the values of a kind. A publisher whose name contains the separator isn't offered. */
export const valueSeparator = "|";

/** Splits a text into its values. */
export const several = <Value>(value: z.core.$ZodType<Value, string>, max: number = facetSizes.chosen) =>
  z.optional(
    z.pipe(
      z.string(),
      z.pipe(
        z.transform((values: string) => (values === "" ? [] : values.split(valueSeparator))),
        z.array(value).check(z.maxLength(max, `cannot have more than ${max} values`)),
      ),
    ),
  );

export const code = z.pipe(
  z.transform((value: string) => (/^\d{1,10}$/.test(value) ? Number(value) : value)),
  whole(1, largest.integer),
);

/** The chosen values of each kind; no values means all. Grade values are ids of single grades. */
const chosenFacets = {
  formats: several(code),
  subjects: several(code),
  grades: several(code),
  languages: several(z.string().check(z.regex(/^[a-z]{2,3}$/, "must be language tags"))),
  years: several(z.string().check(z.regex(/^\d{4}$/, "must be years in four digits"))),
  publishers: several(
    z.string().check(z.maxLength(limits.publisher, `cannot be longer than ${limits.publisher} characters`)),
  ),
};

export const searchFilters = {
  searchString: z._default(text(), ""),
  categoryId: z._default(codeOrAll, 0),
  subjectId: z._default(codeOrAll, 0),
  gradeId: z._default(idOrAll, 0),
  inStockOnly: z._default(flag, false),
  outOfStockOnly: z._default(flag, false),
  ...chosenFacets,
};
const filters = z.object(searchFilters);
export type SearchFilters = z.output<typeof filters>;
export type Chosen = { [Kind in FacetKind]: NonNullable<SearchFilters[Kind]> };

const facet = z.object({
  kind: z.enum(facetKinds),
  /**
   * Sorted by number of titles, except that formats, grades, and years keep their own order. Chosen values may have 0
   * titles.
   */
  values: z.array(z.object({ value: z.string(), name: z.string(), titles: z.number(), isChosen: z.boolean() })),
  more: z.number(),
});
export type Facet = z.output<typeof facet>;

/**
 * Extension: counts the titles that each value would leave, given the chosen values of the other kinds. Returns up to
 * `most` values per kind, 6 by default. `total` counts the titles that the search finds.
 */
export const getFacets = endpoint("GET Inventory/GetFacets", {
  access: "anyone",
  query: z.object({
    ...searchFilters,
    most: z._default(
      z.pipe(
        z.transform((value: number | string) => numberOf(value)),
        whole(1, facetSizes.max),
      ),
      facetSizes.initial,
    ),
  }),
  answer: { data: z.object({ total: z.number(), facets: z.array(facet) }) },
});
export type Facets = z.output<(typeof getFacets)["answer"]["data"]>;

const filterKind = z.enum(["category", "subject", "grade", ...facetKinds]);
export type FilterKind = z.output<typeof filterKind>;

/**
 * Extension: suggests what to try when a search finds little or nothing. `without` lists up to five filters to remove,
 * with the number of titles that each would bring, most first. `topics` lists up to three topics close to the search,
 * broader ones first, by a name in each language that finds that many titles as a search text; "" without a name in a
 * language.
 */
export const getSearchHelp = endpoint("GET Inventory/GetSearchHelp", {
  access: "anyone",
  query: filters,
  answer: {
    data: z.object({
      without: z.array(z.object({ kind: filterKind, titles: z.number() })),
      topics: z.array(z.object({ en: z.string(), es: z.string(), titles: z.number() })),
    }),
  },
});
export type SearchHelp = z.output<(typeof getSearchHelp)["answer"]["data"]>;
