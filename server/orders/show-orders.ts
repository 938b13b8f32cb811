import type { getOrdersBySearchFilters, Order, OrderSummary, StaffOrder } from "#contract/orders/orders.ts";
import { found } from "#server/refusals/http-error.ts";
import { itemsById } from "#server/catalog/public.ts";
import { findBorrowers } from "#server/people/public.ts";
import type { Database } from "#server/platform/database.ts";
import { type OrderParts, presentOrder, presentStaffOrder, presentSummary } from "./orders.present.ts";
import { claimsOfOrders, openClaimsOf, returnsToUndo } from "./loans.queries.ts";
import { undoableOf } from "./events/undo.ts";
import { swapsOfOrders } from "./swaps.queries.ts";
import { reportsOf, sentPhotosOf } from "./reports.queries.ts";
import {
  assignmentsOf,
  countOrders,
  transfersOf,
  linesOf,
  type OrderFilter,
  orderIdsOf,
  ordersOf,
  wholeOrders,
} from "./orders.queries.ts";
import type { Received } from "#contract/wire/endpoint.ts";
import { rangeOfDays } from "#server/platform/clock.ts";
import { ifShort, inPages, type ClaimListSlot } from "#server/platform/lists/long-list.ts";
import { stateOf } from "./orders.rules.ts";

/** The order as its borrower sees it; with a borrower, 404 for anyone else's, and only their own photos. */
export async function showOrder(db: Database, orderId: number, borrowerId?: number): Promise<Order> {
  const [parts] = await partsOf(db, [orderId], borrowerId);
  return presentOrder(found(parts));
}

export async function showStaffOrder(db: Database, orderId: number): Promise<StaffOrder> {
  return found((await showStaffOrders(db, [orderId]))[0]);
}

/** These orders in this order, as far as they exist: as many statements for fifty as for one. */
export async function showStaffOrders(db: Database, orderIds: readonly number[]): Promise<StaffOrder[]> {
  const known = await partsOf(db, orderIds);
  if (known.length === 0) return [];
  const [openClaims, claims, swaps, handovers, undoable, toUndo] = await Promise.all([
    openClaimsOf(
      db,
      known.flatMap(({ order }) => order.borrower_id ?? []),
    ),
    claimsOfOrders(db, ...orderIds),
    swapsOfOrders(db, orderIds),
    transfersOf(db, orderIds),
    undoableOf(db, orderIds),
    returnsToUndo(db, orderIds),
  ]);
  const shown = new Map(
    known.map((parts) => {
      const { order_id: orderId } = parts.order;
      const ofIt = {
        openClaims: openClaims.get(parts.order.borrower_id ?? 0) ?? 0,
        claims: claims.filter((row) => row.order_id === orderId),
        swaps: swaps.filter((row) => row.order_id === orderId || row.other_order_id === orderId),
        handovers: handovers.filter((row) => row.order_id === orderId),
        undo: undoable.get(orderId) ?? null,
        toUndo,
      };
      return [orderId, presentStaffOrder({ ...parts, ...ofIt })];
    }),
  );
  return orderIds.flatMap((orderId) => shown.get(orderId) ?? []);
}

const nobody = { email_address: "", phone_number: "" };

/**
 * The orders' rows are read first: later reads may be newer than their versions, which makes a save stale instead of lossy.
 */
async function partsOf(db: Database, orderIds: readonly number[], borrowerId?: number): Promise<OrderParts[]> {
  const orders = orderIds.length === 0 ? [] : await wholeOrders(db, orderIds, borrowerId);
  if (orders.length === 0) return [];
  const [lines, assignments, reports, photos, borrowers] = await Promise.all([
    linesOf(db, ...orderIds),
    assignmentsOf(db, ...orderIds),
    reportsOf(db, orderIds),
    sentPhotosOf(db, orderIds, borrowerId),
    findBorrowers(db, [...new Set(orders.flatMap((order) => order.borrower_id ?? []))]),
  ]);
  const items = await itemsById(
    db,
    lines.map((line) => line.item_id),
  );
  return orders.map((order) => ({
    order,
    lines: lines.filter((line) => line.order_id === order.order_id),
    assignments: assignments.filter((assignment) => assignment.order_id === order.order_id),
    reports: reports.filter((report) => report.order_id === order.order_id),
    photos: photos.filter((photo) => photo.order_id === order.order_id),
    items,
    borrower:
      order.borrower_id === null
        ? nobody
        : found(borrowers.find((borrower) => borrower.borrower_id === order.borrower_id)),
  }));
}

/** The filters of the order list: status 0 is all. */
type Search = Partial<Received<typeof getOrdersBySearchFilters>["body"]>;

const usualPageSize = 10;

/** Orders newest first with the total number; without page and page size, all of them. */
export async function listOrders(
  db: Database,
  { statusId = 0, page, pageSize, ...days }: Search,
  timeZone: string,
  claimListSlot: ClaimListSlot,
) {
  const filter = { ...(statusId !== 0 && { statusId }), ...rangeOfDays(days, timeZone) };
  if (page === undefined && pageSize === undefined) {
    const { orders, total } = await everyOrder(db, filter, claimListSlot);
    return { data: orders, total };
  }
  const part = { page: page ?? 1, pageSize: pageSize ?? usualPageSize };
  const [rows, total] = await Promise.all([ordersOf(db, filter, part), countOrders(db, filter)]);
  return { data: rows.map(presentSummary), total };
}

/** All orders of a list: at once when they are few. */
async function everyOrder(db: Database, filter: OrderFilter, claimListSlot: ClaimListSlot) {
  const few = await fewOrders(db, filter);
  if (few) return { orders: few, total: few.length };
  await claimListSlot();
  const { ids } = await orderIdsOf(db, filter);
  return { orders: inPages(ids, (page) => ordersById(db, page)), total: ids.length };
}

async function fewOrders(db: Database, filter: OrderFilter): Promise<OrderSummary[] | undefined> {
  const rows = await ifShort((pageSize) => ordersOf(db, filter, { page: 1, pageSize }));
  return rows?.map(presentSummary);
}

async function ordersById(db: Database, ids: readonly number[]): Promise<ReadonlyMap<number, OrderSummary>> {
  const rows = await ordersOf(db, {}, { ids });
  return new Map(rows.map((row) => [row.order_id, presentSummary(row)]));
}

export async function listOwnOrders(db: Database, borrowerId: number, claimListSlot: ClaimListSlot) {
  const few = await fewOrders(db, { borrowerId });
  if (few) {
    return {
      activeOrders: few.filter((order) => stateOf(order.statusId).isActive),
      previousOrders: few.filter((order) => !stateOf(order.statusId).isActive),
    };
  }
  await claimListSlot();
  const { ids, statusIds } = await orderIdsOf(db, { borrowerId });
  const inGroup = (isActive: boolean) => ids.filter((_, at) => stateOf(statusIds[at] ?? 0).isActive === isActive);
  return {
    activeOrders: inPages(inGroup(true), (page) => ordersById(db, page)),
    previousOrders: inPages(inGroup(false), (page) => ordersById(db, page)),
  };
}
