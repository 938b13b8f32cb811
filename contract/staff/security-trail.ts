import * as z from "zod/mini";
import { endpoint } from "../wire/endpoint.ts";
import { dayOrNothing, nameOrAll, pageNumber, pageSize, text } from "../wire/text.ts";

/** In the order staff sees them. */
export const securityKinds = [
  "logged-in",
  "log-in-failed",
  "limit-hit",
  "access-refused",
  "token-forged",
  "password-changed",
  "email-changed",
  "sessions-ended",
  "staff-changed",
  "key-turned",
] as const;

export type SecurityKind = (typeof securityKinds)[number];

/** What happened in one minute from one address, to one account, as one row. Nobody's typed user name is in it. */
export const securityEvent = z.object({
  eventId: z.number(),
  kind: z.enum(securityKinds),
  /** When it happened last. */
  at: z.string(),
  times: z.number(),
  /** A network of 64 bits for IPv6; empty: from many, or this server itself. */
  address: z.string(),
  /** The contract's name, or that of a command; empty for a page, or for many. */
  call: z.string(),
  /** Whose session or new session it was; empty when nobody's. */
  person: z.string(),
  /** The code of the user name that was typed; empty when none was, or many. */
  nameCode: z.string(),
  sessionNumber: z.nullable(z.number()),
});
export type SecurityEvent = z.output<typeof securityEvent>;

/** Extension: the security trail, newest first. `userName` finds an account's events and those of what was typed. */
export const getSecurityEvents = endpoint("GET Security/GetEvents", {
  access: "manager",
  query: z.object({
    kind: z._default(nameOrAll(securityKinds, "must be a kind of security event"), ""),
    userName: z._default(text(), ""),
    address: z._default(text(), ""),
    startDate: dayOrNothing,
    endDate: dayOrNothing,
    page: pageNumber,
    pageSize,
  }),
  answer: { data: z.array(securityEvent), total: z.number() },
});
