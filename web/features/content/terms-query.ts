import { dataQuery } from "#web/lib/queries.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import { call } from "#web/lib/call.ts";

/** The terms as they were at a version. */
export const termsQuery = (version: string, language: LanguageCode) =>
  dataQuery(["site", "terms", version, language], (context) =>
    call("GET Site/GetTerms/{version}", { params: { version }, query: { language } }, context),
  );
