import { dataQuery } from "#web/lib/queries.ts";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { SearchResults, Sorting } from "#contract/catalog/catalog.ts";
import { call } from "#web/lib/call.ts";
import { largest } from "#contract/catalog/codes.ts";
import {
  addressFilters,
  choiceField,
  codeField,
  type Field,
  pageField,
  plainText,
} from "#web/lib/filters/address-filters.ts";
import { decoded } from "#web/ui/router.tsx";

const codesStaleTime = 60_000; // ms; managers change codes now and then

export const categoriesQuery = dataQuery(
  ["codes", "categories"],
  (context) => call("GET Code/GetEveryCategory", {}, context),
  { staleTime: codesStaleTime },
);

export const subjectsQuery = dataQuery(
  ["codes", "subjects"],
  (context) => call("GET Code/GetEverySubject", {}, context),
  { staleTime: codesStaleTime },
);

/** Returns the grades; the first is the search's default. */
export const gradesQuery = dataQuery(["codes", "grades"], (context) => call("GET Code/GetEveryGrade", {}, context), {
  staleTime: codesStaleTime,
});

export const recentItemsQuery = (itemCount: number) =>
  dataQuery(["catalog", "recent", itemCount], (context) =>
    call("GET Inventory/GetRecentItems", { query: { itemCount } }, context),
  );

export const itemQuery = (id: string) =>
  dataQuery(["catalog", "item", id], (context) => call("GET Inventory/Get/{id}", { params: { id } }, context));

export const searchPageSize = 18;

/** Results on screen. `of` is their search while the results of another one load. */
export type DisplayedResults = SearchResults & { of?: Filters | undefined };

/** Returns one page of a search, titles in stock first. Without a grade filter, the first grade applies. */
export function searchQuery(filters: Filters, client: QueryClient) {
  return queryOptions({
    queryKey: ["catalog", "search", filters] as const,
    queryFn: async ({ signal }): Promise<DisplayedResults> => {
      const { text, category, subject, grade, ...rest } = filters;
      const gradeId = grade ?? (await client.query({ ...gradesQuery, staleTime: "static" }))[0]?.gradeId ?? 0;
      const query = {
        ...rest,
        searchString: text,
        categoryId: category,
        subjectId: subject,
        gradeId,
        pageSize: searchPageSize,
      };
      return (await call("GET Inventory/GetInventoryBySearchParams", { query }, { signal })).data;
    },
    // the previous results stay until the new ones load, labeled with their own search
    placeholderData: (previous: DisplayedResults | undefined, query) =>
      previous && { ...previous, of: query?.queryKey[2] },
  });
}

export type Filters = {
  text: string;
  category: number;
  subject: number;
  grade: number | undefined;
  inStockOnly: boolean;
  /** Empty sorts by relevance, or by title without a text. */
  sort: Sorting | "";
  page: number;
  /** Facet values separated by |, as in the address; empty for all. */
  formats: string;
  subjects: string;
  grades: string;
  languages: string;
  years: string;
  publishers: string;
};

/** Reads up to 20 values of this pattern; by default, codes. */
const valuesField = (name: string, value = "[1-9]\\d{0,8}"): Field<string> => ({
  name,
  none: "",
  read: (text) => (new RegExp(`^${value}(\\|${value}){0,19}$`).test(text) ? text : undefined),
});

const address = addressFilters<Omit<Filters, "text">>("/user/inventories", {
  category: codeField("category"),
  subject: codeField("subject"),
  grade: { ...codeField("grade", largest.integer), none: undefined, write: String },
  inStockOnly: {
    name: "stock",
    none: true,
    read: (text) => text !== "all",
    write: (inStockOnly) => (inStockOnly ? "" : "all"),
  },
  sort: choiceField<Sorting | "">("sort", "", ["newest", "title", "borrowed"]),
  page: pageField(),
  formats: valuesField("formats"),
  subjects: valuesField("subjects"),
  grades: valuesField("grades"),
  languages: valuesField("languages", "[a-z]{2,3}"),
  years: valuesField("years", "\\d{4}"),
  publishers: valuesField("publishers", "[^|]{1,300}"),
});

export const noFilters: Filters = { text: "", ...address.none };

/** Builds the address of a search. The text is in the path, percent-encoded once; defaults are omitted. */
export function addressOfFilters({ text = "", ...filters }: Partial<Filters>): string {
  const trimmed = text.trim();
  return address.href(filters, trimmed ? `${address.path}/${encodeSegment(trimmed)}` : address.path);
}

/** Parses an address. The path must still be encoded: the router would decode it twice. */
export function filtersOfAddress({ pathname, search }: { pathname: string; search: string }): Filters {
  const segment = pathname.slice(address.path.length).replace(/^\/+|\/+$/g, "");
  return { text: plainText(decoded(segment)), ...address.read(new URLSearchParams(search)) };
}

export function isSearch({ pathname }: { pathname: string }): boolean {
  return pathname === address.path || pathname.startsWith(`${address.path}/`);
}

function encodeSegment(text: string): string {
  // browsers treat "." and ".." in a path, even encoded, as directories; a trailing space prevents that
  const safe = /^\.{1,2}$/.test(text) ? `${text} ` : text;
  return encodeURIComponent(safe.replace(/\p{Surrogate}/gu, "\u{fffd}"));
}

/** Returns the number of selected facets. */
export const countFacets = ({ formats, subjects, grades, languages, years, publishers }: Filters) =>
  [formats, subjects, grades, languages, years, publishers].reduce(
    (sum, values) => sum + (values === "" ? 0 : values.split("|").length),
    0,
  );
