import { limits } from "../catalog/codes.ts";
import { bodyLimits } from "../wire/size-limits.ts";
import * as z from "zod/mini";
import { borrowerInList, copyName } from "../catalog/in-lists.ts";
import { languages } from "../site/languages.ts";
import { copy, item } from "../catalog/catalog.ts";
import { staffClaim } from "../desk/claims.ts";
import { trackingNumber } from "../desk/scans.ts";
import { swap } from "../desk/returns.ts";
import { endpoint } from "../wire/endpoint.ts";
import { ownMessages } from "../wire/messages.ts";
import {
  codeOrAll,
  dayOrNothing,
  id,
  idOrAll,
  optionalText,
  pageNumber,
  pageSize,
  text,
  versionRead,
} from "../wire/text.ts";

/**
 * Extension: `dueDate` is set if the copy was renewed separately; null if the copy is due with the rest of the order.
 */
const assignment = z.object({
  orderInventoryItemId: z.number(),
  inventoryItem: copy,
  dueDate: z.nullable(z.string()),
});

export const orderItem = z.object({
  orderItemId: z.number(),
  quantity: z.number(),
  inventory: item,
  orderInventoryItems: z.array(assignment),
});
export type OrderItem = z.output<typeof orderItem>;

const orderBorrower = z.object({
  borrowerId: z.number(),
  borrowerName: z.string(),
  isMailboxConfirmed: z.boolean(),
  /** Extension: whether any email reaches the borrower. Accounts without a login get none. */
  isEmailed: z.boolean(),
  schoolName: z.string(),
  schoolDistrict: z.string(),
  emailAddress: z.string(),
  phoneNumber: z.string(),
  address: z.object({ street: z.string(), city: z.string(), state: z.string(), zip: z.string() }),
});

/** The dates of an order that has teaching dates. Shipping and return dates are business days. */
export const orderDays = z.object({
  shipBy: z.string(),
  arriveBy: z.string(),
  teachFrom: z.string(),
  teachTo: z.string(),
  mailBackBy: z.string(),
  dueBy: z.string(),
  isAtRisk: z.optional(z.boolean()),
});
export type OrderDays = z.output<typeof orderDays>;

/**
 * Extensions: the first three titles and their languages ("" if unknown). Timestamps end in Z; dates are YYYY-MM-DD.
 */
export const orderSummary = z.object({
  orderId: z.number(),
  orderDate: z.string(),
  borrowerId: z.number(),
  statusId: z.number(),
  statusName: z.string(),
  itemCount: z.number(),
  itemTitles: z.array(z.string()),
  itemLanguages: z.array(z.string()),
  trackingNumber: z.string(),
  shipDate: z.nullable(z.string()),
  returnDate: z.nullable(z.string()),
  hasShipped: z.boolean(),
  /** Extension: the number of lost copies of a Returned order. */
  lostCount: z.number(),
  /** Extension: when the borrower mailed the order back; see `isOnTheWayBack`. */
  sentBackOn: z.nullable(z.string()),
  /** Extension: when the order arrived, according to the borrower. */
  arrivedOn: z.nullable(z.string()),
  /** Extension: present only if the order has teaching dates. */
  days: z.optional(orderDays),
  /** Extension: `isMailboxConfirmed` tells whether the borrower confirmed the email address. */
  borrower: z.object({
    borrowerId: z.number(),
    ...borrowerInList,
    isMailboxConfirmed: z.boolean(),
  }),
});
export type OrderSummary = z.output<typeof orderSummary>;

/**
 * Extensions: `confirmBy` is when the order ends unless the borrower confirms their email address; null if nothing is
 * missing. `cancellation` tells when and why a Canceled order was canceled. `returnedAt` is when the last copy of a
 * Returned order came back. `sentBack` is the borrower's report that the package was mailed back. `reports` are the
 * problems that the borrower reported, oldest first; borrowers see only the photos that they added. `terms` has the
 * accepted version (0 is the original), when that version was saved, and the language in which the borrower read it; null
 * for an imported loan.
 */
