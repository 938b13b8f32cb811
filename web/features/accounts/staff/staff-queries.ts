import { queryOptions } from "@tanstack/react-query";
import { call } from "#web/lib/call.ts";

/** The administrator's own account, with its sessions. */
export const ownAccountQuery = queryOptions({
  queryKey: ["staff", "own"],
  queryFn: async ({ signal }) => (await call("GET Staff/GetOwnAccount", {}, { signal })).data,
});
