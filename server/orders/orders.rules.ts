import { statuses } from "#contract/catalog/codes.ts";
import type { Reason } from "#contract/wire/reasons.ts";
import type { Condition } from "#contract/desk/returns.ts";

/** The meaning of an order's status; these flags hold while it lasts. Any of the specification's four may follow any other. */
type OrderState = {
  /** Listed under Active Orders, and may hold copies. */
  isActive: boolean;
  /** Quantity without a copy still waits for one and is reserved. */
  waitsForCopies: boolean;
  /** May be canceled, and staff may change what is on it: its borrower has nothing of it yet. */
  mayBeChanged: boolean;
  /** A single copy may be removed from a line; undoing a whole check-out is allowed in every active status. */
  mayRemoveOneCopy: boolean;
  wasShipped: boolean;
};

const waiting = {
  isActive: true,
  waitsForCopies: true,
  mayBeChanged: true,
  mayRemoveOneCopy: false,
  wasShipped: false,
};
const closed = { isActive: false, waitsForCopies: false, mayBeChanged: false, mayRemoveOneCopy: false };

const states = new Map<number, OrderState>([
  [statuses.new, waiting],
  [statuses.processing, { ...waiting, mayRemoveOneCopy: true }],
  [statuses.shipped, { ...closed, isActive: true, wasShipped: true }],
  [statuses.returned, { ...closed, wasShipped: true }],
  [statuses.cancelled, { ...closed, wasShipped: false }],
]);

export function stateOf(statusId: number): OrderState {
  const state = states.get(statusId);
  if (!state) throw new RangeError(`No order has the status ${statusId}.`);
  return state;
}

/** Why copies cannot be assigned to an order or removed all at once; undefined when they can. */
export function objectionToChangingCopies(statusId: number): Reason | undefined {
  if (statusId === statuses.cancelled) return { kind: "order-canceled" };
  return stateOf(statusId).isActive ? undefined : { kind: "order-returned" };
}

/** Why an order cannot be canceled by staff, or by its borrower; undefined when it can. */
export function objectionToCanceling(statusId: number, by: "staff" | "borrower"): Reason | undefined {
  if (by === "borrower") return statusId === statuses.new ? undefined : { kind: "cancel-too-late" };
  return stateOf(statusId).mayBeChanged ? undefined : { kind: "not-cancelable" };
}

/** Why the check-out of one copy cannot be undone; undefined when it can: nothing of its order has left. */
export function objectionToUndoingCheckOut(statusId: number): Reason | undefined {
  return (
    objectionToChangingCopies(statusId) ?? (stateOf(statusId).waitsForCopies ? undefined : { kind: "not-changeable" })
  );
}

/** Why one copy cannot be removed from an order; undefined when it can. */
export function objectionToRemovingOne(statusId: number): Reason | undefined {
  return stateOf(statusId).mayRemoveOneCopy ? undefined : { kind: "not-processing" };
}

/** Why this copy cannot be assigned to a line of that title; undefined when it can. */
export function objectionToCopy(
  copy: { item_id: number; is_inactive: boolean; order_id: number | null; is_held: boolean },
  itemId: number,
): Reason | undefined {
  if (copy.item_id !== itemId) return { kind: "copy-of-another-title" };
  if (copy.is_held) return { kind: "copy-held" };
  return copy.is_inactive || copy.order_id !== null ? { kind: "copy-not-available" } : undefined;
}

export function freeSlots(quantity: number, taken: readonly number[]): number[] {
  return Array.from({ length: quantity }, (_, index) => index + 1).filter((slot) => !taken.includes(slot));
}

/** Whether a form opened at one version may overwrite another; without a version it may. */
export function isStale(seen: number | null | undefined, now: number): boolean {
  return typeof seen === "number" && seen !== now;
}

/** The days to store: shipping an order fills in empty ones with today and the end of the loan. */
export function shippingDays(
  given: { statusId: number; shipDate: string | null; returnDate: string | null },
  today: string,
  dueAfter: (shipDate: string) => string,
): { shipDate: string | null; returnDate: string | null } {
  if (given.statusId !== statuses.shipped) return { shipDate: given.shipDate, returnDate: given.returnDate };
  const shipDate = given.shipDate ?? today;
  return { shipDate, returnDate: given.returnDate ?? dueAfter(shipDate) };
}

