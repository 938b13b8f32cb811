import * as z from "zod/mini";
import { borrowerInList, copyInList } from "../catalog/in-lists.ts";
import { orderSummary } from "../orders/orders.ts";
import type { StaffRole } from "../people/roles.ts";
import { endpoint } from "../wire/endpoint.ts";
import { searchText } from "./scans.ts";
import { dayOrNothing, idOrAll, nameOrAll, pageNumber, pageSize, text } from "../wire/text.ts";

/**
 * `due` sorts by due date, soonest first. `leaves` sorts by ship date, soonest first: reserved orders by their ship
 * date, others by order date, and shipped orders last.
 */
export const orderSorts = ["newest", "oldest", "due", "leaves"] as const;
export type OrderSort = (typeof orderSorts)[number];

/**
 * Orders grouped by the work they need. `to-pack`: New or Processing, needs copies, ships within a week, and doesn't wait
 * for its borrower to confirm the email address; `to-ship`: has all its copies and ships within a week; `unconfirmed`:
 * will be canceled unless its borrower confirms the email address; `overdue`: due before today and not on the way back;
 * `incomplete`: partly returned; `reported`: the borrower reported a problem; `at-risk`: may miss its dates; `no-email`: to
 * ship, and its borrower can't be emailed.
 */
export const orderWorks = [
  "to-pack",
  "to-ship",
  "unconfirmed",
  "due-this-week",
  "overdue",
  "incomplete",
  "reported",
  "at-risk",
  "no-email",
] as const;
export type OrderWork = (typeof orderWorks)[number];

/** The least role that may do each kind of work, and that sees its number. */
export const workRoles: Record<OrderWork, StaffRole> = {
  "to-pack": "volunteer",
  "to-ship": "clerk",
  unconfirmed: "clerk",
  "due-this-week": "clerk",
  overdue: "clerk",
  incomplete: "volunteer",
  reported: "clerk",
  "at-risk": "volunteer",
  "no-email": "clerk",
};

/**
 * Each word of `searchString` must start a word of the borrower, school, email address, title, or SKU. Or the whole
 * text can be an order number or the start of an outbound or return tracking number. Dates are inclusive and in the
 * site's time zone.
 */
const search = {
  searchString: searchText,
  school: z._default(text(), ""),
  statusId: z._default(idOrAll, 0),
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

/** `phoneNumber` is the borrower's, for clerks, in the lists of borrowers to call. */
const orderFound = z.extend(orderSummary, { phoneNumber: z.optional(z.string()) });
export type OrderFound = z.output<typeof orderFound>;

export const worksByPhone: readonly OrderWork[] = ["overdue", "unconfirmed", "no-email"];

/**
 * Extension: returns a page of the orders that match every filter. `isMore` tells whether the real total exceeds the
 * count.
 */
export const searchOrders = endpoint("GET Desk/SearchOrders", {
  access: "volunteer",
  query: z.object({ ...search, page: pageNumber, pageSize }),
  answer: { data: z.array(orderFound), total: z.number(), isMore: z.boolean() },
});

/** Extension: returns the same orders as a CSV. */
export const ordersCsv = endpoint("GET Desk/OrdersCsv", {
  access: "clerk",
  query: z.object(search),
  file: "text/csv",
});

/**
 * Extension: returns the dashboard's counts, which always match their lists: of orders only for the work that the caller
 * may do. `wrongStock` counts titles whose stock
 * disagrees with their copies and orders.
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
  ...borrowerInList,
});

/**
 * A copy that was found. `order` is the copy's current order; `neededBy` is, for an available copy, the line of the
 * oldest order to pack that needs the title; `labelIsForeign` means that the label has a SKU that this copy never had;
 * `lostFrom` is the order that lost the copy, if checking it in would close the claim; `heldFor` is the person on the
 * waitlist whose hold it is.
 */
const foundCopy = z.object({
  ...copyInList,
  isInactive: z.boolean(),
  inactiveReason: z.nullable(z.string()),
  labelIsOld: z.boolean(),
  labelIsForeign: z.boolean(),
  order: z.nullable(orderOf),
  neededBy: z.nullable(z.object({ orderId: z.number(), orderItemId: z.number(), schoolName: z.string() })),
  lostFrom: z.nullable(orderOf),
  heldFor: z.nullable(z.object(borrowerInList)),
});
export type FoundCopy = z.output<typeof foundCopy>;

/** `isSentBack` tells whether the text is the tracking number of the borrower's return package. */
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
  ...borrowerInList,
  emailAddress: z.string(),
  orders: z.number(),
  openOrders: z.number(),
});
export type FoundPerson = z.output<typeof foundPerson>;

const matches = z.object({
  copies: z.array(foundCopy),
  orders: z.array(foundOrder),
  titles: z.array(foundTitle),
  people: z.array(foundPerson),
});
export type Matches = z.output<typeof matches>;

/**
 * Extension: returns matches for scanned or typed text, up to five of each kind, best first. The text may be a label, a
 * packing slip, a copy ("B12345 copy 2"), an order, an outbound or return tracking number, a title or its SKU, or a
 * borrower's name, school, email address, or phone number.
 */
export const resolveText = endpoint("GET Desk/Resolve", {
  access: "volunteer",
  query: z.object({ text: searchText }),
  answer: { data: matches },
});

/**
 * Matches a copy as people type it: "#B12345 copy 2", "b12345-2", "AB-12", or "OWN77". The database decides which
 * copies match.
 */
const copyNumber = /^#?\s*(?<sku>[^\s,;#]{1,6}?)(?:(?:[\s,;#]+(?:copy\s*|no\.?\s*)?|-)#?\d{1,6})?$/i;

export function mayBeCopy(text: string): boolean {
  return copyNumber.test(text.trim()) && /[\p{L}\p{N}]/u.test(text);
}

/** Returns the SKU in the text of a copy. All of "AB-12" is a SKU. */
export function skuOf(text: string): string {
  const whole = text.trim().replace(/^#\s*/, "");
  return /^\S{1,6}$/.test(whole) ? whole : (copyNumber.exec(whole)?.groups?.["sku"] ?? "");
}
