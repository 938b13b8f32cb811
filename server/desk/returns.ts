import { statuses } from "#contract/catalog/codes.ts";
import {
  changeCondition as changeConditionCall,
  checkInCopy as checkInCall,
  type Condition,
} from "#contract/desk/returns.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { copyById, recountStock, setCopyAside } from "#server/catalog/public.ts";
import { openClaimOfParts, setParts } from "./claims/claims.queries.ts";
import { asideFor, changeOrder, lockCopyOf, lockOrder, recordChange } from "#server/orders/public.ts";
import type { Actor } from "#server/platform/record-activity.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { endAsReturned, lostLoan, orderOfCopy, returnById, setCondition } from "./returns.queries.ts";
import { missingOf } from "#contract/catalog/parts.ts";
import { firstCost } from "./claims/claims.rules.ts";

/**
 * Checks in a copy in good condition, and returns the return's id. The last copy makes its order Returned. Rejects
 * copies that are neither on loan nor lost from an order.
 */
export async function checkInCopy(db: Database, copyId: number, actor: Actor): Promise<number> {
  return inTransaction(db, async (tx) => {
    const copy = found(await orderOfCopy(tx, copyId));
    const orderId = copy.order_id ?? copy.lost_from;
    if (orderId === null)
      throw new Refusal({
        kind: "copy-not-out",
        inactiveReason: copy.is_inactive ? (copy.inactive_reason ?? "") : null,
      });
    const order = found(await lockOrder(tx, orderId));
    const isLost = copy.order_id === null;
    if (!isLost && order.status_id !== statuses.shipped) throw new Refusal({ kind: "order-not-shipped", orderId });
    if (isLost) await copyById(tx, copyId); // locks it, as staff may be setting it active
    const { result } = await recordChange(
      tx,
      actor,
      { call: checkInCall.call, orderIds: [orderId] },
      async (before) => {
        const out = Object.entries(found(before.get(orderId)).loans).filter(([, loan]) => loan.released_at === null);
        const [loanOfCopy] = out.find(([, loan]) => loan.copy_id === copyId) ?? [];
        const assignmentId = isLost ? (await lostLoan(tx, orderId, copyId))?.assignment_id : Number(loanOfCopy);
        // a simultaneous scan won
        if (!assignmentId) throw new Refusal({ kind: "copy-not-out", inactiveReason: null });
        await endAsReturned(tx, assignmentId, actor);
        if (isLost) await setCopyAside(tx, copyId, "lost", null);
        await changeOrder(
          tx,
          orderId,
          actor.userId,
          !isLost && out.length === 1 ? { status_id: statuses.returned } : {},
        );
        await recountStock(tx, [copy.item_id]);
        return assignmentId;
      },
    );
    return result;
  });
}

type Input = { returnId: number; condition: Condition; note: string; missingParts?: string | undefined };

/** Changes a returned copy's condition, and so whether it waits for inspection. Rejects copies on another order. */
export async function changeCondition(db: Database, input: Input, actor: Actor): Promise<void> {
  const { returnId, condition, note } = input;
  await inTransaction(db, async (tx) => {
    const orderId = found(await returnById(tx, returnId)).order_id;
    await lockOrder(tx, orderId);
    const pastLoan = found(await returnById(tx, returnId));
    await lockCopyOf(tx, pastLoan);
    const missing = missingIn(input, pastLoan);
    if (missing === undefined) throw new Refusal({ kind: "no-such-parts" });
    await recordChange(tx, actor, { call: changeConditionCall.call, orderIds: [orderId] }, async () => {
      await setCondition(tx, returnId, { condition, note, missing });
      if (condition === "parts missing") await updateClaim(tx, pastLoan, missing);
      const before = pastLoan.condition === null ? null : asideFor[pastLoan.condition];
      // a copy that is inactive for another reason stays inactive
      if (before !== asideFor[condition]) await setCopyAside(tx, pastLoan.copy_id, before, asideFor[condition]);
      await recountStock(tx, [pastLoan.item_id]);
    });
  });
}

type Previous = { assignment_id: number; missing_parts: string; replacement_cost: string };

/** Moves an open claim to the new missing parts, and its cost unless staff have changed it. */
async function updateClaim(tx: Transaction, previous: Previous, parts: string): Promise<void> {
  const open = await openClaimOfParts(tx, previous.assignment_id);
  if (!open || parts === previous.missing_parts) return;
  const { replacement_cost: whole } = previous;
  const isDefault = open.cost_cents === firstCost(previous.missing_parts, whole);
  await setParts(tx, open.claim_id, { parts, cents: isDefault ? firstCost(parts, whole) : open.cost_cents });
}

/** Returns the missing parts with their costs, the stored ones if omitted; undefined if the title has no such parts. */
function missingIn(input: Input, pastLoan: { parts: string; missing_parts: string }): string | undefined {
  if (input.condition !== "parts missing") return "";
  return input.missingParts === undefined ? pastLoan.missing_parts : missingOf(pastLoan.parts, input.missingParts);
}
