import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { WrittenData } from "#contract/site/rendering.ts";
import { call } from "#web/lib/call.ts";
import { setSiteTimeZone } from "#web/lib/dates.ts";

/** The startup configuration. Failures are logged to the console and stay silent. */
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

/** Puts the embedded data of the page into the cache, so that it is not fetched again. */
export function takeWritten(client: QueryClient, written: WrittenData): void {
  const { configuration, pages, queries = [] } = written;
  if (configuration) {
    setSiteTimeZone(configuration.timeZone);
    client.setQueryData(siteConfigurationQuery.queryKey, configuration);
  }
  if (pages) client.setQueryData(pageContentQuery.queryKey, pages);
  for (const [name, data] of queries) client.setQueryData(name, data);
}

export function forgetSiteContent(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: ["site"] });
}
