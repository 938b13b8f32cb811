import * as z from "zod/mini";
import { endpoint } from "#contract/wire/endpoint.ts";
import { id } from "#contract/wire/text.ts";

const copyOfTitle = z.object({ skuNumber: z.string(), copyNumber: z.number() });

/**
 * A copy that was found where another copy of its title should be. `otherOrderId` is the order that has the other one
 * since; null: it is on the shelf.
 */
export const swap = z.object({
  swapId: z.number(),
  orderId: z.number(),
  otherOrderId: z.nullable(z.number()),
  title: z.string(),
  language: z.string(),
  found: copyOfTitle,
  recorded: copyOfTitle,
  swappedAt: z.string(),
  swappedByName: z.string(),
});
export type Swap = z.output<typeof swap>;

/** A loan of another copy of the same title: what may have been sent instead. */
const swappable = z.extend(copyOfTitle, {
  orderInventoryItemId: z.number(),
  orderId: z.number(),
  borrowerName: z.string(),
  schoolName: z.string(),
});
export type Swappable = z.output<typeof swappable>;

/** Extension: where else a copy may have come from: other copies of its title that are out, longest first, at most ten. */
export const getSwappable = endpoint("GET Returns/GetSwappable/{inventoryItemId}", {
  access: "volunteer",
  params: { inventoryItemId: id },
  answer: { data: z.array(swappable) },
});

/**
 * Extension: the copy was in the parcel instead of the one of this loan. The loan has it from now on, and the order that
 * had it, if any, has the other one.
 */
export const swapCopies = endpoint("POST Returns/Swap", {
  access: "volunteer",
  body: z.object({ orderInventoryItemId: id, inventoryItemId: id }),
  answer: { data: swap },
});

/** Extension: both copies are where they were recorded before. Refused when something else was done with them since. */
export const undoSwap = endpoint("POST Returns/UndoSwap/{id}", {
  access: "volunteer",
  params: { id },
  answer: {},
});
