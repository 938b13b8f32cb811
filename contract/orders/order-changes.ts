import * as z from "zod/mini";
import { order, staffOrder } from "./orders.ts";
import { limits } from "../catalog/codes.ts";
import { ownMessages } from "../wire/messages.ts";
import { endpoint } from "../wire/endpoint.ts";
import { dayOrNothing, given, id, text, version, versionRead, whole } from "../wire/text.ts";
import { maxAtOnce, refusalOfOne } from "../wire/reasons.ts";

const outcome = z.object({ orderId: z.number(), refusal: refusalOfOne });
export const outcomes = z.array(outcome);
export type BulkOutcome = z.output<typeof outcomes>[number];

export const cancelRules = z.object({ reason: given(ownMessages.required("Reason")) });

/**
 * Extension: cancels an order that is New or Processing. It is closed, its copies go back to the shelf, and its borrower
 * gets an email that says why. A canceled one stays as it is.
 */
export const cancelOrder = endpoint("POST Order/Cancel/{orderId}", {
  access: "clerk",
  params: { orderId: id },
  body: z.object({ reason: text(limits.line), version: versionRead }),
  rules: cancelRules,
  answer: { data: staffOrder },
});

/** Extension: a borrower cancels an own order while it is New. */
export const cancelOwnOrder = endpoint("POST Order/CancelOwn/{orderId}", {
  access: "user",
  params: { orderId: id },
  body: z.object({ reason: z._default(text(limits.line), "") }),
  answer: { data: order },
});

export const maxLines = 100;

/** What an order is to hold: each title once. */
export const wantedLines = z.array(z.object({ inventoryId: id, quantity: whole(1, limits.quantity) }));

export const linesRules = z.object({
  lines: z
    .array(z.unknown())
    .check(z.minLength(1, ownMessages.linesRequired), z.maxLength(maxLines, ownMessages.tooMany(maxLines))),
});

/**
 * Extension: changes what is on an order that is New or Processing to these titles and quantities. Copies that are too
 * many go back to the shelf, and the borrower gets an email. Refused where stock is short.
 */
export const changeLines = endpoint("POST Order/ChangeLines/{orderId}", {
  access: "clerk",
  params: { orderId: id },
  body: z.object({ version, lines: wantedLines }),
  rules: linesRules,
  answer: { data: staffOrder },
});

/**
 * Extension: removes a title from a borrower's own order while it is New, or at risk and Processing; without its only title an order
 * is canceled. Refused once a copy is packed. Removing it again changes nothing.
 */
export const removeOwnTitle = endpoint("POST Order/RemoveOwnTitle/{orderId}", {
  access: "user",
  params: { orderId: id },
  body: z.object({ inventoryId: id }),
  answer: { data: order },
});

/** The first and the last day of teaching; one alone is both. */
const teaching = { teachFrom: dayOrNothing, teachTo: dayOrNothing };

const asTyped = { teachFrom: z.nullable(z.string()), teachTo: z.nullable(z.string()) };
export const orderDaysRules = z.object(asTyped).check(
  z.refine(({ teachFrom, teachTo }) => Boolean(teachFrom ?? teachTo), {
    error: ownMessages.firstDayRequired,
    path: ["teachFrom"],
  }),
  z.refine(({ teachFrom, teachTo }) => !teachFrom || !teachTo || teachFrom <= teachTo, {
    error: ownMessages.dateOrder,
    path: ["teachTo"],
  }),
);

/**
 * Extension: moves an order that is New or Processing to other teaching days, or gives it some. The borrower gets an email after a
 * while. Refused once a copy is packed, and where a title has no room, with the nearest days for the whole order.
 */
export const changeDays = endpoint("POST Order/ChangeDays/{orderId}", {
  access: "clerk",
  params: { orderId: id },
  body: z.object({ version, ...teaching }),
  rules: orderDaysRules,
  answer: { data: staffOrder },
});

/** Extension: the same for a borrower's own order while it is New, or at risk and Processing. */
export const changeOwnDays = endpoint("POST Order/ChangeOwnDays/{orderId}", {
  access: "user",
  params: { orderId: id },
  body: z.object(teaching),
  rules: orderDaysRules,
  answer: { data: order },
});

/** Extension: its borrower may keep a shipped order for another loan, as often as the library allows. */
export const renewOwnOrder = endpoint("POST Order/RenewOwn/{orderId}", {
  access: "user",
  params: { orderId: id },
  answer: { data: order },
});

/** Extension: staff give a shipped order another loan, whatever its borrower may; `isAwaited`: somebody waits for a title of it. */
export const renewOrder = endpoint("POST Order/Renew/{orderId}", {
  access: "clerk",
  params: { orderId: id },
  answer: { data: staffOrder, isAwaited: z.boolean() },
});

/** Extension: staff give one copy of a shipped order another loan; the others stay due as they were. */
export const renewCopy = endpoint("POST Order/RenewCopy/{orderInventoryItemId}", {
  access: "clerk",
  params: { orderInventoryItemId: id },
  answer: { data: staffOrder },
});

/**
 * Extension: reminds the borrowers of these orders: of one that is due, or of everything they have overdue. Nobody is
 * reminded of the same twice a day.
 */
export const sendReminders = endpoint("POST Reminders/Send", {
  access: "clerk",
  body: z.object({ orderIds: z.array(id).check(z.minLength(1), z.maxLength(maxAtOnce)) }),
  answer: { data: outcomes },
});

/**
 * Extension: gives each of these orders another loan, unless its due date is another one than was seen. `dueOn`: the new due date;
 * `eventId`: for undo.
 */
export const renewOrders = endpoint("POST Order/RenewMany", {
  access: "clerk",
  body: z.object({
    orders: z.array(z.object({ orderId: id, returnDate: dayOrNothing })).check(z.minLength(1), z.maxLength(maxAtOnce)),
  }),
  answer: { data: z.array(z.extend(outcome, { dueOn: z.nullable(z.string()), eventId: z.nullable(z.number()) })) },
});
