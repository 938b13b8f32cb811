import type { SearchResults } from "#contract/catalog.ts";
import type { Caller } from "#e2e/steps/api.ts";

/** The filters whose later pages are measured, with how many titles each finds in stock and out of it. */
export type Totals = Record<(typeof measuredFilters)[number], { in: number; out: number }>;
const measuredFilters = ["", "categoryId=1", "subjectId=3", "gradeId=8"] as const;

/** The paths of the first file of titles, and of the last one that is as full as the first. */
export type SiteMapFiles = { first: string; last: string };

/** A page of titles, as a call. */
export const pageOfTitles = (filters: string, page: number | string, pageSize: number) =>
  `Inventory/GetInventoryBySearchParams?${filters}&page=${page}&pageSize=${pageSize}`;

export async function totalsOf(clerk: Caller): Promise<Totals> {
  const each = async (filters: string) => {
    const found = await clerk.ask<SearchResults>(pageOfTitles(filters, 1, 1));
    return { in: found.inStockTotal, out: found.outOfStockTotal };
  };
  const [all, category, subject, grade] = [
    await each(measuredFilters[0]),
    await each(measuredFilters[1]),
    await each(measuredFilters[2]),
    await each(measuredFilters[3]),
  ];
  return { "": all, "categoryId=1": category, "subjectId=3": subject, "gradeId=8": grade };
}

export async function filesOfTitles(address: string): Promise<SiteMapFiles> {
  const index = await (await fetch(`${address}/sitemap.xml`)).text();
  const files = [...index.matchAll(/<loc>([^<]*\/items-\d+\.xml)<\/loc>/g)].map(
    ([, url = ""]) => new URL(url).pathname,
  );
  const first = files[0];
  if (first === undefined) throw new Error("The site map has no titles.");
  return { first, last: files.at(-2) ?? first };
}
