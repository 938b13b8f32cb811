import { dataQuery } from "#web/lib/queries.ts";
import { keepPreviousData, type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import type { StartConfiguration } from "#contract/site/content.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import type { WrittenData } from "#contract/site/rendering.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { call } from "#web/lib/call.ts";
import { setSiteFacts } from "#web/lib/site.ts";

/** Returns the query of the startup configuration. Failures only go to the console. */
export const siteConfigurationQuery = (language: LanguageCode) =>
  queryOptions({
    queryKey: ["site", "configuration", language],
    queryFn: async ({ signal }) => {
      const { data } = await call("GET Site/GetConfiguration", { query: { language } }, { signal });
      setSiteFacts(data);
      return data;
    },
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
    meta: { background: true },
  });

export function useSiteConfiguration(): StartConfiguration | undefined {
  return useQuery(siteConfigurationQuery(useLanguage().code)).data;
}

export const pageContentQuery = (language: LanguageCode) =>
  dataQuery(["site", "pages", language], (context) => call("GET Site/GetContent", { query: { language } }, context), {
    keepPrevious: true,
    staleTime: 5 * 60_000,
  });

/** Caches the page's embedded data, so that nothing fetches it again. */
export function cacheEmbeddedData(client: QueryClient, embeddedData: WrittenData): void {
  const { language = "en", configuration, pages, queries = [] } = embeddedData;
  if (configuration) {
    setSiteFacts(configuration);
    client.setQueryData(siteConfigurationQuery(language).queryKey, configuration);
  }
  if (pages) client.setQueryData(pageContentQuery(language).queryKey, pages);
  for (const [name, data] of queries) client.setQueryData(name, data);
}

export function invalidateSiteContent(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: ["site"] });
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " " };

/** Returns the text of sanitized HTML, for a list's excerpt. */
export function excerptOf(html: string): string {
  return html
    .replaceAll(/<\/(?:h[1-6]|li)>/gi, " · ")
    .replaceAll(/<\/?(?:p|h[1-6]|li|ul|ol|blockquote|pre|br|hr)\b[^>]*>/gi, " ")
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole)
    .replaceAll(/\s+/g, " ")
    .replace(/ · $/, "")
    .trim();
}

export const newsListQuery = (language: LanguageCode, limit?: number) =>
  dataQuery(["news", "list", limit ?? "all", language], (context) =>
    call("GET News/GetPublicItems", { query: { limit, language } }, context),
  );

export const newsItemQuery = (id: string, language: LanguageCode) =>
  dataQuery(["news", "item", id, language], (context) =>
    call("GET News/GetPublicItem/{id}", { params: { id }, query: { language } }, context),
  );
