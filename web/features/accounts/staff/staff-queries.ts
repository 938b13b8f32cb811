import { queryOptions } from "@tanstack/react-query";
import { call } from "#web/lib/call.ts";

/** The administrator's own account, with its sessions. */
export const ownAccountQuery = queryOptions({
  queryKey: ["staff", "own"],
  queryFn: async ({ signal }) => (await call("GET Staff/GetOwnAccount", {}, { signal })).data,
  staleTime: 0, // sessions begin and end elsewhere
});

/** A new secret for an authenticator app. It stays while it is scanned: a look at the phone must not change it. */
export const newSecondStepQuery = queryOptions({
  queryKey: ["second step", "new"],
  queryFn: async ({ signal }) => (await call("GET Staff/NewSecondStep", {}, { signal })).data,
  staleTime: Infinity,
  gcTime: 0,
});

/** All administrators, and the open invitations. */
export const staffQuery = queryOptions({
  queryKey: ["staff", "all"],
  queryFn: async ({ signal }) => (await call("GET Staff/GetStaff", {}, { signal })).data,
  staleTime: 0,
});
