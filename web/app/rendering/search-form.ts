import { addressOfFilters, filtersOfAddress } from "#web/features/catalogue/filters.ts";

/**
 * Where a search leads that was sent as a plain form, without a script: to the address that the script would have gone
 * to. `firstGrade` is the one that means all. Undefined when no form was sent.
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
