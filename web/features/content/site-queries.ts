import { queryOptions } from "@tanstack/react-query";
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
