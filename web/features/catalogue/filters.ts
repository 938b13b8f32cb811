import { limits } from "#contract/codes.ts";

/** What the inventory search is asked for. Codes of 0 mean all; without a grade, the first in the list counts. */
export type Filters = {
  text: string;
  category: number;
  subject: number;
  grade: number | undefined;
  inStockOnly: boolean;
  page: number;
};

const root = "/user/inventories";

/** Nothing asked for: everything that is in stock, by title. */
export const noFilters: Filters = { text: "", category: 0, subject: 0, grade: undefined, inStockOnly: true, page: 1 };

/** The address of a search. The text stands in the path, percent-encoded once; what is the default is left out. */
export function addressOfFilters(asked: Partial<Filters>): string {
  const { text, category, subject, grade, inStockOnly, page } = { ...noFilters, ...asked };
  const query = new URLSearchParams();
  if (category > 0) query.set("category", String(category));
  if (subject > 0) query.set("subject", String(subject));
  if (grade !== undefined) query.set("grade", String(grade));
  if (!inStockOnly) query.set("stock", "all");
  if (page > 1) query.set("page", String(page));
  const trimmed = text.trim();
  return `${root}${trimmed && `/${encodeSegment(trimmed)}`}${query.size > 0 ? `?${query}` : ""}`;
}

/** Reads an address back. The path must be as the browser has it, still encoded: the router decodes it twice. */
export function filtersOfAddress({ pathname, search }: { pathname: string; search: string }): Filters {
  const query = new URLSearchParams(search);
  const grade = wholeNumber(query.get("grade"));
  return {
    text: plain(decodeSegment(pathname.slice(root.length).replace(/^\/+|\/+$/g, ""))),
    category: wholeNumber(query.get("category")) ?? 0,
    subject: wholeNumber(query.get("subject")) ?? 0,
    grade,
    inStockOnly: query.get("stock") !== "all",
    page: Math.max(1, wholeNumber(query.get("page")) ?? 1),
  };
}

/** Whether an address is one of a search. */
export function isSearch({ pathname }: { pathname: string }): boolean {
  return pathname === root || pathname.startsWith(`${root}/`);
}

/** What can be searched for: no control characters, and not more than a line. */
function plain(text: string): string {
  return text
    .replace(/\p{Cc}/gu, " ")
    .trim()
    .slice(0, limits.line);
}

function wholeNumber(text: string | null): number | undefined {
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : undefined;
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
