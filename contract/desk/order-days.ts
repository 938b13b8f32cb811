import { order, staffOrder } from "#contract/circulation.ts";
import { ownMessages } from "#contract/messages.ts";
import { endpoint } from "#contract/wire/endpoint.ts";
import { dayOrNothing, id, version } from "#contract/wire/text.ts";
import * as z from "zod/mini";

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
