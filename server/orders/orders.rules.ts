import { statuses } from "#contract/catalog/codes.ts";
import type { Reason } from "#contract/wire/refusals.ts";
import type { ClaimKind } from "#contract/desk/claims.ts";
import type { Condition } from "#contract/desk/returns.ts";

/** The meaning of a status. Any of the specification's four may follow any other. */
type OrderState = {
  /** Listed under Active Orders, and may have copies. */
  isActive: boolean;
  /** Quantities without a copy are reserved. */
  waitsForCopies: boolean;
  /** Staff may cancel it or change its titles, because nothing has shipped. */
  mayBeChanged: boolean;
  /** A single copy may be removed. Undoing a whole check-out is allowed in every active status. */
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
  [statuses.canceled, { ...closed, wasShipped: false }],
]);

export function stateOf(statusId: number): OrderState {
  const state = states.get(statusId);
  if (!state) throw new RangeError(`No order has the status ${statusId}.`);
  return state;
}

/** Returns the reason copies can't be assigned to an order, or all removed; undefined if they can. */
export function objectionToChangingCopies(statusId: number): Reason | undefined {
  if (statusId === statuses.canceled) return { kind: "order-canceled" };
  return stateOf(statusId).isActive ? undefined : { kind: "order-returned" };
}

export function objectionToCanceling(statusId: number, by: "staff" | "borrower"): Reason | undefined {
  if (by === "borrower") return statusId === statuses.new ? undefined : { kind: "cancel-too-late" };
  return stateOf(statusId).mayBeChanged ? undefined : { kind: "not-cancelable" };
}

/** Returns why a check-out can't be undone, or undefined for an order that hasn't shipped. */
export function objectionToUndoingCheckOut(statusId: number): Reason | undefined {
  return (
    objectionToChangingCopies(statusId) ?? (stateOf(statusId).waitsForCopies ? undefined : { kind: "not-changeable" })
  );
}

export function objectionToRemovingOne(statusId: number): Reason | undefined {
  return stateOf(statusId).mayRemoveOneCopy ? undefined : { kind: "not-processing" };
}

/** Returns why a copy can't be assigned to a line of a title, or undefined. */
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

/** A save without a version is never stale. */
export function isStale(version: number | null | undefined, now: number): boolean {
  return typeof version === "number" && version !== now;
}

/** Returns the dates to store. Shipping fills in today and the end of the loan for empty ones. */
export function shippingDays(
  form: { statusId: number; shipDate: string | null; returnDate: string | null },
  today: string,
  dueAfter: (shipDate: string) => string,
): { shipDate: string | null; returnDate: string | null } {
  if (form.statusId !== statuses.shipped) return { shipDate: form.shipDate, returnDate: form.returnDate };
  const shipDate = form.shipDate ?? today;
  return { shipDate, returnDate: form.returnDate ?? dueAfter(shipDate) };
}

export function isReversed({ shipDate, returnDate }: { shipDate: string | null; returnDate: string | null }): boolean {
  return shipDate !== null && returnDate !== null && returnDate < shipDate;
}

/** Decision 5.9: an order has shipped if it has a ship date or a status that follows shipping. */
export function hasShipped(order: { status_id: number; ship_date: string | null }): boolean {
  return order.ship_date !== null || stateOf(order.status_id).wasShipped;
}

/** A borrower's copy-days in open orders, and open claims if limited. An order without dates counts `loanDays`. */
export type LendingLimits = { copyDays: number; openClaims?: number; loanDays: number };

/** How long a borrower may have all copies of a title in open orders, in days: about four months. */
export const maxTitleDays = 120;

/** A title of the borrower's open orders, with their copy-days and the number of copies that the library lends. */
type TitleOnOrder = { item_id: number; title: string; copy_days: number; copies: number };

/**
 * Returns why an order exceeds its borrower's limits, or undefined. A copy-day is a copy for a day from shipping to its
 * expected return. A title's limit applies only if other open orders have it, too.
 */
