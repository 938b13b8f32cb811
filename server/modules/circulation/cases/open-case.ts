import { statuses } from "#contract/codes.ts";
import type { CaseKind } from "#contract/desk/case-kinds.ts";
import { openCase as openCaseCall } from "#contract/desk/cases.ts";
import { centsOf } from "#contract/wire/money.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { copyById, recountStock, setCopyAside } from "#server/modules/stock/public.ts";
import type { Actor } from "#server/platform/record-audit.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { changeOrder, lockOrder, releaseCopies } from "../order-changes.queries.ts";
import { copiesOut, orderOfAssignment } from "../returns/returns.queries.ts";
import { traceOrder } from "../trace-order.ts";
import { insertCase, loanById } from "./cases.queries.ts";
import { firstCost, objectionToOpening } from "./cases.rules.ts";

type Wish = { orderInventoryItemId: number; kind: CaseKind; cost?: string | undefined; note: string };

/**
 * Opens a case of a loan; gives its id. A lost copy leaves its order, which becomes Returned with its last one, and the
 * collection. Without a cost it is that of the missing parts, or of the title.
 */
export async function openCase(db: Database, wish: Wish, actor: Actor): Promise<number> {
  const { orderInventoryItemId: assignmentId, kind, note } = wish;
  return inTransaction(db, async (tx) => {
    const orderId = found(await orderOfAssignment(tx, assignmentId));
    const order = found(await lockOrder(tx, orderId));
    const loan = found(await loanById(tx, assignmentId));
    const state = { orderId, statusId: order.status_id, loan: loan.loan, openKind: loan.open_kind };
    const objection = objectionToOpening(kind, state);
    if (objection) throw new Refusal(objection);
    const parts = kind === "parts missing" ? loan.missing_parts : "";
    const cents = wish.cost === undefined ? firstCost(parts, loan.replacement_cost) : centsOf(wish.cost);
    let caseId = 0;
    await traceOrder(tx, actor, { call: openCaseCall.call, orderId }, async () => {
      if (kind === "lost") await lose(tx, { ...loan, orderId, assignmentId }, actor);
      const now = kind === "lost" ? "lost" : loan.loan;
      caseId = await insertCase(tx, { assignmentId, loan: now, kind, cents, note, parts }, actor);
    });
    return caseId;
  });
}

type Loan = { orderId: number; assignmentId: number; copy_id: number; item_id: number };

async function lose(tx: Transaction, { orderId, assignmentId, copy_id: copyId, item_id: itemId }: Loan, actor: Actor) {
  const copy = found(await copyById(tx, copyId));
  await releaseCopies(tx, { orderId, assignmentId }, { ...actor, reason: "lost" });
  await setCopyAside(tx, copyId, copy.is_inactive ? copy.inactive_reason : null, "lost");
  const isLast = (await copiesOut(tx, orderId)) === 0;
  await changeOrder(tx, orderId, actor.userId, isLast ? { status_id: statuses.returned } : {});
  await recountStock(tx, [itemId]);
}