export const order = z.extend(orderSummary, {
  borrower: orderBorrower,
  orderItems: z.array(orderItem),
  confirmBy: z.nullable(z.string()),
  cancellation: z.nullable(z.object({ at: z.string(), reason: z.string() })),
  returnedAt: z.nullable(z.string()),
  sentBack: z.nullable(z.object({ on: z.string(), trackingNumber: z.string() })),
  reports: z.array(
    z.object({ at: z.string(), words: z.string(), isSettled: z.boolean(), photoIds: z.array(z.number()) }),
  ),
  terms: z.nullable(z.object({ version: z.number(), savedAt: z.nullable(z.string()), language: z.enum(languages) })),
});
export type Order = z.output<typeof order>;

export const undoable = z.object({ eventId: z.number(), of: z.enum(["status", "cancellation", "renewal"]) });
export type Undoable = z.output<typeof undoable>;

export const ownUndo = z.extend(undoable, { seconds: z.number() });
export type OwnUndo = z.output<typeof ownUndo>;

/**
 * Extension: `pastAssignments` lists copies that used to be on the order, whose line may be gone. `undoEventId`
 * identifies the return to undo.
 */
export const staffOrder = z.extend(order, {
  orderNote: z.string(),
  version: z.number(),
  changedByName: z.nullable(z.string()),
  /** The staff member who placed the order for a caller; null if the borrower placed it. */
  placedByName: z.nullable(z.string()),
  /** The day that the loan was imported from the library's earlier records; null for an order placed here. */
  importedOn: z.nullable(z.string()),
  pastAssignments: z.array(
    z.object({
      orderItemId: z.nullable(z.number()),
      ...copyName,
      assignedAt: z.string(),
      returnedAt: z.string(),
      reason: z.string(),
      orderInventoryItemId: z.number(),
      undoEventId: z.nullable(z.number()),
    }),
  ),
  claims: z.array(staffClaim),
  /** Extension: the number of the borrower's open claims, on any order. */
  openClaims: z.number(),
  /** Extension: swaps with another copy of the title, except those that were undone. */
  swaps: z.array(swap),
  /** Extension: transfers to a colleague. The names of anonymized people are empty. */
  handovers: z.array(z.object({ fromName: z.string(), toName: z.string(), at: z.string() })),
  /** Extension: the last change, if it can be undone. */
  undo: z.nullable(undoable),
});
export type StaffOrder = z.output<typeof staffOrder>;

/** The server ignores the order's other fields. */
const orderBody = z.object({
  orderId: id,
  statusId: codeOrAll,
  trackingNumber,
  shipDate: dayOrNothing,
  returnDate: dayOrNothing,
  orderNote: text(limits.prose),
  version: versionRead,
});

export const orderRules = z.object({
  statusId: z.number().check(z.gte(1, ownMessages.statusRequired), z.lte(4, ownMessages.statusRequired)),
  trackingNumber: optionalText(),
  orderNote: optionalText(limits.prose),
});

const mailBack = z.object({ mailBackBy: z.string(), due: z.string() });

/**
 * Extension: `back`, the last day to mail an order back and the day by which it must reach the library; null before its
 * due date is known and once it is closed.
 */
export const ownOrderSummary = z.extend(orderSummary, { back: z.nullable(mailBack) });
export type OwnOrderSummary = z.output<typeof ownOrderSummary>;

const borrowersOrder = z.extend(order, {
  expectBy: z.nullable(z.string()),
  back: z.nullable(mailBack),
  copiesBack: z.array(z.extend(mailBack, { orderInventoryItemId: z.number() })),
  renewable: z.nullable(mailBack),
  undo: z.nullable(ownUndo),
});
export type BorrowersOrder = z.infer<typeof borrowersOrder>;

