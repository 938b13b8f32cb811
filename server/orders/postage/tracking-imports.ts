import { statuses } from "#contract/catalog/codes.ts";
import { carrierOf } from "#contract/orders/carrier.ts";
import {
  type KeptTrackingReason,
  maxTrackingRows,
  missingTrackingField,
  trackingFieldNames,
  trackingFields,
} from "#contract/orders/tracking-files.ts";
import { recountStock } from "#server/catalog/public.ts";
import { type CheckedRow, type Conflict, draftsAfter, type ImportKind, removeRecords } from "#server/imports/public.ts";
import type { Database } from "#server/platform/database.ts";
import { type Layout, type RowFault, textsOfRow } from "#server/platform/tables/columns.rules.ts";
import type { TableRow } from "#server/platform/tables/table.rules.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { createContentReader, readClosedDays } from "#server/site/public.ts";
import * as z from "zod";
import { undoForm } from "../events/undo.ts";
import { dayNow, importedOrdersById, loanSettings } from "../imported-loans/imported-loans.queries.ts";
import { saveForm } from "../update-order.ts";
import { formOf, insertSavedNumber, lockSavedNumbers, ordersToTrack, ordersWithNumbers } from "./postage.queries.ts";
import {
  columnOf,
  isSameNumber,
  keyOf,
  objectionToTracking,
  type ReadTracking,
  readTracking,
  type Remark,
  says,
} from "./tracking-row.rules.ts";

/** Imports of the tracking numbers that a postage program exports. They ship the orders. */
export const trackingImports: ImportKind = {
  of: "tracking",
  maxRows: maxTrackingRows,
  fields: trackingFieldNames.map((name) => ({ name, ...trackingFields[name] })),
  objectionToFields: missingTrackingField,
  openCheck: async (db, _file, { layout }) => {
    const [rowOfOrder, rowOfNumber] = [new Map<number, number>(), new Map<string, number>()];
    return { check: async (rows) => checkRows(db, rows, { layout, rowOfOrder, rowOfNumber }) };
  },
  nameOf: () => "",
  save: saveNumbers,
  recordsById: importedOrdersById,
  undo: undoNumbers,
  savedEntry: ({ added }) => ({ "Tracking numbers added": added }),
  undoneEntry: ({ removed, kept }) => ({ "Tracking numbers removed": removed, "Tracking numbers kept": kept }),
};

type Check = { layout: Layout; rowOfOrder: Map<number, number>; rowOfNumber: Map<string, number> };

async function checkRows(db: Database, rows: readonly TableRow[], check: Check): Promise<CheckedRow[]> {
  const inputs = rows.map((row) => inputOf(row, check.layout));
  const readable = inputs.flatMap(({ input }) => input ?? []);
  const [orders, users] = [await ordersOf(db, readable), await numbersOf(db, readable)];
  const fault = (row: number, faults: readonly RowFault[]): CheckedRow => ({
    row,
    outcome: "fault",
    key: null,
    draft: null,
    faults,
  });
  const say = ({ field, message }: Remark): RowFault => ({ column: columnOf(check.layout, field), message });
  return inputs.map(({ row, input, faults }) => {
    if (!input) return fault(row, faults);
    const order = orders.get(input.orderId);
    const objection =
      objectionToTracking(order, input, users.get(keyOf(input.number)) ?? []) ?? objectionToRepeat(input, row, check);
    if (objection || !order) return fault(row, objection ? [say(objection)] : []);
    const isShipped = order.status_id === statuses.shipped;
    if (isShipped && isSameNumber(order, input.number))
      return { row, outcome: "same", key: null, draft: null, faults: [] };
    const note = isShipped
      ? says.numberOnly(input.orderId)
      : says.ships(order, carrierOf(input.number)?.name ?? "this number");
    const notes = [say({ field: "order", message: note })];
    return { row, outcome: "add", key: String(input.orderId), draft: input, faults: notes };
  });
}

const ordersOf = async (db: Database, rows: readonly ReadTracking[]) =>
  ordersToTrack(
    db,
    rows.map(({ orderId }) => orderId),
  );
const numbersOf = async (db: Database, rows: readonly ReadTracking[]) =>
  ordersWithNumbers(db, [...new Set(rows.map(({ number }) => keyOf(number)))]);

