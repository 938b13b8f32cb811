import { limits } from "#contract/catalog/codes.ts";
import { saveImport } from "#contract/imports/imports.ts";
import { maxLines } from "#contract/orders/order-changes.ts";
import { recountStock } from "#server/catalog/public.ts";
import { groupBy } from "#server/group-by.ts";
import { type Conflict, draftsAfter, type ImportKind } from "#server/imports/public.ts";
import type { Transaction } from "#server/platform/database.ts";
import * as z from "zod";
import { recordNew } from "../events/record-change.ts";
import { dayNow, insertLoans, lockBorrowers, lockCopies } from "./imported-loans.queries.ts";
import { columnOf, type LoanDraft, type NewLoans, objectionToLoan, says } from "./loan-row.rules.ts";

const batchSize = 500; // rows, and orders

const draft = z.object({
  copyId: z.number(),
  itemId: z.number(),
  borrowerId: z.number(),
  due: z.string(),
  shipped: z.string(),
  tracking: z.string(),
});

type Loan = LoanDraft & { row: number };

/**
 * Saves checked loans as shipped orders, without emails. Locks all borrowers, copies, and titles first, so nothing that
 * a loan depends on changes until the end.
 */
export const saveLoans: ImportKind["save"] = async ({ tx, file, layout, actor, report }) => {
  const loans = await draftsOf(tx, file.import_id);
  const messages = await objectionsTo(tx, loans);
  const good = loans.filter((loan) => messages.get(loan) === undefined);
  const orders = ordersOf(good);
  const source = { "Imported from": file.file_name };
  const today = await dayNow(tx, actor.at);
  for (let start = 0; start < orders.length; start += batchSize) {
    const batch = orders.slice(start, start + batchSize);
    const orderIds = await insertLoans(tx, batch, { importId: file.import_id, today, userId: actor.userId });
    await recordNew(tx, actor, { call: saveImport.call, orderIds, source });
    await report(Math.floor((good.length * (start + batch.length)) / orders.length));
  }
  await recountStock(
    tx,
    good.map(({ itemId }) => itemId),
  );
  const refused = [...groupBy(loans, (loan) => messages.get(loan))];
  const conflicts = refused.flatMap(([message, rows]): Conflict[] => {
    if (message === undefined) return [];
    const column = columnOf(layout, message === says.borrowerGone ? "email" : "label");
    return [{ rows: rows.map(({ row }) => row), fault: { column, message } }];
  });
  return { added: good.length, changed: 0, copies: 0, conflicts };
};

async function draftsOf(tx: Transaction, importId: number): Promise<Loan[]> {
  const loans: Loan[] = [];
  for (let after = 0; ;) {
    const page = await draftsAfter(tx, importId, { outcome: "add", after, limit: batchSize });
    const last = page.at(-1);
    if (!last) return loans;
    loans.push(...page.map((each) => ({ row: each.row, ...draft.parse(each.draft) })));
    after = last.row;
  }
}

/** Returns why loans can't be saved anymore. */
async function objectionsTo(tx: Transaction, loans: readonly Loan[]): Promise<Map<Loan, string>> {
  const borrowers = await lockBorrowers(
    tx,
    loans.map(({ borrowerId }) => borrowerId),
  );
  const copies = await lockCopies(
    tx,
    loans.map(({ copyId }) => copyId),
  );
  const available = new Set(copies.flatMap((copy) => (objectionToLoan(copy) ? [] : copy.copy_id)));
  return new Map(
    loans.flatMap((loan): [Loan, string][] => {
      if (!available.has(loan.copyId)) return [[loan, says.copyTaken]];
      return borrowers.has(loan.borrowerId) ? [] : [[loan, says.borrowerGone]];
    }),
  );
}

/**
 * Groups loans into orders: one for each package, which has one borrower, ship date, tracking number, and due date.
 * Copies that don't fit into an order go into another.
 */
function ordersOf(loans: readonly Loan[]): NewLoans[] {
  const packages = groupBy(loans, ({ borrowerId, due, shipped, tracking }) =>
    JSON.stringify([borrowerId, due, shipped, tracking]),
  );
  return [...packages.values()].flatMap((all) => {
    const orders: NewLoans[] = [];
    for (const { copyId, itemId, row, ...loan } of all) {
      const hasRoom = ({ copies }: NewLoans) =>
        copies.has(itemId) ? (copies.get(itemId) ?? []).length < limits.quantity : copies.size < maxLines;
      const order: NewLoans = orders.find(hasRoom) ?? { ...loan, copies: new Map() };
      if (!orders.includes(order)) orders.push(order);
      order.copies.set(itemId, [...(order.copies.get(itemId) ?? []), { copyId, row }]);
    }
    return orders;
  });
}
