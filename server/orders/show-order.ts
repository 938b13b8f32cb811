import type { Order, StaffOrder } from "#contract/orders/orders.ts";
import { found } from "#server/refusals/http-error.ts";
import { itemsById } from "#server/catalog/public.ts";
import { findBorrowers } from "#server/people/public.ts";
import type { Database } from "#server/platform/database.ts";
import { type OrderParts, presentOrder, presentStaffOrder } from "./orders.present.ts";
import { returnsToUndo } from "./loans.queries.ts";
import { casesOfOrders, openCasesOf } from "./claims.queries.ts";
import { undoableOf } from "./events/undo.ts";
import { swapsOfOrders } from "./swaps.queries.ts";
import { sentPhotosOf } from "./photos.queries.ts";
import { reportsOf } from "./way-back.queries.ts";
import { assignmentsOf, handoversOf, linesOf, wholeOrders } from "./orders.queries.ts";

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
  const [openCases, cases, swaps, handovers, undoable, toUndo] = await Promise.all([
    openCasesOf(
      db,
      known.flatMap(({ order }) => order.borrower_id ?? []),
    ),
    casesOfOrders(db, ...orderIds),
    swapsOfOrders(db, orderIds),
    handoversOf(db, orderIds),
    undoableOf(db, orderIds),
    returnsToUndo(db, orderIds),
  ]);
  const shown = new Map(
    known.map((parts) => {
      const { order_id: orderId } = parts.order;
      const ofIt = {
        openCases: openCases.get(parts.order.borrower_id ?? 0) ?? 0,
        cases: cases.filter((row) => row.order_id === orderId),
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
