import { queryOptions } from "@tanstack/react-query";
import { call } from "#web/lib/call.ts";

/** How the library behaves, for managers. */
export const settingsQuery = queryOptions({
  queryKey: ["settings"],
  queryFn: async ({ signal }) => (await call("GET Settings/Get", {}, { signal })).data,
});
