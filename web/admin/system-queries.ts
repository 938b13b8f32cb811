import { queryOptions } from "@tanstack/react-query";
import { call, CallFailed } from "#web/lib/call.ts";

/** What runs here; looked at again while the page is open. */
export const systemQuery = queryOptions({
  queryKey: ["system"],
  queryFn: async ({ signal }) => (await call("GET System/Get", {}, { signal })).data,
  staleTime: 0,
  // what somebody asked for ends within seconds
  refetchInterval: ({ state: { data } }) => (data?.stock.isRunning || data?.backup.isRunning ? 2000 : 30_000),
});

/** Which version it is; null when this session may not know it, which is said by what the page itself asks for. */
export const releaseQuery = queryOptions({
  queryKey: ["system", "release"],
  queryFn: async ({ signal }) => {
    try {
      return (await call("GET System/GetRelease", {}, { signal })).data;
    } catch (error) {
      if (error instanceof CallFailed) return null;
      throw error;
    }
  },
  staleTime: ({ state }) => (state.data ? Infinity : 0),
  meta: { background: true },
});
