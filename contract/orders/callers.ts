import * as z from "zod/mini";
import { borrowerBody, borrowerRules } from "#contract/people/accounts.ts";
import { endpoint } from "#contract/wire/endpoint.ts";
import { searchText } from "../desk/scans.ts";
import { dayOrNothing, id } from "#contract/wire/text.ts";
import { linesRules, requestedLines } from "./order-changes.ts";

const caller = z.object({
  borrowerId: z.number(),
  borrowerName: z.string(),
  schoolName: z.string(),
  schoolDistrict: z.string(),
  emailAddress: z.string(),
  phoneNumber: z.string(),
  city: z.string(),
  openClaims: z.number(),
});
export type Caller = z.output<typeof caller>;

export const maxCallers = 10;

/**
 * Extension: finds borrowers by name, school, district, email address, or phone number. Returns the first ten by name.
 */
export const findCallers = endpoint("GET Account/FindBorrowers", {
  access: "clerk",
  query: z.object({ searchString: searchText }),
  answer: { data: z.array(caller) },
});

/**
 * Extension: registers a borrower who called. The email address becomes the user name, and "Reset password" lets the
 * borrower choose a password.
 */
export const registerCaller = endpoint("POST Account/RegisterCaller", {
  access: "clerk",
  body: borrowerBody,
  rules: borrowerRules,
  answer: { data: caller },
});

/**
 * Extension: places an order for a borrower who called. Sending the same `key` again returns the same order.
 * `teachFrom` and `teachTo` are the teaching dates; without them, the order ships right away. `beyondLimits` lifts the
 * lending limits.
 */
export const placeForCaller = endpoint("POST Order/PlaceForCaller", {
  access: "clerk",
  body: z.object({
    borrowerId: id,
    key: z.string().check(z.regex(/^[\w-]{16,64}$/, "must have 16 to 64 letters and digits")),
    lines: requestedLines,
    teachFrom: z.optional(dayOrNothing),
    teachTo: z.optional(dayOrNothing),
    beyondLimits: z._default(z.boolean("must be true or false"), false),
  }),
  rules: linesRules,
  answer: { id: z.number() },
});
