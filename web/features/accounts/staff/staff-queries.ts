import { queryOptions } from "@tanstack/react-query";
import { call } from "#web/lib/call.ts";

/** The administrator's own account, with its sessions. */
export const ownAccountQuery = queryOptions({
  queryKey: ["staff", "own"],
  queryFn: async ({ signal }) => (await call("GET Staff/GetOwnAccount", {}, { signal })).data,
  staleTime: 0, // sessions begin and end elsewhere
});

/** All administrators, and the open invitations. */
export const staffQuery = queryOptions({
  queryKey: ["staff", "all"],
  queryFn: async ({ signal }) => (await call("GET Staff/GetStaff", {}, { signal })).data,
  staleTime: 0,
});
