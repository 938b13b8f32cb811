import * as z from "zod/mini";
import { largest, limits } from "./codes.ts";
import { endpoint } from "../wire/endpoint.ts";
import { codeOrAll, flag, idOrAll, numberOf, text, whole } from "../wire/text.ts";

/** What titles can be narrowed by beside the four lists of the search, in their order on the page. */
export const facetKinds = ["formats", "subjects", "grades", "languages", "years", "publishers"] as const;
export type FacetKind = (typeof facetKinds)[number];

/** How many values of a kind can be chosen, are shown at first, and can be shown. */
export const facetSizes = { chosen: 20, few: 6, most: 100 };

/** Between the values of a kind; a publisher whose name has it is not offered. */
export const betweenValues = "|";

/** Several values in one text: titles have one of them. */
export const several = <Value>(value: z.core.$ZodType<Value, string>, most: number = facetSizes.chosen) =>
  z.optional(
    z.pipe(
      z.string(),
      z.pipe(
        z.transform((values: string) => (values === "" ? [] : values.split(betweenValues))),
        z.array(value).check(z.maxLength(most, `cannot have more than ${most} values`)),
      ),
    ),
  );

/** An id in such a text. */
export const code = z.pipe(
  z.transform((value: string) => (/^\d{1,10}$/.test(value) ? Number(value) : value)),
  whole(1, largest.integer),
);

/** The values that were chosen of each kind; none is all. Grades are ids of single grades. */
export const chosenFacets = {
  formats: several(code),
  subjects: several(code),
  grades: several(code),
  languages: several(z.string().check(z.regex(/^[a-z]{2,3}$/, "must be language tags"))),
  years: several(z.string().check(z.regex(/^\d{4}$/, "must be years in four digits"))),
  publishers: several(
    z.string().check(z.maxLength(limits.publisher, `cannot be longer than ${limits.publisher} characters`)),
  ),
};

export const searchedBy = {
  searchString: z._default(text(), ""),
  categoryId: z._default(codeOrAll, 0),
  subjectId: z._default(codeOrAll, 0),
  gradeId: z._default(idOrAll, 0),
  inStockOnly: z._default(flag, false),
  outOfStockOnly: z._default(flag, false),
  ...chosenFacets,
};
const searched = z.object(searchedBy);
export type Searched = z.output<typeof searched>;
export type Chosen = { [Kind in FacetKind]: NonNullable<Searched[Kind]> };

const facet = z.object({
  kind: z.enum(facetKinds),
  /** Most titles first; formats, grades, and years in their own order. A chosen value is there with 0 titles, too. */
  values: z.array(z.object({ value: z.string(), name: z.string(), titles: z.number(), isChosen: z.boolean() })),
  more: z.number(),
});
export type Facet = z.output<typeof facet>;

/**
 * Extension: how many titles each value would give, with the choices of the other kinds kept. The first 6 values of a kind, or
 * up to `most` (100). `total` is that of the search.
 */
export const getFacets = endpoint("GET Inventory/GetFacets", {
  access: "anyone",
  query: z.object({
    ...searchedBy,
    most: z._default(
      z.pipe(
        z.transform((value: number | string) => numberOf(value)),
        whole(1, facetSizes.most),
      ),
      facetSizes.few,
    ),
  }),
  answer: { data: z.object({ total: z.number(), facets: z.array(facet) }) },
});
export type Facets = z.output<(typeof getFacets)["answer"]["data"]>;

const takenOff = z.enum(["category", "subject", "grade", ...facetKinds]);
export type TakenOff = z.output<typeof takenOff>;

/**
 * Extension: what helps where a search found nothing: what to take off and how many titles that gives, those that give most
 * first, and subjects that its words are near, with their titles. At most five and two; none of them is empty.
 */
export const getSearchHelp = endpoint("GET Inventory/GetSearchHelp", {
  access: "anyone",
  query: searched,
  answer: {
    data: z.object({
      without: z.array(z.object({ kind: takenOff, titles: z.number() })),
      subjects: z.array(z.object({ subjectId: z.number(), subjectName: z.string(), titles: z.number() })),
    }),
  },
});
export type SearchHelp = z.output<(typeof getSearchHelp)["answer"]["data"]>;
