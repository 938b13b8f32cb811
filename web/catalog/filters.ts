import { largest } from "#contract/catalog/codes.ts";
import type { Sorting } from "#contract/catalog/catalog.ts";
import {
  addressFilters,
  choiceField,
  codeField,
  type Field,
  pageField,
  plainText,
} from "#web/lib/filters/address-filters.ts";
import { decoded } from "#web/ui/router.tsx";

export type Filters = {
  text: string;
  category: number;
  subject: number;
  grade: number | undefined;
  inStockOnly: boolean;
  /** Empty sorts by relevance, or by title without a text. */
  sort: Sorting | "";
  page: number;
  /** Chosen facet values separated by |, as in the address; empty for all. */
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

const query = addressFilters<Omit<Filters, "text">>("/user/inventories", {
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

export const noFilters: Filters = { text: "", ...query.none };

/** Builds the address of a search. The text is in the path, percent-encoded once; defaults are omitted. */
export function addressOfFilters({ text = "", ...filters }: Partial<Filters>): string {
  const trimmed = text.trim();
  return query.href(filters, trimmed ? `${query.path}/${encodeSegment(trimmed)}` : query.path);
}

/** Parses an address. The path must still be encoded: the router would decode it twice. */
export function filtersOfAddress({ pathname, search }: { pathname: string; search: string }): Filters {
  const segment = pathname.slice(query.path.length).replace(/^\/+|\/+$/g, "");
  return { text: plainText(decoded(segment)), ...query.read(new URLSearchParams(search)) };
}

export function isSearch({ pathname }: { pathname: string }): boolean {
  return pathname === query.path || pathname.startsWith(`${query.path}/`);
}

function encodeSegment(text: string): string {
  // browsers treat "." and ".." in a path, even encoded, as directories; a trailing space prevents that
  const safe = /^\.{1,2}$/.test(text) ? `${text} ` : text;
  return encodeURIComponent(safe.replace(/\p{Surrogate}/gu, "\u{fffd}"));
}

export const hasFacets = ({ formats, subjects, grades, languages, years, publishers }: Filters) =>
  formats + subjects + grades + languages + years + publishers !== "";
