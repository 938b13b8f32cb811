import { statuses } from "#contract/codes.ts";
import type { Reason } from "#contract/wire/reasons.ts";

/** The meaning of an order's status. Any of the four may follow any other; these flags hold while it lasts. */
export type OrderState = {
  /** Listed under Active Orders, and may hold copies. */
  isActive: boolean;
  /** Quantity without a copy still waits for one and is reserved. */
  waitsForCopies: boolean;
  /** A single copy may be removed from a line; undoing a whole check-out is allowed in every active status. */
  mayRemoveOneCopy: boolean;
  wasShipped: boolean;
};

const states = new Map<number, OrderState>([
  [statuses.new, { isActive: true, waitsForCopies: true, mayRemoveOneCopy: false, wasShipped: false }],
  [statuses.processing, { isActive: true, waitsForCopies: true, mayRemoveOneCopy: true, wasShipped: false }],
  [statuses.shipped, { isActive: true, waitsForCopies: false, mayRemoveOneCopy: false, wasShipped: true }],
  [statuses.returned, { isActive: false, waitsForCopies: false, mayRemoveOneCopy: false, wasShipped: true }],
]);

export function stateOf(statusId: number): OrderState {
  const state = states.get(statusId);
  if (!state) throw new RangeError(`No order has the status ${statusId}.`);
  return state;
}

/** Why copies cannot be assigned to an order or removed all at once; undefined when they can. */
export function objectionToChangingCopies(statusId: number): Reason | undefined {
  return stateOf(statusId).isActive ? undefined : { kind: "order-returned" };
}

/** Why one copy cannot be removed from an order; undefined when it can. */
export function objectionToRemovingOne(statusId: number): Reason | undefined {
  return stateOf(statusId).mayRemoveOneCopy ? undefined : { kind: "not-processing" };
}

/** Why this copy cannot be assigned to a line of that title; undefined when it can. */
export function objectionToCopy(
  copy: { item_id: number; is_inactive: boolean; order_id: number | null },
  itemId: number,
): Reason | undefined {
  if (copy.item_id !== itemId) return { kind: "copy-of-another-title" };
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

/** Decision 5.9: a ship date, or a status that follows shipping. */
export function hasShipped(order: { status_id: number; ship_date: string | null }): boolean {
  return order.ship_date !== null || stateOf(order.status_id).wasShipped;
}
