import { type LoanField, loanFieldNames, loanFields, missingLoanField } from "#contract/orders/loan-files.ts";
import { importLimits } from "#contract/wire/size-limits.ts";
import { undoImport } from "#contract/imports/undo-import.ts";
import { recountStock } from "#server/catalog/public.ts";
import { type CheckedRow, type ImportKind, writeUnused } from "#server/imports/public.ts";
import { type NamedField, type RowFault, textsOfRow } from "#server/platform/tables/columns.rules.ts";
import { dateOrderOf } from "#server/platform/tables/dates.rules.ts";
import { beginCheck, checkLoans, type LoanCheck } from "./check-loans.ts";
import {
  deleteOrders,
  dayNow,
  importedOrdersById,
  loanSettings,
  lockImportedOrders,
} from "./imported-loans.queries.ts";
import { logRemoved } from "../events/record-change.ts";
import { columnOf } from "./loan-row.rules.ts";
import { saveLoans } from "./save-loans.ts";

/** "Copy #" can be a label or a number. */
const sometimes: Partial<Record<LoanField, Pick<NamedField, "possibleNames" | "fits">>> = {
  label: { possibleNames: ["copy"], fits: (value) => !/^(?:c(?:opy)?\.?|#)?\s*\d{1,4}(?:\.0+)?$/i.test(value) },
  copyNumber: { possibleNames: ["copy"] },
};

/** Removes the orders of these rows, including their other rows, unless something has happened to an order since. */
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

/** Imports of the loans that were open when the library moved in: orders that are already shipped. */
export const loanImports: ImportKind = {
  of: "loans",
  maxRows: importLimits.rows,
  fields: loanFieldNames.map((name) => ({ name, ...loanFields[name], ...sometimes[name] })),
  objectionToFields: missingLoanField,
  openCheck: async (db, _file, { layout, at }) => {
    const settings = { ...(await loanSettings(db)), today: await dayNow(db, at) };
    let check: LoanCheck | undefined;
    return {
      check: async (rows) => {
        const inputs = rows.map((row) => {
          const faults: RowFault[] = [...row.faults];
          return { row: row.row, cells: textsOfRow(row, layout, loanFieldNames, faults), faults };
        });
        const readable = inputs.filter(({ faults }) => faults.length === 0);
        // the first rows show how the list writes its dates
        const dates = readable.flatMap(({ cells }) => [cells.due, cells.shipped]);
        check ??= beginCheck({ ...settings, dateOrder: dateOrderOf(dates) });
        const loans = await checkLoans(db, check, readable);
        const loanOf = new Map(loans.map((loan) => [loan.row, loan]));
        return inputs.map(({ row, faults }): CheckedRow => {
          const loan = loanOf.get(row);
          if (!loan) return { row, outcome: "fault", key: null, draft: null, faults };
          const { outcome, draft, remarks } = loan;
          const key = draft && String(draft.copyId);
          return {
            row,
            outcome,
            key,
            draft,
            faults: remarks.map(({ field, message }) => ({ column: columnOf(layout, field), message })),
          };
        });
      },
    };
  },
  nameOf: () => "",
  save: saveLoans,
  recordsById: importedOrdersById,
  undo: undoLoans,
  savedEntry: ({ added }) => ({ "Loans added": added }),
  undoneEntry: ({ removed, kept }) => ({ "Loans removed": removed, "Loans kept": kept }),
};