/** Returns why a row repeats an earlier one, and remembers it otherwise. */
function objectionToRepeat({ orderId, number }: ReadTracking, row: number, { rowOfOrder, rowOfNumber }: Check) {
  const ofNumber = rowOfNumber.get(keyOf(number));
  if (ofNumber !== undefined) return { field: "tracking", message: says.numberTwice(number, ofNumber) } as const;
  const ofOrder = rowOfOrder.get(orderId);
  if (ofOrder !== undefined) return { field: "order", message: says.orderTwice(orderId, ofOrder) } as const;
  rowOfOrder.set(orderId, row);
  rowOfNumber.set(keyOf(number), row);
  return undefined;
}

function inputOf(row: TableRow, layout: Layout) {
  const faults: RowFault[] = [...row.faults];
  const cells = textsOfRow(row, layout, trackingFieldNames, faults);
  const remarks: Remark[] = [];
  const input = faults.length > 0 ? undefined : readTracking(cells, remarks);
  return {
    row: row.row,
    input,
    faults: [...faults, ...remarks.map(({ field, message }) => ({ column: columnOf(layout, field), message }))],
  };
}

const draft = z.object({
  orderId: z.number(),
  number: z.string(),
  zip: z.string(),
  person: z.string(),
  school: z.string(),
}) satisfies z.ZodType<ReadTracking>;

type SaveParts = Parameters<ImportKind["save"]>[0];

/** Saves tracking numbers as the order form does, which ships the orders that haven't shipped, and schedules their email. */
async function saveNumbers({ tx, file, layout, actor, report }: SaveParts): ReturnType<ImportKind["save"]> {
  const importId = file.import_id;
  const page = await draftsAfter(tx, importId, { outcome: "add", after: 0, limit: maxTrackingRows });
  const rows = page.map(({ row, draft: stored }) => ({ row, ...draft.parse(stored) }));
  const ids = rows.map(({ orderId }) => orderId);
  const orders = await ordersToTrack(tx, ids, { lock: true });
  const users = await numbersOf(tx, rows);
  const readContent = createContentReader(tx);
  const { loanDays } = await loanSettings(tx);
  const settings = {
    today: await dayNow(tx, actor.at),
    loanDays,
    readClosedDays: () => readClosedDays(readContent),
  };
  const conflicting: number[] = [];
  const itemIds: number[] = [];
  for (const [place, read] of rows.toSorted((a, b) => a.orderId - b.orderId).entries()) {
    const { row, orderId, number } = read;
    const order = orders.get(orderId);
    const isSaved = order?.status_id === statuses.shipped && isSameNumber(order, number);
    if (isSaved || objectionToTracking(order, read, users.get(keyOf(number)) ?? [])) {
      conflicting.push(row);
      continue;
    }
    const { ship_date: shipDate, return_date: returnDate, note } = await formOf(tx, orderId);
    const form = { orderId, statusId: statuses.shipped, trackingNumber: number, shipDate, returnDate, orderNote: note };
    const saved = await saveForm(tx, form, actor, settings);
    itemIds.push(...saved.itemIds);
    await insertSavedNumber(tx, { importId, row, orderId, eventId: found(saved.eventId) });
    await report(place + 1);
  }
  await recountStock(tx, itemIds);
  const conflicts: Conflict[] =
    conflicting.length === 0
      ? []
      : [{ rows: conflicting, fault: { column: columnOf(layout, "order"), message: says.changedMeanwhile } }];
  return { added: rows.length - conflicting.length, changed: 0, copies: 0, conflicts };
}

type UndoArguments = Parameters<ImportKind["undo"]>;

/** Undoes each number as Undo on the order does, including the shipping and the email. */
async function undoNumbers(
  tx: UndoArguments[0],
  { importId, actor }: UndoArguments[1],
  rows: UndoArguments[2],
): ReturnType<ImportKind["undo"]> {
  const undone: number[] = [];
  const kept: { row: number; reason: KeptTrackingReason }[] = [];
  for (const { row, eventId } of await lockSavedNumbers(tx, importId, rows)) {
    try {
      await undoForm(tx, eventId, actor);
      undone.push(row);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      kept.push({ row, reason: "changed" });
    }
  }
  await removeRecords(tx, importId, undone);
  return { removed: undone.length, restored: 0, copies: 0, kept };
}
