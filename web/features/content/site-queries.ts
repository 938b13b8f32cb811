import type { QueryClient } from "@tanstack/react-query";
import { queryOptions } from "@tanstack/react-query";
import type { StartConfiguration } from "#contract/content.ts";
import type { PageContent } from "#contract/site/sections.ts";
import { call } from "#web/lib/call.ts";
import { setSiteTimeZone } from "#web/lib/dates.ts";

/** What the browser must know before it draws. Its failure is written to the console and disturbs nobody. */
export const siteConfigurationQuery = queryOptions({
  queryKey: ["site", "configuration"],
  queryFn: async ({ signal }) => {
    const { data } = await call("GET Site/GetConfiguration", {}, { signal });
    setSiteTimeZone(data.timeZone);
    return data;
  },
  staleTime: Infinity,
  meta: { background: true },
});

/** The texts of the public pages, and the terms. */
export const pageContentQuery = queryOptions({
  queryKey: ["site", "pages"],
  queryFn: async ({ signal }) => (await call("GET Site/GetContent", {}, { signal })).data,
  staleTime: 5 * 60_000,
});

/** What the server wrote into the page: the configuration, and on some pages their texts. */
type Written = { configuration?: StartConfiguration; pages?: PageContent };

/** Takes over what the server wrote into the page, so that nothing of it is asked for again. */
export function takeWritten(client: QueryClient, written: Written): void {
  const { configuration, pages } = written;
  if (configuration) {
    setSiteTimeZone(configuration.timeZone);
    client.setQueryData(siteConfigurationQuery.queryKey, configuration);
  }
  if (pages) client.setQueryData(pageContentQuery.queryKey, pages);
}

/** Forgets the site's texts, so that they are asked for anew: somebody saved them. */
export function forgetSiteContent(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: ["site"] });
}
