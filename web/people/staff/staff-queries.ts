import { dataQuery } from "#web/lib/queries.ts";
import { call } from "#web/lib/call.ts";

export const ownAccountQuery = dataQuery(["staff", "own"], (context) => call("GET Staff/GetOwnAccount", {}, context), {
  staleTime: 0, // sessions begin and end elsewhere
});

/** Keeps the new secret during the scan: switching apps must not replace it. */
export const newTwoStepQuery = dataQuery(["two-step", "new"], (context) => call("GET Staff/NewTwoStep", {}, context), {
  staleTime: Infinity,
  gcTime: 0,
});

export const staffQuery = dataQuery(["staff", "all"], (context) => call("GET Staff/GetStaff", {}, context), {
  staleTime: 0,
});
