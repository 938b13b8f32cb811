import { dataQuery } from "#web/lib/queries.ts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { limits } from "#contract/catalog/codes.ts";
import { call } from "#web/lib/call.ts";
import { addressFilters, choiceField, routeId } from "#web/lib/filters/address-filters.ts";

export const newsFilters = addressFilters<{ shown: "" | "archived" }>("/admin/news", {
  shown: choiceField("show", "", ["archived"]),
});

export const staffNewsListQuery = (archived: boolean) =>
  dataQuery(["news", "staff list", archived], (context) => call("GET News/GetItems", { query: { archived } }, context));

export const staffNewsItemQuery = (id: number) =>
  dataQuery(["news", "staff item", id], (context) => call("GET News/GetItem/{id}", { params: { id } }, context));

/** Returns the query of a preview, which shows failures itself. */
export function newsPreviewQuery(content: string) {
  return queryOptions({
    queryKey: ["news preview", content],
    queryFn: async ({ signal }) =>
      (await call("POST News/Preview", { body: { content } }, { signal })).data.contentHtml,
    placeholderData: keepPreviousData,
    enabled: content !== "" && content.length <= limits.description, // the form reports a longer one
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 10_000,
    meta: { background: true },
  });
}

/** Returns the id in admin/editnews/{id}: 0 for 0 or less, which adds an item; undefined if invalid. */
export function newsIdOf(text: string | undefined): number | undefined {
  return text !== undefined && /^(?:0|-\d{1,10})$/.test(text) ? 0 : routeId(text);
}
