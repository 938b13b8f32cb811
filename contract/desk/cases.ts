import * as z from "zod/mini";
import { limits } from "../catalog/codes.ts";
import { mostAtOnce, refusalOfOne } from "../wire/reasons.ts";
import { languages } from "../site/languages.ts";
import { endpoint } from "../wire/endpoint.ts";
import { isMoney } from "../wire/money.ts";
import { ownMessages } from "../wire/messages.ts";
import { id, idOrAll, idsUpTo, money, nameOrAll, pageNumber, pageSize, short, text } from "../wire/text.ts";

/** What a case is about: the first two of a copy that is out, the others of one that came back. */
export const caseKinds = ["lost", "claimed returned", "parts missing", "damaged"] as const;
export type CaseKind = (typeof caseKinds)[number];

/** Those that the borrower has to settle: with what was claimed returned, staff look again. */
export const owedKinds = ["lost", "parts missing", "damaged"] as const satisfies CaseKind[];

export const settlements = ["paid", "replaced", "waived"] as const;
export type Settlement = (typeof settlements)[number];

/** How a case ends: settled, or because the copy was found, was declared lost after all, or the case was a mistake. */
export const outcomes = [...settlements, "found", "lost", "undone"] as const;
export type Outcome = (typeof outcomes)[number];

export const caseStates = ["open", "closed"] as const;

/** A case as staff see it. `parts` are those that are missing, "1 DVD @ 24.50; 2 cards". `cost` is an amount, "24.50"; instants end in Z. `outcome` is null while it is open. */
export const staffCase = z.object({
  caseId: z.number(),
  kind: z.enum(caseKinds),
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
export type StaffCase = z.output<typeof staffCase>;

const listFilters = {
  state: z._default(nameOrAll(caseStates, `must be one of ${caseStates.join(", ")}`), ""),
  kind: z._default(nameOrAll(caseKinds, `must be one of ${caseKinds.join(", ")}`), ""),
  orderId: z._default(idOrAll, 0),
  searchString: z._default(text(), ""),
};

/**
 * Extension: the cases, newest first, by state, kind, order, and words of the borrower, school, or title, or what the copy's label
 * says. `openCost` adds up what is open of those listed.
 */
export const getCases = endpoint("GET Cases/GetCases", {
  access: "clerk",
  query: z.object({ ...listFilters, page: pageNumber, pageSize }),
  answer: { data: z.array(staffCase), total: z.number(), openCost: z.string() },
});

export const getCase = endpoint("GET Cases/Get/{id}", {
  access: "clerk",
  params: { id },
  answer: { data: staffCase },
});

/** Extension: all that GetCases lists, for spreadsheets. */
export const casesCsv = endpoint("GET Cases/csv", { access: "clerk", query: z.object(listFilters), file: "text/csv" });

const words = { cost: z.optional(money), note: z._default(text(limits.line), "") };
const rules = z.object({
  cost: z.optional(z.string().check(z.refine(isMoney, ownMessages.notMoney("Cost")))),
  note: z.optional(short()),
});

/**
 * Extension: opens a case of a copy on an order. Without a cost it is that of the missing parts, or the title's replacement cost. A lost copy leaves its
 * order, which becomes Returned with its last one; a copy claimed returned stays out, but its reminders rest.
 */
export const openCase = endpoint("POST Cases/Open", {
  access: "clerk",
  body: z.object({
    orderInventoryItemId: id,
    kind: z.enum(caseKinds, `must be one of ${caseKinds.join(", ")}`),
    ...words,
  }),
  rules,
  answer: { data: staffCase },
});

/** Extension: corrects the cost and the note of an open case. */
export const changeCase = endpoint("POST Cases/Change/{id}", {
  access: "manager",
  params: { id },
  body: z.object(words),
  rules,
  answer: { data: staffCase },
});

/** Extension: closes an open case. */
export const settleCase = endpoint("POST Cases/Settle/{id}", {
  access: "manager",
  params: { id },
  body: z.object({
    outcome: z.enum(settlements, `must be one of ${settlements.join(", ")}`),
    note: z._default(text(limits.line), ""),
  }),
  answer: { data: staffCase },
});

/**
 * Extension: takes back the last step: a settled case is open again, which takes a manager; an open one was a mistake and its copy
 * is out again.
 */
export const undoCase = endpoint("POST Cases/Undo/{id}", {
  access: "clerk",
  params: { id },
  answer: { data: staffCase },
});

/**
 * The letter about everything that is open of the borrower of a case, in the borrower's language, as it is printed and
 * mailed. `office` is the label of the library's postal address, which is site content. `obstacle` says why it cannot be mailed; empty
 * when it can.
 */
export const caseLetter = z.object({
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
  /** When a letter about cases was last mailed to this address; null: not in the time that emails are kept. */
  mailedAt: z.nullable(z.string()),
});
export type CaseLetter = z.output<typeof caseLetter>;

export const getCaseLetter = endpoint("GET Cases/GetLetter/{id}", {
  access: "clerk",
  params: { id },
  answer: { data: caseLetter },
});

export const mostOwnCases = 50;

/** What a borrower has to settle: of a StaffCase what is theirs to know. */
export const ownCase = z.extend(
  z.pick(staffCase, {
    caseId: true,
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
export type OwnCase = z.output<typeof ownCase>;

/** Extension: what of the borrower's is lost, damaged, or incomplete and not settled, oldest first; `openCost` adds up all of it. */
export const getOwnCases = endpoint("GET Cases/GetOwn", {
  access: "user",
  answer: { data: z.array(ownCase), openCost: z.string() },
});

/** Extension: mails that letter, once a day for the same items. */
export const sendCaseLetter = endpoint("POST Cases/SendLetter/{id}", {
  access: "manager",
  params: { id },
  answer: {},
});

/**
 * Extension: the letters to the borrowers of these cases (separated by commas), one for each of them, in their order. Cases whose
 * borrower owes nothing anymore are left out.
 */
export const getCaseLetters = endpoint("GET Cases/GetLetters", {
  access: "clerk",
  query: z.object({ ids: idsUpTo(mostAtOnce) }),
  answer: { data: z.array(z.extend(caseLetter, { caseId: z.number() })) },
});

/** Extension: mails the letters of these cases, each borrower one. */
export const sendCaseLetters = endpoint("POST Cases/SendLetters", {
  access: "manager",
  body: z.object({ caseIds: z.array(id).check(z.minLength(1), z.maxLength(mostAtOnce)) }),
  answer: { data: z.array(z.object({ caseId: z.number(), refusal: refusalOfOne })) },
});
export type LetterOutcome = z.output<(typeof sendCaseLetters)["answer"]["data"]>[number];
