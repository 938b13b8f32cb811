import { statuses } from "#contract/catalog/codes.ts";
import {
  changeCondition as changeConditionCall,
  checkInCopy as checkInCall,
  type Condition,
  undoCheckIn as undoCall,
} from "#contract/desk/returns.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { copyById, recountStock, setCopyAside } from "#server/catalog/public.ts";
import { lostClaimOf, openClaimOfParts, setParts } from "./claims/claims.queries.ts";
import {
  asideFor,
  changeOrder,
  freeSlots,
  linesOf,
  lockCopyOf,
  lockOrder,
  notCanceled,
  recordChange,
} from "#server/orders/public.ts";
import type { Actor } from "#server/platform/record-activity.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import {
  endAsReturned,
  endAsLost,
  lostLoan,
  orderOfAssignment,
  orderOfCopy,
  placeOf,
  reopenAssignment,
  returnById,
  setCondition,
} from "./returns.queries.ts";
import { missingOf } from "#contract/catalog/parts.ts";
import { firstCost } from "./claims/claims.rules.ts";

/**
 * Checks in a copy that came back, in good condition until staff says otherwise. With its last copy the order becomes
 * Returned. A lost copy is found. Gives the return's id. Refused when the copy is neither out nor lost from an order.
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
    if (isLost) await copyById(tx, copyId); // locks it: staff may set it active at this moment
    const { result } = await recordChange(
      tx,
      actor,
      { call: checkInCall.call, orderIds: [orderId] },
      async (before) => {
        const out = Object.entries(found(before.get(orderId)).loans).filter(([, loan]) => loan.released_at === null);
        const [loanOfCopy] = out.find(([, loan]) => loan.copy_id === copyId) ?? [];
        const assignmentId = isLost ? (await lostLoan(tx, orderId, copyId))?.assignment_id : Number(loanOfCopy);
        // scanned twice at once: the other one was first
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

type Found = { returnId: number; condition: Condition; note: string; missingParts?: string | undefined };

/**
 * Notes what the desk found. A copy with missing parts or damage waits for inspection; one that is fine after all is
 * lent again. Refused once the copy is on another order.
 */
export async function changeCondition(db: Database, input: Found, actor: Actor): Promise<void> {
  const { returnId, condition, note } = input;
  await inTransaction(db, async (tx) => {
    const orderId = found(await returnById(tx, returnId)).order_id;
    await lockOrder(tx, orderId);
    const ended = found(await returnById(tx, returnId));
    await lockCopyOf(tx, ended);
    const missing = missingIn(input, ended);
    if (missing === undefined) throw new Refusal({ kind: "no-such-parts" });
    await recordChange(tx, actor, { call: changeConditionCall.call, orderIds: [orderId] }, async () => {
      await setCondition(tx, returnId, { condition, note, missing });
      if (condition === "parts missing") await missInClaim(tx, ended, missing);
      const before = ended.condition === null ? null : asideFor[ended.condition];
      // a copy set inactive for another reason stays so
      if (before !== asideFor[condition]) await setCopyAside(tx, ended.copy_id, before, asideFor[condition]);
      await recountStock(tx, [ended.item_id]);
    });
  });
}

type Before = { assignment_id: number; missing_parts: string; replacement_cost: string };

/** After the desk ticked other parts: the open claim is about those; its cost follows unless somebody agreed on another. */
async function missInClaim(tx: Transaction, before: Before, parts: string): Promise<void> {
  const open = await openClaimOfParts(tx, before.assignment_id);
  if (!open || parts === before.missing_parts) return;
  const { replacement_cost: whole } = before;
  const isFirst = open.cost_cents === firstCost(before.missing_parts, whole);
  await setParts(tx, open.claim_id, { parts, cents: isFirst ? firstCost(parts, whole) : open.cost_cents });
}

/** What is missing of the copy; undefined when its title has no such parts. Omitted, it is what was noted before. */
function missingIn(input: Found, ended: { parts: string; missing_parts: string }): string | undefined {
  if (input.condition !== "parts missing") return "";
  return input.missingParts === undefined ? ended.missing_parts : missingOf(ended.parts, input.missingParts);
}

/**
 * Puts a copy back on its order; a Returned order is Shipped again. A copy that had been lost is lost again. Undoing
 * twice is fine. Refused once the copy was assigned again.
 */
export async function undoCheckIn(db: Database, returnId: number, actor: Actor): Promise<void> {
  await inTransaction(db, async (tx) => {
    const orderId = found(await orderOfAssignment(tx, returnId));
    const order = found(await lockOrder(tx, orderId));
    const ended = await returnById(tx, returnId);
    if (!ended) return; // it is out or lost again
    await lockCopyOf(tx, ended);
    const { copy_id: copyId, item_id: itemId } = ended;
    const aside = ended.condition === null ? null : asideFor[ended.condition];
    const lost = await lostClaimOf(tx, returnId);
    await recordChange(tx, actor, { call: undoCall.call, orderIds: [orderId] }, async () => {
      if (!lost) return reopenLoan(tx, { assignmentId: returnId, order, copyId, itemId, aside }, actor.userId);
      await endAsLost(tx, returnId, lost);
      await setCopyAside(tx, copyId, aside, "lost");
      await changeOrder(tx, orderId, actor.userId);
      return recountStock(tx, [itemId]);
    });
  });
}

/** An ended loan of a locked order, and why its copy is inactive since then, if it is. */
type Ended = {
  assignmentId: number;
  order: { order_id: number; status_id: number };
  copyId: number;
  itemId: number;
  aside: string | null;
};

/**
 * Puts a copy back on its order, in its place or in another free one; a Returned order is Shipped again. Refused when
 * the line is full. The caller made sure that the copy was not lent since.
 */
export async function reopenLoan(tx: Transaction, ended: Ended, userId: number): Promise<void> {
  const { order, assignmentId, aside } = ended;
  const { slot, order_line_id: line, line_quantity: quantity, taken } = await placeOf(tx, assignmentId);
  // staff may have taken the title off the order since, or lowered its quantity
  const free = line === null ? [] : freeSlots(quantity, taken);
  const place = free.includes(slot) ? slot : free[0];
  if (place === undefined) throw new Refusal({ kind: "line-full" });
  const isShipped = order.status_id === statuses.shipped;
  await changeOrder(tx, order.order_id, userId, isShipped ? {} : { status_id: statuses.shipped, ...notCanceled });
  await reopenAssignment(tx, assignmentId, place);
  if (aside !== null) await setCopyAside(tx, ended.copyId, aside, null);
  // an order that staff had made New again stops waiting for its other titles, too
  const lines = isShipped ? [] : await linesOf(tx, order.order_id);
  await recountStock(tx, [ended.itemId, ...lines.map(({ item_id }) => item_id)]);
}
