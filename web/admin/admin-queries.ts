import type { SecurityKind } from "#contract/people/staff.ts";
import { call, CallFailed } from "#web/lib/call.ts";
import { pageField, textField } from "#web/lib/filters/address-filters.ts";
import { choicesOf, endField, list, searchField, selectField, startField } from "#web/lib/filters/list.ts";
import { dataQuery } from "#web/lib/queries.ts";
import { queryOptions } from "@tanstack/react-query";

export const settingsQuery = dataQuery(["settings"], (context) => call("GET Settings/Get", {}, context));

/** Polls the state of the system while its page is open. */
export const systemQuery = queryOptions({
  queryKey: ["system"],
  queryFn: async ({ signal }) => (await call("GET System/Get", {}, { signal })).data,
  staleTime: 0,
  // a requested check or backup takes seconds
  refetchInterval: ({ state: { data } }) => (data?.stock.isRunning || data?.backup.isRunning ? 2000 : 30_000),
});

/** Returns the version, or null if the call fails, because the page's own calls show that error. */
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

/** Formats a version to read out over the phone: "0.1.0 (feb373d3)". */
export function releaseWords({ version, commit }: { version: string; commit: string }): string {
  return commit === "" ? version : `${version} (${commit})`;
}

export const signInWords: Record<SecurityKind, string> = {
  "logged-in": "Login",
  "log-in-failed": "Wrong user name or password",
  "limit-hit": "Too many requests",
  "access-refused": "Access refused",
  "token-forged": "Forged session token",
  "password-changed": "Password changed",
  "email-changed": "Email address changed",
  "sessions-ended": "Session ended",
  "staff-changed": "Staff accounts changed",
  "key-turned": "Secret key replaced",
};

export const signInEvents = list({
  path: "/admin/activity-log/logins",
  filters: {
    userName: searchField("user", "Username", { placeholder: "The full username" }),
    kind: selectField("kind", "What", [{ value: "", label: "Everything" }, ...choicesOf(signInWords)]),
    address: textField("address", { kind: "text", label: "Address" }),
    startDate: startField(),
    endDate: endField(),
    page: pageField(),
  },
  key: ["sign-in log"],
  ask: (query, context) => call("GET SignInLog/GetEvents", { query }, context),
});
