import * as z from "zod/mini";
import { endpoint } from "#contract/wire/endpoint.ts";
import { dayOrNothing, id } from "#contract/wire/text.ts";
import { reason } from "#contract/wire/reasons.ts";

/** How many things of a list staff do something with at once: its longest page. */
export const mostAtOnce = 100;

/** What became of one of many: null when it was done, or why it was not. */
export const refusalOfOne = z.nullable(z.object({ reason, message: z.string() }));

/** What became of each order, in the order they were sent. */
const outcome = z.object({ orderId: z.number(), refusal: refusalOfOne });
export const outcomes = z.array(outcome);
export type BulkOutcome = z.output<typeof outcomes>[number];

/**
 * Extension: reminds the borrowers of these orders: of one that is due, or of everything they have overdue. Nobody is
 * reminded of the same twice a day.
 */
export const sendReminders = endpoint("POST Reminders/Send", {
  access: "clerk",
  body: z.object({ orderIds: z.array(id).check(z.minLength(1), z.maxLength(mostAtOnce)) }),
  answer: { data: outcomes },
});

/** Extension: gives each of these orders another loan, unless its due day is another one than was seen; `dueOn`: the new due day. */
export const renewOrders = endpoint("POST Order/RenewMany", {
  access: "clerk",
  body: z.object({
    orders: z.array(z.object({ orderId: id, returnDate: dayOrNothing })).check(z.minLength(1), z.maxLength(mostAtOnce)),
  }),
  answer: { data: z.array(z.extend(outcome, { dueOn: z.nullable(z.string()) })) },
});
