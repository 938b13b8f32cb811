import { saveImport } from "#contract/catalog/imports.ts";
import { recountStock } from "#server/catalog/public.ts";
import type { Transaction } from "#server/platform/database.ts";
import type { Actor } from "#server/platform/record-activity.ts";
import { recordNew } from "../events/record-change.ts";
import { insertLoans, lockBorrowers, lockCopies } from "./imported-loans.queries.ts";
import { type LoanDraft, objectionToLoan, ordersOf, says } from "./loan-row.rules.ts";

type Loan = LoanDraft & { row: number };
type Conflict = { row: number; message: string };
type Source = { importId: number; fileName: string; today: string };

const batchSize = 500; // orders

/**
 * Stores checked loans as shipped orders, without emails. Returns the rows that can't be stored anymore, because the copy
 * or the borrower changed since the check; the caller decides whether the others are saved.
 */
export async function saveLoans(
  tx: Transaction,
  loans: readonly Loan[],
  { importId, fileName, today }: Source,
  actor: Actor,
): Promise<{ conflicts: Conflict[]; orders: number; copies: number }> {
  const borrowers = await lockBorrowers(
    tx,
    loans.map(({ borrowerId }) => borrowerId),
  );
  const copies = new Map(
    (
      await lockCopies(
        tx,
        loans.map(({ copyId }) => copyId),
      )
    ).map((copy) => [copy.copy_id, copy]),
  );
  const judged = loans.map((loan) => {
    const copy = copies.get(loan.copyId);
    const message = copy ? objectionToLoan(copy) : says.copyGone;
    return { loan, message: message ?? (borrowers.has(loan.borrowerId) ? undefined : says.borrowerGone) };
  });
  const good = judged.flatMap(({ loan, message }) => (message === undefined ? loan : []));
  const orders = ordersOf(good);
  for (let start = 0; start < orders.length; start += batchSize) {
    const batch = orders.slice(start, start + batchSize);
    const orderIds = await insertLoans(tx, batch, { importId, today, userId: actor.userId });
    await recordNew(tx, actor, { call: saveImport.call, orderIds, source: { "Imported from": fileName } });
  }
  await recountStock(
    tx,
    good.map(({ itemId }) => itemId),
  );
  const conflicts = judged.flatMap(({ loan: { row }, message }) => (message === undefined ? [] : { row, message }));
  return { conflicts, orders: orders.length, copies: good.length };
}
