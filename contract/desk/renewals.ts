import { order, staffOrder } from "#contract/circulation.ts";
import { endpoint } from "#contract/wire/endpoint.ts";
import { id } from "#contract/wire/text.ts";
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