/**
 * Extensions: `expectBy`, the day by which an order without teaching dates arrives (null once it has shipped or is late),
 * `back` as in lists, `copiesBack` for copies with due dates of their own, `renewable`, when to mail it back after a
 * renewal, and `undo`. The last two are null when the borrower can't renew or undo, and always for staff.
 */
export const getOrderForUser = endpoint("GET Order/GetOrderForUser/{orderId}", {
  access: "user or volunteer",
  params: { orderId: id },
  answer: { data: borrowersOrder },
});

export const getNewOrderCount = endpoint("GET Order/GetNewOrderCount", { access: "volunteer", bare: z.number() });

/** Returns every order, newest first. Extensions: `page`, `pageSize`, and `total`. */
export const getOrders = endpoint("GET Order/GetOrders", {
  access: "volunteer",
  query: z.object({ page: pageNumber, pageSize }),
  answer: { data: z.array(orderSummary), total: z.number() },
});

export const getOrder = endpoint("GET Order/Get/{id}", {
  access: "volunteer",
  params: { id },
  answer: { data: staffOrder },
});

/** Returns orders by status (0 means all) and order date (inclusive, in the site's time zone), newest first. */
export const getOrdersBySearchFilters = endpoint("POST Order/GetOrdersBySearchFilters", {
  access: "volunteer",
  changesNothing: true,
  body: z.object({
    statusId: z._default(idOrAll, 0),
    startDate: dayOrNothing,
    endDate: dayOrNothing,
    page: pageNumber,
    pageSize,
  }),
  answer: { data: z.array(orderSummary), total: z.number() },
});

export const updateOrder = endpoint("POST Order/UpdateOrder/", {
  access: "clerk",
  body: orderBody,
  bodyBytes: bodyLimits.withCopies,
  rules: orderRules,
  answer: { id: z.number(), data: staffOrder },
});

/** How long borrowers can undo a change. The email about a cancellation waits just as long. */
export const ownUndoSeconds = 120;

/**
 * Extension: undoes a change to orders unless the same thing has changed again since: a status, a cancellation, a
 * renewal, a check-out, a check-in, a claim, a settlement, a swap of copies, or a transfer of loans. With
 * `orderInventoryItemId`, undoes only the return of that copy. Cancels email that hasn't been sent, and corrects email
 * that has. Staff need the role that the change required; borrowers can undo their changes for `ownUndoSeconds`.
 */
export const undoChange = endpoint("POST Order/Undo/{eventId}", {
  access: "user or volunteer",
  params: { eventId: id },
  query: z.object({ orderInventoryItemId: z.optional(id) }),
  answer: { orderIds: z.array(z.number()) },
});

/**
 * These calls use the ids in their paths and ignore the order in the body. `eventId` identifies a check-out to undo;
 * null if nothing changed.
 */
const changesCopies = {
  access: "volunteer",
  body: z.optional(z.unknown()),
  bodyBytes: bodyLimits.withCopies,
  answer: { data: staffOrder, eventId: z.nullable(z.number()) },
} as const;

export const assignSkuToOrderItem = endpoint(
  "POST Order/AssignSKUToOrderItem/{orderItemId}/InventoryItem/{inventoryItemId}",
  { ...changesCopies, params: { orderItemId: id, inventoryItemId: id } },
);

export const assignMultipleSkusToOrderItem = endpoint(
  "POST Order/AssignMultipleSKUSToOrderItem/{orderItemId}/inventoryId/{inventoryId}/quantity/{n}",
  { ...changesCopies, params: { orderItemId: id, inventoryId: id, n: id } },
);

export const removeSkuFromOrderItem = endpoint(
  "POST Order/RemoveSKUFromOrderItem/{orderItemId}/OrderInventoryItem/{id}",
  { ...changesCopies, params: { orderItemId: id, id } },
);

export const removeAllSkusFromOrderItem = endpoint("POST Order/RemoveAllSKUsFromOrderItem/{orderItemId}", {
  ...changesCopies,
  params: { orderItemId: id },
});