export function objectionToSize(
  max: { copyDays: number },
  { lines, days }: { lines: readonly RequestedLine[]; days: number },
  onOrder: readonly TitleOnOrder[],
): Reason | undefined {
  const copies = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const daysOnOrder = onOrder.reduce((sum, { copy_days }) => sum + copy_days, 0);
  const copyDays = daysOnOrder + copies * days;
  const fits = Math.max(0, Math.floor((max.copyDays - daysOnOrder) / Math.max(1, days)));
  const size = { kind: "lending-limit", copies, days, fits } as const;
  if (copyDays > max.copyDays) return { ...size, of: "copy-days", max: max.copyDays, now: copyDays, title: "" };
  for (const { item_id, title, copy_days, copies } of onOrder) {
    const more = lines.find(({ itemId }) => itemId === item_id);
    const titleDays = more ? Math.ceil((copy_days + more.quantity * days) / Math.max(1, copies)) : 0;
    if (titleDays > maxTitleDays) return { ...size, of: "title", max: maxTitleDays, now: titleDays, title };
  }
  return undefined;
}

export type RequestedLine = { itemId: number; quantity: number };

type Line = { order_line_id: number; item_id: number; quantity: number };

/** `before` is 0 for a new title, and `after` is 0 for a removed one. */
export type LineChange = { itemId: number; orderLineId: number | undefined; before: number; after: number };

/** Compares an order's lines with the requested ones. The last request for a title counts. */
export function lineChanges(lines: readonly Line[], requested: readonly RequestedLine[]): LineChange[] {
  const after = new Map(requested.map(({ itemId, quantity }) => [itemId, quantity]));
  const changes = lines.map((line) => ({
    itemId: line.item_id,
    orderLineId: line.order_line_id,
    before: line.quantity,
    after: after.get(line.item_id) ?? 0,
  }));
  const itemIds = new Set(lines.map(({ item_id }) => item_id));
  const additions = [...after]
    .filter(([itemId]) => !itemIds.has(itemId))
    .map(([itemId, quantity]) => ({ itemId, orderLineId: undefined, before: 0, after: quantity }));
  return [...changes, ...additions].filter((change) => change.before !== change.after);
}

/** Only staff can renew an order that is overdue for longer. */
export const maxDaysOverdue = 7;

/** `isAwaited`: someone is waiting for one of its titles. */
type Renewable = { statusId: number; due: string | null; renewals: number; isAwaited: boolean };

/** Returns why a borrower can't renew an order, or undefined. `last` returns the last day to renew one due on a day. */
export function objectionToRenewing(
  { statusId, due, renewals, isAwaited }: Renewable,
  { maxRenewals, today, last }: { maxRenewals: number; today: string; last: (due: string) => string },
): Reason | undefined {
  if (statusId !== statuses.shipped || due === null) return { kind: "renewal-not-out" };
  if (renewals >= maxRenewals) return { kind: "renewals-used" };
  if (isAwaited) return { kind: "renewal-awaited" };
  return today > last(due) ? { kind: "renewal-too-late" } : undefined;
}

/** The inactive reason for a returned copy, by condition. */
export const asideFor: Record<Condition, "inspection" | null> = {
  good: null,
  worn: null,
  "parts missing": "inspection",
  damaged: "inspection",
};

/** Returns 0 for an on-time return or one without a due date. */
export function daysLate(due: string | null, returnedOn: string): number {
  return due === null ? 0 : Math.max(0, (Date.parse(returnedOn) - Date.parse(due)) / 86_400_000);
}

/** Returns why a closed claim can't be reopened, if so. */
export function objectionToReopening(kind: ClaimKind, loan: string, openKind: ClaimKind | null): Reason | undefined {
  const loanOfClaim = kind === "lost" ? "lost" : kind === "claimed returned" ? "out" : "returned";
  if (loan !== loanOfClaim) return { kind: "claim-over" };
  return openKind === null ? undefined : { kind: "claim-open" };
}
