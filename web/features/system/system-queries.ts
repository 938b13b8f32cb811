import { queryOptions } from "@tanstack/react-query";
import { call } from "#web/lib/call.ts";

/** What runs here; looked at again while the page is open. */
export const systemQuery = queryOptions({
  queryKey: ["system"],
  queryFn: async ({ signal }) => (await call("GET System/Get", {}, { signal })).data,
  staleTime: 0,
  refetchInterval: 30_000,
});

/** Which version it is; failures are silent. */
export const releaseQuery = queryOptions({
  queryKey: ["system", "release"],
  queryFn: async ({ signal }) => (await call("GET System/GetRelease", {}, { signal })).data,
  staleTime: Infinity,
  meta: { background: true },
});
