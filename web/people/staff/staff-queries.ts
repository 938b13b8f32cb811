import { dataQuery } from "#web/lib/queries.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "#web/lib/call.ts";

export const ownAccountQuery = queryOptions({
  queryKey: ["staff", "own"],
  queryFn: async ({ signal }) => (await call("GET Staff/GetOwnAccount", {}, { signal })).data,
  staleTime: 0, // sessions begin and end elsewhere
});

/** A new secret for an authenticator app. It stays while it is scanned: a look at the phone must not change it. */
export const newTwoStepQuery = dataQuery(
  ["second step", "new"],
  (context) => call("GET Staff/NewTwoStep", {}, context),
  { staleTime: Infinity, gcTime: 0 },
);

export const staffQuery = dataQuery(["staff", "all"], (context) => call("GET Staff/GetStaff", {}, context), {
  staleTime: 0,
});
