import { dataQuery } from "#web/lib/queries.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import { call } from "#web/lib/call.ts";

export const newsListQuery = (language: LanguageCode, limit?: number) =>
  dataQuery(["news", "list", limit ?? "all", language], (context) =>
    call("GET News/GetPublicItems", { query: { limit, language } }, context),
  );

export const newsItemQuery = (id: string, language: LanguageCode) =>
  dataQuery(["news", "item", id, language], (context) =>
    call("GET News/GetPublicItem/{id}", { params: { id }, query: { language } }, context),
  );
