import { addressOfFilters, filtersOfAddress } from "#web/features/catalog/filters.ts";

/**
 * The redirect of a search sent as a plain form, without script: the address the script would have used. `firstGrade`
 * means all. Undefined without a form.
 */
export function searchFormTarget(url: URL, firstGrade: number | undefined): string | undefined {
  const text = url.searchParams.get("search");
  if (text === null || !/^\/user\/inventories\/?$/i.test(url.pathname)) return undefined;
  const asked = filtersOfAddress({ pathname: "/user/inventories", search: url.search });
  return addressOfFilters({
    ...asked,
    text: text.slice(0, 200),
    grade: asked.grade === firstGrade ? undefined : asked.grade,
    inStockOnly: url.searchParams.has("instock"),
    page: 1,
  });
}
