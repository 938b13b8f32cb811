import * as z from "zod/mini";
import { orderSummary } from "../orders/orders.ts";
import { endpoint } from "../wire/endpoint.ts";
import { dayOrNothing, flag, id, idOrAll, nameOrAll, pageNumber, pageSize, text } from "../wire/text.ts";

/**
 * The orders of a list: the newest first, the oldest first, those that are due first, or those that must leave first: an order
 * by teaching days leaves by its day, one for now on the day it was ordered, and what has left comes last.
 */
export const orderSorts = ["newest", "oldest", "due", "leaves"] as const;
export type OrderSort = (typeof orderSorts)[number];

/**
 * What orders want of staff: those that lack copies and those that have all, those that are out by their day, those partly back,
 * those of which something was reported, and those by teaching days that no copy is free for anymore.
 */
export const orderWorks = [
  "to-pack",
  "to-ship",
  "due-this-week",
  "overdue-1-7",
  "overdue-8-30",
  "overdue-31",
  "incomplete",
  "reported",
  "at-risk",
] as const;
export type OrderWork = (typeof orderWorks)[number];

/**
 * What staff look for. Each word of `searchString` begins a word of the borrower, the school, the email address or a title, or
 * a SKU; or it is as a whole the number of the order or the beginning of a tracking number of its parcel, out or back. All days
 * are inclusive; those of the order are in the site's time zone.
 */
const search = {
  searchString: z._default(text(), ""),
  school: z._default(text(), ""),
  statusId: z._default(idOrAll, 0),
  isOverdue: z._default(flag, false),
  work: z._default(nameOrAll(orderWorks, `must be one of ${orderWorks.join(", ")}`), ""),
  startDate: dayOrNothing,
  endDate: dayOrNothing,
  shippedFrom: dayOrNothing,
  shippedTo: dayOrNothing,
  dueFrom: dayOrNothing,
  dueTo: dayOrNothing,
  sort: z._default(nameOrAll(orderSorts, `must be one of ${orderSorts.join(", ")}`), ""),
};

export const packedAhead = 7;

export const maxCounted = 10_000;

/** Extension: a page of the orders that match all of it, with how many there are; `isMore`, when they are more than were counted. */
export const searchOrders = endpoint("GET Desk/SearchOrders", {
  access: "volunteer",
  query: z.object({ ...search, page: pageNumber, pageSize }),
  answer: { data: z.array(orderSummary), total: z.number(), isMore: z.boolean() },
});

/** Extension: all of them as a CSV, in the same order. */
export const ordersCsv = endpoint("GET Desk/OrdersCsv", {
  access: "clerk",
  query: z.object(search),
  file: "text/csv",
});

/**
 * Extension: how much there is to do, each number as its list counts it: orders by what they want of staff, open claims,
 * copies in inspection and on the hold shelf, and titles with few copies or none in stock, or whose stock is not what its rows say.
 */
export const getWork = endpoint("GET Desk/GetWork", {
  access: "volunteer",
  answer: {
    data: z.object({
      orders: z.array(z.object({ work: z.enum(orderWorks), count: z.number() })),
      openClaims: z.number(),
      inInspection: z.number(),
      held: z.number(),
      lowStock: z.number(),
      outOfStock: z.number(),
      wrongStock: z.number(),
    }),
  },
});

const orderOf = z.object({
  orderId: z.number(),
  statusId: z.number(),
  borrowerName: z.string(),
  schoolName: z.string(),
});

/**
 * `order`: the one it is on; `neededBy`: the line of the oldest to pack that waits for a copy of its title, when it is free;
 * `labelIsForeign`: the label that was read has a SKU that this copy never had; `lostFrom`: the order of a lost copy, whose check-in closes its claim; `heldFor`: the next in line, for whom it is kept.
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

/** A copy as people type it: "#B12345 copy 2", "b12345-2", "AB-12" or "OWN77". Which copies that are, the database says. */
const copyNumber = /^#?\s*(?<sku>[^\s,;#]{1,6}?)(?:(?:[\s,;#]+(?:copy\s*|no\.?\s*)?|-)#?\d{1,6})?$/i;

export function mayBeCopy(text: string): boolean {
  return copyNumber.test(text.trim()) && /[\p{L}\p{N}]/u.test(text);
}

/** The SKU in such a text: "AB-12" is one as a whole. */
export function skuOf(text: string): string {
  const whole = text.trim().replace(/^#\s*/, "");
  return /^\S{1,6}$/.test(whole) ? whole : (copyNumber.exec(whole)?.groups?.["sku"] ?? "");
}
