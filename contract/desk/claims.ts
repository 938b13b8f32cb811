import * as z from "zod/mini";
import { limits } from "../catalog/codes.ts";
import { maxAtOnce, refusalOfOne } from "../wire/reasons.ts";
import { languages } from "../site/languages.ts";
import { endpoint } from "../wire/endpoint.ts";
import { isMoney } from "../wire/money.ts";
import { ownMessages } from "../wire/messages.ts";
import { id, idOrAll, idsUpTo, money, nameOrAll, pageNumber, pageSize, short, text } from "../wire/text.ts";

/** What a claim is about: the first two of a copy that is out, the others of one that came back. */
export const claimKinds = ["lost", "claimed returned", "parts missing", "damaged"] as const;
export type ClaimKind = (typeof claimKinds)[number];

/** Those that the borrower has to settle: with what was claimed returned, staff look again. */
export const owedKinds = ["lost", "parts missing", "damaged"] as const satisfies ClaimKind[];

export const settlements = ["paid", "replaced", "waived"] as const;
export type Settlement = (typeof settlements)[number];

/** How a case ends: settled, or because the copy was found, was declared lost after all, or the case was a mistake. */
export const outcomes = [...settlements, "found", "lost", "undone"] as const;
export type Outcome = (typeof outcomes)[number];

export const claimStates = ["open", "closed"] as const;

/** A claim as staff see it. `parts` are those that are missing, "1 DVD @ 24.50; 2 cards". `cost` is an amount, "24.50"; instants end in Z. `outcome` is null while it is open. */
export const staffClaim = z.object({
  claimId: z.number(),
  kind: z.enum(claimKinds),
  orderId: z.number(),
  orderInventoryItemId: z.number(),
  borrowerId: z.number(),
  borrowerName: z.string(),
  schoolName: z.string(),
  inventoryItemId: z.number(),
  inventoryId: z.number(),
  skuNumber: z.string(),
  copyNumber: z.number(),
  title: z.string(),
  language: z.string(),
  parts: z.string(),
  cost: z.string(),
  note: z.string(),
  openedAt: z.string(),
  openedByName: z.string(),
  outcome: z.nullable(z.enum(outcomes)),
  closedAt: z.nullable(z.string()),
  closedByName: z.nullable(z.string()),
  closingNote: z.string(),
});
export type StaffClaim = z.output<typeof staffClaim>;

const listFilters = {
  state: z._default(nameOrAll(claimStates, `must be one of ${claimStates.join(", ")}`), ""),
  kind: z._default(nameOrAll(claimKinds, `must be one of ${claimKinds.join(", ")}`), ""),
  orderId: z._default(idOrAll, 0),
  searchString: z._default(text(), ""),
};

/**
 * Extension: the claims, newest first, by state, kind, order, and words of the borrower, school, or title, or what the copy's label
 * says. `openCost` adds up what is open of those listed.
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

/** Extension: all that GetClaims lists, for spreadsheets. */
export const claimsCsv = endpoint("GET Claims/csv", {
  access: "clerk",
  query: z.object(listFilters),
  file: "text/csv",
});

const words = { cost: z.optional(money), note: z._default(text(limits.line), "") };
const rules = z.object({
  cost: z.optional(z.string().check(z.refine(isMoney, ownMessages.notMoney("Cost")))),
  note: z.optional(short()),
});

/**
 * Extension: opens a claim of a copy on an order. Without a cost it is that of the missing parts, or the title's replacement cost. A lost copy leaves its
 * order, which becomes Returned with its last one; a copy claimed returned stays out, but its reminders rest.
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

/** Extension: corrects the cost and the note of an open claim. */
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
 * Extension: takes back the last step: a settled claim is open again, which takes a manager; an open one was a mistake and its copy
 * is out again.
 */
export const undoClaim = endpoint("POST Claims/Undo/{id}", {
  access: "clerk",
  params: { id },
  answer: { data: staffClaim },
});

/**
 * The letter about everything that is open of the borrower of a claim, in the borrower's language, as it is printed and
 * mailed. `office` is the label of the library's postal address, which is site content. `obstacle` says why it cannot be mailed; empty
 * when it can.
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
  /** When a letter about claims was last mailed to this address; null: not in the time that emails are kept. */
  mailedAt: z.nullable(z.string()),
});
export type ClaimLetter = z.output<typeof claimLetter>;

export const getClaimLetter = endpoint("GET Claims/GetLetter/{id}", {
  access: "clerk",
  params: { id },
  answer: { data: claimLetter },
});

export const maxOwnClaims = 50;

/** What a borrower has to settle: of a StaffClaim what is theirs to know. */
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

/** Extension: what of the borrower's is lost, damaged, or incomplete and not settled, oldest first; `openCost` adds up all of it. */
export const getOwnClaims = endpoint("GET Claims/GetOwn", {
  access: "user",
  answer: { data: z.array(ownClaim), openCost: z.string() },
});

/** Extension: mails that letter, once a day for the same items. */
export const sendClaimLetter = endpoint("POST Claims/SendLetter/{id}", {
  access: "manager",
  params: { id },
  answer: {},
});

/**
 * Extension: the letters to the borrowers of these claims (separated by commas), one for each of them, in their order. Claims whose
 * borrower owes nothing anymore are left out.
 */
export const getClaimLetters = endpoint("GET Claims/GetLetters", {
  access: "clerk",
  query: z.object({ ids: idsUpTo(maxAtOnce) }),
  answer: { data: z.array(z.extend(claimLetter, { claimId: z.number() })) },
});

/** Extension: mails the letters of these claims, each borrower one. */
export const sendClaimLetters = endpoint("POST Claims/SendLetters", {
  access: "manager",
  body: z.object({ claimIds: z.array(id).check(z.minLength(1), z.maxLength(maxAtOnce)) }),
  answer: { data: z.array(z.object({ claimId: z.number(), refusal: refusalOfOne })) },
});
export type LetterOutcome = z.output<(typeof sendClaimLetters)["answer"]["data"]>[number];
