import { undoImport } from "#contract/catalog/undo-import.ts";
import { recountStock } from "#server/catalog/public.ts";
import type { Transaction } from "#server/platform/database.ts";
import type { Actor } from "#server/platform/record-activity.ts";
import { logRemoved } from "../events/record-change.ts";
import { deleteOrders, keepOrders, lockImportedOrders } from "./imported-loans.queries.ts";

/**
 * Removes orders of imported loans that nobody has touched since, and returns how many; the others stay, with the reason.
 */
export async function undoLoans(
  tx: Transaction,
  orderIds: readonly number[],
  actor: Actor,
): Promise<{ removed: number; copies: number }> {
  const orders = await lockImportedOrders(tx, orderIds);
  const untouched = orders.flatMap(({ order_id, reason }) => (reason === null ? order_id : []));
  await keepOrders(
    tx,
    orders.filter(({ reason }) => reason !== null),
  );
  await logRemoved(tx, actor, { call: undoImport.call, orderIds: untouched });
  const itemIds = await deleteOrders(tx, untouched);
  await recountStock(tx, itemIds);
  return { removed: untouched.length, copies: itemIds.length };
}
