import type { Order, StaffOrder } from "#contract/circulation.ts";
import { found } from "#server/refusals/http-error.ts";
import { findBorrower } from "#server/modules/accounts/public.ts";
import { itemsById } from "#server/modules/catalog/public.ts";
import type { Database } from "#server/platform/database.ts";
import { type OrderParts, presentOrder, presentStaffOrder } from "./circulation.present.ts";
import { casesOfOrder } from "./cases/cases.queries.ts";
import { assignmentsOf, linesOf, orderById } from "./circulation.queries.ts";

/** The order as its borrower sees it; with a borrower, 404 for anyone else's. */
export async function showOrder(db: Database, orderId: number, borrowerId?: number): Promise<Order> {
  return presentOrder(await partsOf(db, orderId, borrowerId));
}

export async function showStaffOrder(db: Database, orderId: number): Promise<StaffOrder> {
  const parts = await partsOf(db, orderId);
  return presentStaffOrder({ ...parts, cases: await casesOfOrder(db, orderId) });
}

/**
 * The order's row is read first: later reads may be newer than its version, which makes a save stale instead of lossy.
 */
async function partsOf(db: Database, orderId: number, borrowerId?: number): Promise<OrderParts> {
  const order = found(await orderById(db, orderId, borrowerId));
  const [lines, assignments, borrower] = await Promise.all([
    linesOf(db, orderId),
    assignmentsOf(db, orderId),
    findBorrower(db, order.borrower_id),
  ]);
  const items = await itemsById(
    db,
    lines.map((line) => line.item_id),
  );
  return { order, lines, assignments, items, borrower: found(borrower) };
}
