import * as z from "zod/mini";
import { borrowerInList, copyInList } from "../catalog/in-lists.ts";
import { limits } from "../catalog/codes.ts";
import { maxAtOnce, refusalOfOne } from "../wire/refusals.ts";
import { languages } from "../site/languages.ts";
import { endpoint } from "../wire/endpoint.ts";
import { isMoney } from "../wire/money.ts";
import { ownMessages } from "../wire/messages.ts";
import { searchText } from "./scans.ts";
import { id, idOrAll, idsUpTo, money, nameOrAll, optionalText, pageNumber, pageSize, text } from "../wire/text.ts";

/** The first two kinds are for copies on loan, the others for returned copies. */
export const claimKinds = ["lost", "claimed returned", "parts missing", "damaged"] as const;
export type ClaimKind = (typeof claimKinds)[number];

/** The kinds that borrowers have to settle. Staff look for copies claimed returned. */
export const owedKinds = ["lost", "parts missing", "damaged"] as const satisfies ClaimKind[];

export const settlements = ["paid", "replaced", "waived"] as const;
export type Settlement = (typeof settlements)[number];

/** How a claim ends: staff settled it, the copy was found or declared lost, or the claim was a mistake. */
export const outcomes = [...settlements, "found", "lost", "undone"] as const;
export type Outcome = (typeof outcomes)[number];

export const claimStates = ["open", "closed"] as const;

/**
 * A claim as staff see it. `parts` are the missing ones, "1 DVD @ 24.50; 2 cards"; `cost` is an amount, "24.50";
 * `outcome` is null for an open claim. `undoEventId` identifies the settlement, or the open claim, to undo; null when
 * neither can be undone.
 */
export const staffClaim = z.object({
  claimId: z.number(),
  kind: z.enum(claimKinds),
  orderId: z.number(),
  orderInventoryItemId: z.number(),
  borrowerId: z.number(),
  ...borrowerInList,
  ...copyInList,
  parts: z.string(),
  cost: z.string(),
  note: z.string(),
  openedAt: z.string(),
  openedByName: z.string(),
  outcome: z.nullable(z.enum(outcomes)),
  closedAt: z.nullable(z.string()),
  closedByName: z.nullable(z.string()),
  closingNote: z.string(),
  undoEventId: z.nullable(z.number()),
});
export type StaffClaim = z.output<typeof staffClaim>;

const listFilters = {
  state: z._default(nameOrAll(claimStates, `must be one of ${claimStates.join(", ")}`), ""),
  kind: z._default(nameOrAll(claimKinds, `must be one of ${claimKinds.join(", ")}`), ""),
  orderId: z._default(idOrAll, 0),
  searchString: searchText,
};

/**
 * Extension: returns claims, newest first. Filters by state, kind, order, and words in the borrower's name, school, title, or
 * copy label. `openCost` is the total still owed on the matching claims.
 */
export const getClaims = endpoint("GET Claims/GetClaims", {
  access: "clerk",
  query: z.object({ ...listFilters, page: pageNumber, pageSize }),
  answer: { data: z.array(staffClaim), total: z.number(), openCost: z.string() },
});

export const getClaim = endpoint("GET Claims/Get/{id}", {
  access: "clerk",
  params: { id },
  answer: { data: staffClaim },
});

/** Extension: returns the same claims as a CSV. */
export const claimsCsv = endpoint("GET Claims/csv", {
  access: "clerk",
  query: z.object(listFilters),
  file: "text/csv",
});

const words = { cost: z.optional(money), note: z._default(text(limits.line), "") };
const rules = z.object({
  cost: z.optional(z.string().check(z.refine(isMoney, ownMessages.notMoney("Cost")))),
  note: z.optional(optionalText()),
});

/**
 * Extension: opens a claim for a copy on an order. The cost defaults to that of the missing parts, or else to the
 * title's replacement cost. A lost copy comes off its order, and losing the last copy marks the order Returned. A copy
 * claimed returned stays on loan, without reminders.
 */
export const openClaim = endpoint("POST Claims/Open", {
  access: "clerk",
  body: z.object({
    orderInventoryItemId: id,
    kind: z.enum(claimKinds, `must be one of ${claimKinds.join(", ")}`),
    ...words,
  }),
  rules,
  answer: { data: staffClaim },
});

/** Extension: changes the cost and note of an open claim. */
export const changeClaim = endpoint("POST Claims/Change/{id}", {
  access: "manager",
  params: { id },
  body: z.object(words),
  rules,
  answer: { data: staffClaim },
});

/** Extension: closes an open claim. */
export const settleClaim = endpoint("POST Claims/Settle/{id}", {
  access: "manager",
  params: { id },
  body: z.object({
    outcome: z.enum(settlements, `must be one of ${settlements.join(", ")}`),
    note: z._default(text(limits.line), ""),
  }),
  answer: { data: staffClaim },
});

/**
 * The letter about everything that a claim's borrower still owes, in the borrower's language, for print and email.
 * `office` is the label above the library's postal address. `obstacle` says why the letter can't be emailed; empty if
 * it can.
 */
export const claimLetter = z.object({
  language: z.enum(languages),
  to: z.string(),
  subject: z.string(),
  heading: z.string(),
  text: z.string(),
  items: z.array(z.object({ name: z.string(), value: z.string() })),
  sum: z.object({ name: z.string(), value: z.string() }),
  office: z.string(),
  note: z.string(),
  emailAddress: z.string(),
  obstacle: z.string(),
  /** When a letter about claims was last emailed to this address; null if that email is no longer stored. */
  mailedAt: z.nullable(z.string()),
});
export type ClaimLetter = z.output<typeof claimLetter>;

export const getClaimLetter = endpoint("GET Claims/GetLetter/{id}", {
  access: "clerk",
  params: { id },
  answer: { data: claimLetter },
});

export const maxOwnClaims = 50;

/** A claim as the borrower sees it. */
export const ownClaim = z.extend(
  z.pick(staffClaim, {
    claimId: true,
    orderId: true,
    title: true,
    language: true,
    skuNumber: true,
    copyNumber: true,
    parts: true,
    cost: true,
  }),
  { kind: z.enum(owedKinds) },
);
export type OwnClaim = z.output<typeof ownClaim>;

/**
 * Extension: returns the lost, damaged, or incomplete copies that the borrower has to settle, oldest first; `openCost`
 * is the total.
 */
export const getOwnClaims = endpoint("GET Claims/GetOwn", {
  access: "user",
  answer: { data: z.array(ownClaim), openCost: z.string() },
});

/** Extension: emails the letter, at most once a day for the same items. */
export const sendClaimLetter = endpoint("POST Claims/SendLetter/{id}", {
  access: "manager",
  params: { id },
  answer: {},
});

/**
 * Extension: returns a letter for each borrower of these claims (comma-separated ids), in the same order. Skips
 * borrowers who owe nothing.
 */
export const getClaimLetters = endpoint("GET Claims/GetLetters", {
  access: "clerk",
  query: z.object({ ids: idsUpTo(maxAtOnce) }),
  answer: { data: z.array(z.extend(claimLetter, { claimId: z.number() })) },
});

/** Extension: emails a letter to each borrower of these claims. */
export const sendClaimLetters = endpoint("POST Claims/SendLetters", {
  access: "manager",
  body: z.object({ claimIds: z.array(id).check(z.minLength(1), z.maxLength(maxAtOnce)) }),
  answer: { data: z.array(z.object({ claimId: z.number(), refusal: refusalOfOne })) },
});
export type LetterOutcome = z.output<(typeof sendClaimLetters)["answer"]["data"]>[number];