export function isReversed({ shipDate, returnDate }: { shipDate: string | null; returnDate: string | null }): boolean {
  return shipDate !== null && returnDate !== null && returnDate < shipDate;
}

/** Decision 5.9: a ship date, or a status that follows shipping. */
export function hasShipped(order: { status_id: number; ship_date: string | null }): boolean {
  return order.ship_date !== null || stateOf(order.status_id).wasShipped;
}

/**
 * How much a borrower may have: titles an order, copies ordered and out, orders in 24 hours; and with how many open claims they may
 * order, where that is limited.
 */
export type LendingLimits = {
  titles: number;
  copies: number;
  orders: number;
  openClaims?: number;
  unconfirmedPercent: number;
};

/** What a borrower has before an order; `isConfirmed`: their mailbox is. */
type Lent = { copies: number; orders: number; isConfirmed: boolean };

type Lines = readonly { quantity: number }[];

/** Why an order is too much for its borrower; undefined when it is not. Unconfirmed mailboxes have smaller limits. */
export function whyTooMuch(limits: Shared, lines: Lines, lent: Lent): Reason | undefined {
  const { titles, copies, orders } = lent.isConfirmed ? limits : shareOf(limits);
  const refused = (of: "titles" | "copies" | "orders", most: number, now: number) =>
    ({ kind: "lending-limit", of, most, now, isConfirmed: lent.isConfirmed }) as const;
  if (lines.length > titles) return refused("titles", titles, lines.length);
  if (lent.orders >= orders) return refused("orders", orders, lent.orders);
  const wanted = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return lent.copies + wanted > copies ? refused("copies", copies, lent.copies) : undefined;
}

type Shared = Omit<LendingLimits, "openClaims">;

function shareOf({ titles, copies, orders, unconfirmedPercent }: Shared) {
  const share = (limit: number) => Math.max(1, Math.floor((limit * unconfirmedPercent) / 100));
  return { titles: share(titles), copies: share(copies), orders: share(orders) };
}

export type Wanted = { itemId: number; quantity: number };

type Line = { order_line_id: number; item_id: number; quantity: number };

/** How one title of an order changes: 0 before where it is new, 0 after where it goes. */
export type LineChange = { itemId: number; orderLineId: number | undefined; before: number; after: number };

/** What changes when an order is to hold exactly these titles; of a title that is named twice, the last counts. */
export function lineChanges(lines: readonly Line[], wanted: readonly Wanted[]): LineChange[] {
  const after = new Map(wanted.map(({ itemId, quantity }) => [itemId, quantity]));
  const kept = lines.map((line) => ({
    itemId: line.item_id,
    orderLineId: line.order_line_id,
    before: line.quantity,
    after: after.get(line.item_id) ?? 0,
  }));
  const known = new Set(lines.map(({ item_id }) => item_id));
  const added = [...after]
    .filter(([itemId]) => !known.has(itemId))
    .map(([itemId, quantity]) => ({ itemId, orderLineId: undefined, before: 0, after: quantity }));
  return [...kept, ...added].filter((change) => change.before !== change.after);
}

/** An order that is longer overdue is renewed by staff only. */
export const daysOverdueAtMost = 7;

/** A shipped order; `isAwaited`: somebody waits for one of its titles. */
type Renewable = { statusId: number; due: string | null; renewals: number; isAwaited: boolean };

/** Why its borrower cannot renew an order; undefined when they can. `last` is the last day to do it after `due`. */
export function objectionToRenewing(
  { statusId, due, renewals, isAwaited }: Renewable,
  { most, today, last }: { most: number; today: string; last: (due: string) => string },
): Reason | undefined {
  if (statusId !== statuses.shipped || due === null) return { kind: "renewal-not-out" };
  if (renewals >= most) return { kind: "renewals-used" };
  if (isAwaited) return { kind: "renewal-awaited" };
  return today > last(due) ? { kind: "renewal-too-late" } : undefined;
}

/** Why a copy in this condition is not lent until somebody looked at it; null when it is lent. */
export const asideFor: Record<Condition, "inspection" | null> = {
  good: null,
  worn: null,
  "parts missing": "inspection",
  damaged: "inspection",
};

/** Days from the due day to the day a copy came back; 0 in time or without a due day. */
export function daysLate(due: string | null, back: string): number {
  return due === null ? 0 : Math.max(0, (Date.parse(back) - Date.parse(due)) / 86_400_000);
}
