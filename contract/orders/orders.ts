import { limits } from "../catalog/codes.ts";
import { bodyLimits } from "../wire/size-limits.ts";
import * as z from "zod/mini";
import { languages } from "../site/languages.ts";
import { copy, item } from "../catalog/catalog.ts";
import { staffClaim } from "../desk/claims.ts";
import { swap } from "../desk/returns.ts";
import { endpoint } from "../wire/endpoint.ts";
import { ownMessages } from "../wire/messages.ts";
import { codeOrAll, dayOrNothing, id, idOrAll, pageNumber, pageSize, short, text, versionRead } from "../wire/text.ts";

/** Extension: `dueDate`, the day a copy is due that was renewed alone; null: with its order. */
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
  schoolName: z.string(),
  schoolDistrict: z.string(),
  emailAddress: z.string(),
  phoneNumber: z.string(),
  address: z.object({ street: z.string(), city: z.string(), state: z.string(), zip: z.string() }),
});

/** The days of an order by teaching days, all of them business days but those of teaching. */
export const orderDays = z.object({
  leavesBy: z.string(),
  withYouBy: z.string(),
  teachFrom: z.string(),
  teachTo: z.string(),
  postBackBy: z.string(),
  dueBy: z.string(),
  isAtRisk: z.optional(z.boolean()),
});
export type OrderDays = z.output<typeof orderDays>;

/** An order in lists. Extensions: the first three titles, and their languages ("" if unknown). Instants end in Z; days are YYYY-MM-DD. */
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
  /** Extension: the day on which its borrower mailed it back, as they say: see `isOnTheWayBack`. */
  sentBackOn: z.nullable(z.string()),
  /** Extension: the day on which it came to its school, as its borrower says. */
  arrivedOn: z.nullable(z.string()),
  /** Extension: of an order by teaching days; any other has none. */
  days: z.optional(orderDays),
  /** Extension: `isMailboxConfirmed`, whether the borrower has shown that they read their email address. */
  borrower: z.object({
    borrowerId: z.number(),
    borrowerName: z.string(),
    schoolName: z.string(),
    isMailboxConfirmed: z.boolean(),
  }),
});
export type OrderSummary = z.output<typeof orderSummary>;

/**
 * Extensions: `cancellation`, when a Cancelled order was canceled, and why; null for any other. `returnedAt`, when the last
 * copy of a Returned order came back. `sentBack`, that its borrower says it is on its way back. `reports`, what they say is
 * missing or damaged, the oldest first, and whether staff have seen to it; a borrower sees only the photos that they added
 * themselves. `terms`, the version of the terms that it accepted
 * (0: the original ones), when that was saved, and the language in which they were read.
 */
export const order = z.extend(orderSummary, {
  borrower: orderBorrower,
  orderItems: z.array(orderItem),
  cancellation: z.nullable(z.object({ at: z.string(), reason: z.string() })),
  returnedAt: z.nullable(z.string()),
  sentBack: z.nullable(z.object({ on: z.string(), trackingNumber: z.string() })),
  reports: z.array(
    z.object({ at: z.string(), words: z.string(), isSettled: z.boolean(), photoIds: z.array(z.number()) }),
  ),
  terms: z.object({ version: z.number(), savedAt: z.nullable(z.string()), language: z.enum(languages) }),
});
export type Order = z.output<typeof order>;

/** The last change of an order, if it can be undone. */
export const undoable = z.object({ eventId: z.number(), of: z.enum(["status", "cancellation", "renewal"]) });
export type Undoable = z.output<typeof undoable>;

/** The same for its borrower, who has so many seconds left. */
export const ownUndo = z.extend(undoable, { seconds: z.number() });
export type OwnUndo = z.output<typeof ownUndo>;

/**
 * An order as staff see it. Extensions: `pastAssignments`, the copies that were on it earlier (their line may be gone), and
 * whether `Returns/Undo` can put one back on it; and its claims.
 */
export const staffOrder = z.extend(order, {
  orderNote: z.string(),
  version: z.number(),
  changedByName: z.nullable(z.string()),
  /** Who of the staff placed it for a caller; null: its borrower did. */
  placedByName: z.nullable(z.string()),
  pastAssignments: z.array(
    z.object({
      orderItemId: z.nullable(z.number()),
      title: z.string(),
      language: z.string(),
      skuNumber: z.string(),
      copyNumber: z.number(),
      assignedAt: z.string(),
      returnedAt: z.string(),
      reason: z.string(),
      orderInventoryItemId: z.number(),
      canUndo: z.boolean(),
    }),
  ),
  claims: z.array(staffClaim),
  /** Extension: claims of its borrower that are not settled, of any order. */
  openClaims: z.number(),
  /** Extension: copies that were found where another of their title was recorded, and not undone. */
  swaps: z.array(swap),
  /** Extension: when staff handed it over to a colleague, and from whom; empty names are of people who were forgotten. */
  handovers: z.array(z.object({ fromName: z.string(), toName: z.string(), at: z.string() })),
  /** Extension: what was done with it last, if that can be undone. */
  undo: z.nullable(undoable),
});
export type StaffOrder = z.output<typeof staffOrder>;

/** The fields the order form may change; the rest of the order is ignored. */
const orderBody = z.object({
  orderId: id,
  statusId: codeOrAll,
  trackingNumber: text(),
  shipDate: dayOrNothing,
  returnDate: dayOrNothing,
  orderNote: text(limits.prose),
  version: versionRead,
});

export const orderRules = z.object({
  statusId: z.number().check(z.gte(1, ownMessages.statusRequired), z.lte(4, ownMessages.statusRequired)),
  trackingNumber: short(),
  orderNote: short(limits.prose),
});

/** What only its borrower is told, and null for staff: the day they may renew it to, and what they can undo. */
const borrowersOrder = z.extend(order, { renewableUntil: z.nullable(z.string()), undo: z.nullable(ownUndo) });
export type BorrowersOrder = z.infer<typeof borrowersOrder>;

/** Extension: `renewableUntil` and `undo`; each is null when its borrower may not. */
export const getOrderForUser = endpoint("GET Order/GetOrderForUser/{orderId}", {
  access: "user or volunteer",
  params: { orderId: id },
  answer: { data: borrowersOrder },
});

export const getNewOrderCount = endpoint("GET Order/GetNewOrderCount", { access: "volunteer", bare: z.number() });

/** Every order, newest first. Extension: `page`, `pageSize`, and `total` next to data. */
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

/** Orders by status (0: all) and order date (both days inclusive, in the site's time zone), newest first. Paged like GetOrders. */
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

/** How long borrowers can undo that they canceled or renewed, in seconds. The email about a cancellation waits so long, too. */
export const ownUndoSeconds = 120;

/**
 * Extension: reverts one change of an order, or a swap of copies, as long as nothing else was changed since. Waiting email isn't sent,
 * and sent email is corrected. Staff need the role of what they undo; borrowers have `ownUndoSeconds` for what they did themselves.
 */
export const undoChange = endpoint("POST Order/Undo/{eventId}", {
  access: "user or volunteer",
  params: { eventId: id },
  answer: { orderId: z.number() },
});

/** They act on the ids in their paths: the order that they carry as their body is ignored. */
const changesCopies = {
  access: "volunteer",
  body: z.optional(z.unknown()),
  bodyBytes: bodyLimits.withCopies,
  answer: { data: staffOrder },
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
