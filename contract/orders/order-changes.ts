import * as z from "zod/mini";
import { order, staffOrder } from "./orders.ts";
import { limits } from "../catalog/codes.ts";
import { ownMessages } from "../wire/messages.ts";
import { endpoint } from "../wire/endpoint.ts";
import { dayOrNothing, id, requiredText, text, version, versionRead, whole } from "../wire/text.ts";
import { maxAtOnce, refusalOfOne } from "../wire/refusals.ts";

const outcome = z.object({ orderId: z.number(), refusal: refusalOfOne });
export const outcomes = z.array(outcome);
export type BulkOutcome = z.output<typeof outcomes>[number];

export const cancelRules = z.object({ reason: requiredText(ownMessages.required("Reason")) });

/**
 * Extension: cancels a New or Processing order, returns its copies to the shelf, and emails the borrower the reason.
 * Idempotent.
 */
export const cancelOrder = endpoint("POST Order/Cancel/{orderId}", {
  access: "clerk",
  params: { orderId: id },
  body: z.object({ reason: text(limits.line), version: versionRead }),
  rules: cancelRules,
  answer: { data: staffOrder },
});

/** Extension: lets a borrower cancel an order while it is New. */
export const cancelOwnOrder = endpoint("POST Order/CancelOwn/{orderId}", {
  access: "user",
  params: { orderId: id },
  body: z.object({ reason: z._default(text(limits.line), "") }),
  answer: { data: order },
});

export const maxLines = 100;

/** The titles of an order, without repeats. */
export const requestedLines = z.array(z.object({ inventoryId: id, quantity: whole(1, limits.quantity) }));

export const linesRules = z.object({
  lines: z
    .array(z.unknown())
    .check(z.minLength(1, ownMessages.linesRequired), z.maxLength(maxLines, ownMessages.tooMany(maxLines))),
});

/**
 * Extension: replaces the titles and quantities of a New or Processing order. Returns extra copies to the shelf, and
 * emails the borrower. Refused if there isn't enough stock.
 */
export const changeLines = endpoint("POST Order/ChangeLines/{orderId}", {
  access: "clerk",
  params: { orderId: id },
  body: z.object({ version, lines: requestedLines }),
  rules: linesRules,
  answer: { data: staffOrder },
});

/**
 * Extension: lets a borrower remove a title from an order that is New, or Processing and at risk. Removing the only
 * title cancels the order. Refused once a copy is packed. Idempotent.
 */
export const removeOwnTitle = endpoint("POST Order/RemoveOwnTitle/{orderId}", {
  access: "user",
  params: { orderId: id },
  body: z.object({ inventoryId: id }),
  answer: { data: order },
});

/** The first and the last teaching date. A single date counts as both. */
const teaching = { teachFrom: dayOrNothing, teachTo: dayOrNothing };

const typedDates = { teachFrom: z.nullable(z.string()), teachTo: z.nullable(z.string()) };
export const orderDaysRules = z.object(typedDates).check(
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
 * Extension: sets or changes the teaching dates of a New or Processing order. The borrower gets an email a few minutes
 * later. Refused once a copy is packed. Also refused if a title isn't available; the refusal suggests the nearest dates
 * for the whole order.
 */
export const changeDays = endpoint("POST Order/ChangeDays/{orderId}", {
  access: "clerk",
  params: { orderId: id },
  body: z.object({ version, ...teaching }),
  rules: orderDaysRules,
  answer: { data: staffOrder },
});

/** Extension: lets a borrower change the dates of an order that is New, or Processing and at risk. */
export const changeOwnDays = endpoint("POST Order/ChangeOwnDays/{orderId}", {
  access: "user",
  params: { orderId: id },
  body: z.object(teaching),
  rules: orderDaysRules,
  answer: { data: order },
});

/** Extension: lets a borrower renew a shipped order, as often as the library allows. */
export const renewOwnOrder = endpoint("POST Order/RenewOwn/{orderId}", {
  access: "user",
  params: { orderId: id },
  answer: { data: order },
});

/**
 * Extension: renews a shipped order, regardless of the borrower's limit. `isAwaited` tells whether someone is waiting
 * for one of the titles.
 */
export const renewOrder = endpoint("POST Order/Renew/{orderId}", {
  access: "clerk",
  params: { orderId: id },
  answer: { data: staffOrder, isAwaited: z.boolean() },
});

/** Extension: renews one copy of a shipped order. The other copies keep their due dates. */
export const renewCopy = endpoint("POST Order/RenewCopy/{orderInventoryItemId}", {
  access: "clerk",
  params: { orderInventoryItemId: id },
  answer: { data: staffOrder },
});

/**
 * Extension: reminds the borrowers of these orders about an order that is due, or about everything overdue, at most
 * once a day.
 */
export const sendReminders = endpoint("POST Reminders/Send", {
  access: "clerk",
  body: z.object({ orderIds: z.array(id).check(z.minLength(1), z.maxLength(maxAtOnce)) }),
  answer: { data: outcomes },
});

/**
 * Extension: renews these orders, except those whose due date has changed since. `dueOn` is the new due date; `eventId`
 * identifies the change to undo.
 */
export const renewOrders = endpoint("POST Order/RenewMany", {
  access: "clerk",
  body: z.object({
    orders: z.array(z.object({ orderId: id, returnDate: dayOrNothing })).check(z.minLength(1), z.maxLength(maxAtOnce)),
  }),
  answer: { data: z.array(z.extend(outcome, { dueOn: z.nullable(z.string()), eventId: z.nullable(z.number()) })) },
});
