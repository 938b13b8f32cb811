import * as z from "zod/mini";
import { order, staffOrder } from "#contract/circulation.ts";
import { limits } from "#contract/codes.ts";
import { ownMessages } from "#contract/messages.ts";
import { endpoint } from "#contract/wire/endpoint.ts";
import { id, version, whole } from "#contract/wire/text.ts";

/** The most titles that staff put on one order. */
export const mostLines = 100;

/** What an order is to hold: each title once. */
export const wantedLines = z.array(z.object({ inventoryId: id, quantity: whole(1, limits.quantity) }));

export const linesRules = z.object({
  lines: z
    .array(z.unknown())
    .check(z.minLength(1, ownMessages.linesRequired), z.maxLength(mostLines, ownMessages.tooMany(mostLines))),
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
