import * as z from "zod/mini";
import { endpoint } from "#contract/wire/endpoint.ts";
import { id, text } from "#contract/wire/text.ts";

const orderOf = z.object({
  orderId: z.number(),
  statusId: z.number(),
  borrowerName: z.string(),
  schoolName: z.string(),
});

/**
 * `order`: the one it is on; `neededBy`: the line of the oldest to pack that waits for a copy of its title, when it is free;
 * `labelIsForeign`: the label that was read has a SKU that this copy never had; `lostFrom`: the order of a lost copy, whose check-in closes its case; `heldFor`: the next in line, for whom it is kept.
 */
const foundCopy = z.object({
  inventoryItemId: z.number(),
  inventoryId: z.number(),
  skuNumber: z.string(),
  copyNumber: z.number(),
  title: z.string(),
  language: z.string(),
  isInactive: z.boolean(),
  inactiveReason: z.nullable(z.string()),
  labelIsOld: z.boolean(),
  labelIsForeign: z.boolean(),
  order: z.nullable(orderOf),
  neededBy: z.nullable(z.object({ orderId: z.number(), orderItemId: z.number(), schoolName: z.string() })),
  lostFrom: z.nullable(orderOf),
  heldFor: z.nullable(z.object({ borrowerName: z.string(), schoolName: z.string() })),
});
export type FoundCopy = z.output<typeof foundCopy>;

/** `isSentBack`: the text is the tracking number of the parcel that its borrower sent back. */
const foundOrder = z.extend(orderOf, {
  statusName: z.string(),
  returnDate: z.nullable(z.string()),
  copiesOut: z.number(),
  isSentBack: z.boolean(),
});
export type FoundOrder = z.output<typeof foundOrder>;

const foundTitle = z.object({
  inventoryId: z.number(),
  title: z.string(),
  language: z.string(),
  referenceNumber: z.string(),
  inStock: z.number(),
});
export type FoundTitle = z.output<typeof foundTitle>;

const foundPerson = z.object({
  borrowerId: z.number(),
  borrowerName: z.string(),
  schoolName: z.string(),
  emailAddress: z.string(),
  orders: z.number(),
  openOrders: z.number(),
});
export type FoundPerson = z.output<typeof foundPerson>;

const found = z.object({
  copies: z.array(foundCopy),
  orders: z.array(foundOrder),
  titles: z.array(foundTitle),
  people: z.array(foundPerson),
});
export type Found = z.output<typeof found>;

/**
 * Extension: what a scanned or typed text may be, five of each at most, the likeliest first: a label, a packing slip, a copy
 * ("B12345 copy 2"), an order, a tracking number of its parcel out or back, a title or its SKU, a borrower by name, school, email address or phone.
 */
export const resolveText = endpoint("GET Desk/Resolve", {
  access: "volunteer",
  query: z.object({ text: z._default(text(), "") }),
  answer: { data: found },
});

/** Extension: one copy that was checked out is on the shelf again. Refused once its order was shipped, returned or canceled. */
export const undoCheckOutOfCopy = endpoint("POST Desk/UndoCheckOut/{orderInventoryItemId}", {
  access: "volunteer",
  params: { orderInventoryItemId: id },
  answer: {},
});
