import type { Language } from "#web/language/language.ts";

/** A list's paging state: the shown records, the number of pages, and the page numbers to offer. */
export type PageWindow = { page: number; pages: number; first: number; last: number; numbers: number[] };

/** Computes it. A page out of range becomes the nearest valid one; `offered` is the maximum of page numbers. */
export function pageWindow(page: number, pageSize: number, total: number, offered = 5): PageWindow {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const here = Math.min(Math.max(1, Math.trunc(page) || 1), pages);
  const count = Math.min(offered, pages);
  const start = Math.min(Math.max(1, here - Math.floor(offered / 2)), pages - count + 1);
  return {
    page: here,
    pages,
    first: total === 0 ? 0 : (here - 1) * pageSize + 1,
    last: Math.min(here * pageSize, total),
    numbers: Array.from({ length: count }, (_, at) => start + at),
  };
}

/** The pager's sentence, letter for letter. */
export function pagerSentence({ first, last }: PageWindow, total: number, t: Language["t"]): string {
  if (total === 0) return t("No records to display.");
  return t("Showing {first} - {last} of {total} results", { first, last, total });
}
