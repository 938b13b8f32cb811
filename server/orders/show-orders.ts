import type { getOrdersBySearchFilters, Order, StaffOrder } from "#contract/orders/orders.ts";
import { found } from "#server/refusals/http-error.ts";
import { itemsById } from "#server/catalog/public.ts";
import { findBorrowers } from "#server/people/public.ts";
import type { Database } from "#server/platform/database.ts";
import { type OrderParts, presentOrder, presentStaffOrder, presentSummary, type Reader } from "./orders.present.ts";
import { claimsOfOrders, openClaimsOf, returnsToUndo } from "./loans.queries.ts";
import { undoableOf } from "./events/undoable.ts";
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
  type SummaryRow,
  wholeOrders,
} from "./orders.queries.ts";
import type { Received } from "#contract/wire/endpoint.ts";
import { rangeOfDays } from "#server/platform/clock.ts";
import { ifShort, inPages, type ClaimListSlot } from "#server/platform/lists/long-list.ts";
import { type DayParts, withMailBack } from "./dates.ts";
import { stateOf } from "./orders.rules.ts";

/** Returns a borrower's view of an order. Given a borrower, throws 404 for others' orders and shows only own photos. */
export async function showOrder(
  db: Database,
  orderId: number,
  by: { borrowerId: number } | { reader: Reader },
): Promise<Order> {
  const borrowerId = "borrowerId" in by ? by.borrowerId : undefined;
  const [parts] = await partsOf(db, [orderId], borrowerId);
  return presentOrder(found(parts), "reader" in by ? by.reader : null);
}

export async function showStaffOrder(db: Database, orderId: number, reader: Reader): Promise<StaffOrder> {
  return found((await showStaffOrders(db, [orderId], reader))[0]);
}

/** Returns the existing orders, in the given order, with as many statements for fifty as for one. */
export async function showStaffOrders(
  db: Database,
  orderIds: readonly number[],
  reader: Reader,
): Promise<StaffOrder[]> {
  const orderParts = await partsOf(db, orderIds);
  if (orderParts.length === 0) return [];
  const [openClaims, claims, swaps, handovers, undoable, toUndo] = await Promise.all([
    openClaimsOf(
      db,
      orderParts.flatMap(({ order }) => order.borrower_id ?? []),
    ),
    claimsOfOrders(db, ...orderIds),
    swapsOfOrders(db, orderIds),
    transfersOf(db, orderIds),
    undoableOf(db, orderIds),
    returnsToUndo(db, orderIds),
  ]);
  const orders = new Map(
    orderParts.map((parts) => {
      const { order_id: orderId } = parts.order;
      const details = {
        openClaims: openClaims.get(parts.order.borrower_id ?? 0) ?? 0,
        claims: claims.filter((row) => row.order_id === orderId),
        swaps: swaps.filter((row) => row.order_id === orderId || row.other_order_id === orderId),
        handovers: handovers.filter((row) => row.order_id === orderId),
        undo: undoable.get(orderId) ?? null,
        toUndo,
      };
      return [orderId, presentStaffOrder({ ...parts, ...details }, reader)];
    }),
  );
  return orderIds.flatMap((orderId) => orders.get(orderId) ?? []);
}

const nobody = { email_address: "", phone_number: "", has_login: false };

/** Reads the orders' rows first, so that a change during the reads makes a save stale instead of losing data. */
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

type Search = Partial<Received<typeof getOrdersBySearchFilters>["body"]>;

const defaultPageSize = 10;

/** Returns orders, newest first, and their total: a page, or all without page and page size. */
export async function listOrders(
  db: Database,
  { statusId = 0, page, pageSize, ...days }: Search,
  { timeZone, reader }: { timeZone: string; reader: Reader },
  claimListSlot: ClaimListSlot,
) {
  const filter = { ...(statusId !== 0 && { statusId }), ...rangeOfDays(days, timeZone) };
  if (page === undefined && pageSize === undefined) {
    const { orders, total } = await everyOrder(db, filter, reader, claimListSlot);
    return { data: orders, total };
  }
  const part = { page: page ?? 1, pageSize: pageSize ?? defaultPageSize };
  const [rows, total] = await Promise.all([ordersOf(db, filter, part), countOrders(db, filter)]);
  return { data: rows.map((row) => presentSummary(row, reader)), total };
}

async function everyOrder(db: Database, filter: OrderFilter, reader: Reader, claimListSlot: ClaimListSlot) {
  const present = (row: SummaryRow) => presentSummary(row, reader);
  const orders = await ordersIfShort(db, filter, present);
  if (orders) return { orders, total: orders.length };
  await claimListSlot();
  const { ids } = await orderIdsOf(db, filter);
  return { orders: inPages(ids, (page) => ordersById(db, page, present)), total: ids.length };
}

async function ordersIfShort<Row>(db: Database, filter: OrderFilter, present: (row: SummaryRow) => Row) {
  const rows = await ifShort((pageSize) => ordersOf(db, filter, { page: 1, pageSize }));
  return rows?.map(present);
}

async function ordersById<Row>(
  db: Database,
  ids: readonly number[],
  present: (row: SummaryRow) => Row,
): Promise<ReadonlyMap<number, Row>> {
  const rows = await ordersOf(db, {}, { ids });
  return new Map(rows.map((row) => [row.order_id, present(row)]));
}

export async function listOwnOrders(
  parts: Pick<DayParts, "db" | "closedDays">,
  borrowerId: number,
  claimListSlot: ClaimListSlot,
) {
  const { db } = parts;
  const addMailBack = await withMailBack(parts, borrowerId);
  const present = (row: SummaryRow) => addMailBack(presentSummary(row, null));
  const orders = await ordersIfShort(db, { borrowerId }, present);
  if (orders) {
    return {
      activeOrders: orders.filter((order) => stateOf(order.statusId).isActive),
      previousOrders: orders.filter((order) => !stateOf(order.statusId).isActive),
    };
  }
  await claimListSlot();
  const { ids, statusIds } = await orderIdsOf(db, { borrowerId });
  const inGroup = (isActive: boolean) => ids.filter((_, at) => stateOf(statusIds[at] ?? 0).isActive === isActive);
  return {
    activeOrders: inPages(inGroup(true), (page) => ordersById(db, page, present)),
    previousOrders: inPages(inGroup(false), (page) => ordersById(db, page, present)),
  };
}
