import { limits } from "#contract/codes.ts";

/** What the admin's inventory list shows. Codes of 0 mean all; each of the two lists has its own page. */
export type AdminFilters = {
  text: string;
  category: number;
  subject: number;
  grade: number;
  inStockPage: number;
  outOfStockPage: number;
};

const plain = "/admin/inventorylist";

/** The anchor of the second list. */
export const outOfStockAnchor = "out-of-stock";

/** Reads them from an address; what makes no sense counts as not given. */
export function readAdminFilters(search: URLSearchParams): AdminFilters {
  const code = (name: string) => wholeNumber(search.get(name)) ?? 0;
  return {
    text: (search.get("q") ?? "")
      .replace(/\p{Cc}/gu, " ")
      .trim()
      .slice(0, limits.line),
    category: code("category"),
    subject: code("subject"),
    grade: code("grade"),
    inStockPage: Math.max(1, code("page")),
    outOfStockPage: Math.max(1, code("outpage")),
  };
}

/** The address of the list, as short as it can be. */
export function adminListHref(filters: Partial<AdminFilters> = {}): string {
  const search = new URLSearchParams();
  const text = filters.text?.trim();
  if (text) search.set("q", text);
  for (const name of ["category", "subject", "grade"] as const) {
    if (filters[name]) search.set(name, String(filters[name]));
  }
  if ((filters.inStockPage ?? 1) > 1) search.set("page", String(filters.inStockPage));
  if ((filters.outOfStockPage ?? 1) > 1) search.set("outpage", String(filters.outOfStockPage));
  return search.size > 0 ? `${plain}?${search}` : plain;
}

/** Whether they leave anything out. */
export function isNarrowed({ text, category, subject, grade }: AdminFilters): boolean {
  return text !== "" || category > 0 || subject > 0 || grade > 0;
}

function wholeNumber(text: string | null): number | undefined {
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : undefined;
}
