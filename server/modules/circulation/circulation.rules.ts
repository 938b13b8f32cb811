import { statuses } from "#contract/codes.ts";
import type { Reason } from "#contract/wire/reasons.ts";

/** What an order's status means. Any of the four may follow any other; these say what holds while it lasts. */
export type OrderState = {
  /** Listed under Active Orders, and may hold copies. */
  isActive: boolean;
  /** Quantity without a copy still waits for one, and so is kept back from others. */
  waitsForCopies: boolean;
  /** One copy may be taken off a line; undoing a whole check-out is allowed in every active status. */
  mayRemoveOneCopy: boolean;
  hasLeftTheHouse: boolean;
};

const states = new Map<number, OrderState>([
  [statuses.new, { isActive: true, waitsForCopies: true, mayRemoveOneCopy: false, hasLeftTheHouse: false }],
  [statuses.processing, { isActive: true, waitsForCopies: true, mayRemoveOneCopy: true, hasLeftTheHouse: false }],
  [statuses.shipped, { isActive: true, waitsForCopies: false, mayRemoveOneCopy: false, hasLeftTheHouse: true }],
  [statuses.returned, { isActive: false, waitsForCopies: false, mayRemoveOneCopy: false, hasLeftTheHouse: true }],
]);

/** The state of an order in this status (1 to 4). */
export function stateOf(statusId: number): OrderState {
  const state = states.get(statusId);
  if (!state) throw new RangeError(`No order has the status ${statusId}.`);
  return state;
}

/** Why copies may not be put on an order, or taken off it all at once; undefined when they may. */
export function objectionToChangingCopies(statusId: number): Reason | undefined {
  return stateOf(statusId).isActive ? undefined : { kind: "order-returned" };
}

/** Why one copy may not be taken off an order; undefined when it may. */
export function objectionToRemovingOne(statusId: number): Reason | undefined {
  return stateOf(statusId).mayRemoveOneCopy ? undefined : { kind: "not-processing" };
}

/** Why this copy may not be put on a line of that title; undefined when it may. */
export function objectionToCopy(
  copy: { item_id: number; is_inactive: boolean; order_id: number | null },
  itemId: number,
): Reason | undefined {
  if (copy.item_id !== itemId) return { kind: "copy-of-another-title" };
  return copy.is_inactive || copy.order_id !== null ? { kind: "copy-not-available" } : undefined;
}

/** The places of a line (1 to its quantity) that no copy fills. */
export function freeSlots(quantity: number, taken: readonly number[]): number[] {
  return Array.from({ length: quantity }, (_, index) => index + 1).filter((slot) => !taken.includes(slot));
}

/** Whether a form that was opened at one version may be saved over another; one that names none may. */
export function isStale(seen: number | null | undefined, now: number): boolean {
  return typeof seen === "number" && seen !== now;
}

/** The days to store: an order that is shipped gets what was left empty, today and the day its loan ends. */
export function shippingDays(
  given: { statusId: number; shipDate: string | null; returnDate: string | null },
  today: string,
  dueAfter: (shipDate: string) => string,
): { shipDate: string | null; returnDate: string | null } {
  if (given.statusId !== statuses.shipped) return { shipDate: given.shipDate, returnDate: given.returnDate };
  const shipDate = given.shipDate ?? today;
  return { shipDate, returnDate: given.returnDate ?? dueAfter(shipDate) };
}

/** Which mail an order's borrower gets when it comes into this status; undefined for none. */
export function mailOf(statusId: number): "order-shipped" | "order-returned" | undefined {
  if (statusId === statuses.shipped) return "order-shipped";
  return statusId === statuses.returned ? "order-returned" : undefined;
}

/** Decision 5.9: a ship date, or a status that follows one. */
export function hasShipped(order: { status_id: number; ship_date: string | null }): boolean {
  return order.ship_date !== null || stateOf(order.status_id).hasLeftTheHouse;
}

/** Why this cannot be ordered; undefined when it can. */
export function objectionToOrder(lines: readonly unknown[]): Reason | undefined {
  return lines.length === 0 ? { kind: "nothing-to-check-out" } : undefined;
}

/** Why orders of these days cannot be looked for; undefined when they can. */
export function objectionToDays(from: string | null, to: string | null): Reason | undefined {
  return from !== null && to !== null && to < from ? { kind: "end-before-start" } : undefined;
}
