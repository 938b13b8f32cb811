import type { SecurityKind } from "#contract/people/staff.ts";
import { call } from "#web/lib/call.ts";
import { pageField, textField } from "#web/lib/filters/address-filters.ts";
import { choicesOf, endField, list, searchField, selectField, startField } from "#web/lib/filters/list.ts";

export const kindWords: Record<SecurityKind, string> = {
  "logged-in": "Login",
  "log-in-failed": "Wrong user name or password",
  "limit-hit": "Too many requests",
  "access-refused": "Access refused",
  "token-forged": "Forged session token",
  "password-changed": "Password changed",
  "email-changed": "Email address changed",
  "sessions-ended": "Session ended",
  "staff-changed": "Staff accounts changed",
  "key-turned": "Session key replaced",
};

export const signInEvents = list({
  path: "/admin/sign-in-log",
  filters: {
    userName: searchField("user", "User name", { placeholder: "The full user name" }),
    kind: selectField("kind", "What", [{ value: "", label: "Everything" }, ...choicesOf(kindWords)]),
    address: textField("address", { kind: "text", label: "Address" }),
    startDate: startField(),
    endDate: endField(),
    page: pageField(),
  },
  key: ["sign-in log"],
  ask: (query, context) => call("GET SignInLog/GetEvents", { query }, context),
});
