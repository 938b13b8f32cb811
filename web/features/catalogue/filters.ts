import { addressFilters, codeField, pageField, plainText } from "#web/lib/address-filters.ts";

/** What the inventory search is asked for. Codes of 0 mean all; without a grade, the first in the list counts. */
export type Filters = {
  text: string;
  category: number;
  subject: number;
  grade: number | undefined;
  inStockOnly: boolean;
  page: number;
};

const query = addressFilters<Omit<Filters, "text">>("/user/inventories", {
  category: codeField("category"),
  subject: codeField("subject"),
  grade: { ...codeField("grade"), none: undefined, write: String },
  inStockOnly: {
    name: "stock",
    none: true,
    read: (text) => text !== "all",
    write: (inStockOnly) => (inStockOnly ? "" : "all"),
  },
  page: pageField(),
});

/** Nothing asked for: everything that is in stock, by title. */
export const noFilters: Filters = { text: "", ...query.none };

/** The address of a search. The text stands in the path, percent-encoded once; what is the default is left out. */
export function addressOfFilters({ text = "", ...asked }: Partial<Filters>): string {
  const trimmed = text.trim();
  return query.href(asked, trimmed ? `${query.path}/${encodeSegment(trimmed)}` : query.path);
}

/** Reads an address back. The path must be as the browser has it, still encoded: the router decodes it twice. */
export function filtersOfAddress({ pathname, search }: { pathname: string; search: string }): Filters {
  const segment = pathname.slice(query.path.length).replace(/^\/+|\/+$/g, "");
  return { text: plainText(decodeSegment(segment)), ...query.read(new URLSearchParams(search)) };
}

/** Whether an address is one of a search. */
export function isSearch({ pathname }: { pathname: string }): boolean {
  return pathname === query.path || pathname.startsWith(`${query.path}/`);
}

function encodeSegment(text: string): string {
  // why: browsers take "." and ".." in a path, even encoded, for directories; a space that is trimmed again is not one
  const safe = /^\.{1,2}$/.test(text) ? `${text} ` : text;
  return encodeURIComponent(safe.replace(/\p{Surrogate}/gu, "\u{fffd}"));
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment; // somebody typed a bare percent sign into the address: they meant it
  }
}
