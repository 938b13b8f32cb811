import * as z from "zod/mini";
import { order, staffOrder } from "#contract/circulation.ts";
import { limits } from "#contract/codes.ts";
import { ownMessages } from "#contract/messages.ts";
import { endpoint } from "#contract/wire/endpoint.ts";
import { given, id, text, versionRead } from "#contract/wire/text.ts";

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

/** Extension: a canceled order is what it was before, with those of its copies that are still on the shelf. */
export const undoCancel = endpoint("POST Order/UndoCancel/{orderId}", {
  access: "clerk",
  params: { orderId: id },
  answer: { data: staffOrder },
});

/** Extension: a borrower cancels an own order while it is New. */
export const cancelOwnOrder = endpoint("POST Order/CancelOwn/{orderId}", {
  access: "user",
  params: { orderId: id },
  body: z.object({ reason: z._default(text(limits.line), "") }),
  answer: { data: order },
});

/** How long a borrower can take back an own cancellation, in seconds. The email about it waits so long, too. */
export const ownCancelGrace = 120;

/** Extension: the borrower takes back an own cancellation, within `ownCancelGrace`; the order is what it was before. */
export const undoCancelOwn = endpoint("POST Order/UndoCancelOwn/{orderId}", {
  access: "user",
  params: { orderId: id },
  answer: { data: order },
});
