import { queryOptions } from "@tanstack/react-query";
import type { LanguageCode } from "#contract/site/languages.ts";
import { call } from "#web/lib/call.ts";

/** The terms as they were at a version. */
export const termsQuery = (version: string, language: LanguageCode) =>
  queryOptions({
    queryKey: ["site", "terms", version, language],
    queryFn: async ({ signal }) =>
      (await call("GET Site/GetTerms/{version}", { params: { version }, query: { language } }, { signal })).data,
  });
