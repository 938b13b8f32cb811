import { order, staffOrder } from "#contract/circulation.ts";
import { endpoint } from "#contract/wire/endpoint.ts";
import { id } from "#contract/wire/text.ts";
import { mostAtOnce, outcomes } from "./bulk.ts";
import { ownCancelGrace } from "./cancel.ts";
import * as z from "zod/mini";

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

/** Extension: a renewed order, or its copy that was renewed alone, is due as before. Refused once the order was changed since. */
export const undoRenewal = endpoint("POST Order/UndoRenewal/{orderId}", {
  access: "clerk",
  params: { orderId: id },
  answer: { data: staffOrder },
});

/** Extension: each of these renewed orders is due as before, unless it was changed since. */
export const undoRenewals = endpoint("POST Order/UndoRenewMany", {
  access: "clerk",
  body: z.object({ orderIds: z.array(id).check(z.minLength(1), z.maxLength(mostAtOnce)) }),
  answer: { data: outcomes },
});

/** How long a borrower can take back an own renewal, in seconds. */
export const ownRenewalGrace = ownCancelGrace;

/** Extension: the borrower takes back an own renewal, within `ownRenewalGrace`, and may renew again later. */
export const undoRenewalOwn = endpoint("POST Order/UndoRenewalOwn/{orderId}", {
  access: "user",
  params: { orderId: id },
  answer: { data: order },
});
