import { queryOptions } from "@tanstack/react-query";
import type { LanguageCode } from "#contract/site/languages.ts";
import { call } from "#web/lib/call.ts";

/** The newest news items; all of them without a limit. */
export function newsListQuery(language: LanguageCode, limit?: number) {
  return queryOptions({
    queryKey: ["news", "list", limit ?? "all", language],
    queryFn: async ({ signal }) =>
      (await call("GET News/GetPublicItems", { query: { limit, language } }, { signal })).data,
  });
}

export function newsItemQuery(id: string, language: LanguageCode) {
  return queryOptions({
    queryKey: ["news", "item", id, language],
    queryFn: async ({ signal }) =>
      (await call("GET News/GetPublicItem/{id}", { params: { id }, query: { language } }, { signal })).data,
  });
}
