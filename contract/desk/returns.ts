import * as z from "zod/mini";
import { limits } from "#contract/codes.ts";
import { outcomes } from "#contract/desk/case-kinds.ts";
import { endpoint } from "#contract/wire/endpoint.ts";
import { id, partsField, text } from "#contract/wire/text.ts";

/** What the desk may find, best first. After the last two, a copy waits for inspection and is not lent. */
export const conditions = ["good", "worn", "parts missing", "damaged"] as const;
export type Condition = (typeof conditions)[number];

const condition = z.enum(conditions, "must be good, worn, parts missing or damaged");

/**
 * A copy that was checked in, and where it goes now. Days are YYYY-MM-DD. `copiesOut` counts what is still out of the
 * `copiesSent` of its order; `neededBy` is the order that waits for a copy of this title when none is on the shelf.
 */
export const returnedCopy = z.object({
  returnId: z.number(),
  inventoryItemId: z.number(),
  inventoryId: z.number(),
  skuNumber: z.string(),
  copyNumber: z.number(),
  title: z.string(),
  language: z.string(),
  orderId: z.number(),
  borrowerName: z.string(),
  schoolName: z.string(),
  returnDate: z.nullable(z.string()),
  daysLate: z.number(),
  copiesOut: z.number(),
  copiesSent: z.number(),
  condition,
  note: z.string(),
  /** What its title consists of, and what of that is missing, each as text: "1 DVD @ 24.50; 2 cards". */
  parts: z.string(),
  missingParts: z.string(),
  /** Of its title, as text: "24.50"; empty when unknown, and of what a tab keeps from before. */
  replacementCost: z._default(z.string(), ""),
  goesTo: z.enum(["shelf", "order", "hold", "inspection"]),
  /** Where it stands, or else its title; empty when unknown. */
  shelfPlace: z.string(),
  neededBy: z.nullable(z.object({ orderId: z.number(), schoolName: z.string() })),
  /** The next in line, for whom it is held: it is not to be shelved. */
  heldFor: z.nullable(z.object({ borrowerName: z.string(), schoolName: z.string() })),
  /** The case of a copy that had been declared lost, and how it ended; null for others. */
  lostCase: z.nullable(z.object({ caseId: z.number(), outcome: z.enum(outcomes) })),
  /** The open case of its damage or missing parts. */
  openCaseId: z.nullable(z.number()),
});
export type ReturnedCopy = z.output<typeof returnedCopy>;

/** Extension: checks in a copy of a shipped order. With its last copy the order becomes Returned. */
export const checkInCopy = endpoint("POST Returns/CheckIn", {
  access: "volunteer",
  body: z.object({ inventoryItemId: id }),
  answer: { data: returnedCopy },
});

/**
 * Extension: what the desk found, after the copy was checked in and while it is not lent again. `missingParts` names parts of
 * the title, "1 DVD; 2 cards", in the condition "parts missing"; omitted, they stay. An open case of
 * them follows.
 */
export const changeCondition = endpoint("POST Returns/ChangeCondition/{id}", {
  access: "volunteer",
  params: { id },
  body: z.object({ condition, note: z._default(text(limits.line), ""), missingParts: z.optional(partsField) }),
  answer: { data: returnedCopy },
});

/** Extension: puts a copy back on its order, as if it had not been checked in; a Returned order is Shipped again. */
export const undoCheckIn = endpoint("POST Returns/Undo/{id}", {
  access: "volunteer",
  params: { id },
  answer: {},
});

/** Extension: takes back that an order was set to Returned by hand: its copies are out again, in its status of before. */
export const undoReturned = endpoint("POST Returns/UndoReturned/{orderId}", {
  access: "clerk",
  params: { orderId: id },
  answer: {},
});
