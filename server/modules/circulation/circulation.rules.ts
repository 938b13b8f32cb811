import { statuses } from "#contract/codes.ts";
import type { Reason } from "#contract/wire/reasons.ts";

/** The meaning of an order's status; these flags hold while it lasts. Any of the specification's four may follow any other. */
export type OrderState = {
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

/** Whether an order would be due before it leaves. */
export function isReversed({ shipDate, returnDate }: { shipDate: string | null; returnDate: string | null }): boolean {
  return shipDate !== null && returnDate !== null && returnDate < shipDate;
}

/** Decision 5.9: a ship date, or a status that follows shipping. */
export function hasShipped(order: { status_id: number; ship_date: string | null }): boolean {
  return order.ship_date !== null || stateOf(order.status_id).wasShipped;
}
