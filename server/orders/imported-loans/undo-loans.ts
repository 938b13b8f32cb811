import { undoImport } from "#contract/imports/undo-import.ts";
import { recountStock } from "#server/catalog/public.ts";
import { type ImportKind, writeUnused } from "#server/imports/public.ts";
import { logRemoved } from "../events/record-change.ts";
import { deleteOrders, lockImportedOrders } from "./imported-loans.queries.ts";

/** Removes the orders of these rows whole, other rows of theirs too, unless something has happened to them since. */
export const undoLoans: ImportKind["undo"] = async (tx, { importId, actor }, rows) => {
  const orders = await lockImportedOrders(tx, importId, rows);
  const untouched = orders.filter(({ reason }) => reason === null);
  const itemIds: number[] = [];
  const { done, used } = await writeUnused(tx, untouched, async (batch) => {
    const orderIds = batch.map(({ order_id }) => order_id);
    await logRemoved(tx, actor, { call: undoImport.call, orderIds });
    itemIds.push(...(await deleteOrders(tx, orderIds)));
  });
  await recountStock(tx, itemIds);
  const kept = [...orders.filter(({ reason }) => reason !== null), ...used];
  return {
    removed: done.reduce((sum, { loans }) => sum + loans, 0),
    restored: 0,
    copies: 0,
    kept: kept.flatMap(({ rows: ofOrder, reason }) => ofOrder.map((row) => ({ row, reason: reason ?? "used" }))),
  };
};
