import { settlements } from "#contract/desk/claims.ts";
import { statuses } from "#contract/catalog/codes.ts";
import { copyById, recountStock, setCopyAside } from "#server/catalog/public.ts";
import type { Transaction } from "#server/platform/database.ts";
import type { Actor } from "#server/platform/record-activity.ts";
import { found } from "#server/refusals/http-error.ts";
import { refuseFor, Refusal } from "#server/refusals/refusal.ts";
import { type Changes, restoreLoans } from "./events/events.queries.ts";
import { claimById, closeClaim, endedLoan, reopenClaim, wasLentSince } from "./loans.queries.ts";
import { changeOrder, lockOrder, releaseCopies } from "./order-changes.queries.ts";
import { linesOf, notCanceled } from "./orders.queries.ts";
import { asideFor, freeSlots, objectionToReopening, objectionToUndoingCheckOut } from "./orders.rules.ts";

type Loans = Pick<Changes, "loans"> & { orderId: number };

/** Takes checked-out copies off their locked order. Skips copies already off it. */
export async function undoCheckOut(tx: Transaction, { orderId, loans }: Loans, actor: Actor): Promise<void> {
  const { status_id: statusId } = found(await lockOrder(tx, orderId));
  refuseFor(objectionToUndoingCheckOut(statusId));
  const itemIds: number[] = [];
  for (const id of Object.keys(loans)) {
    const assignmentId = Number(id);
    const isReleased = await releaseCopies(tx, { orderId, assignmentId }, { at: actor.at, reason: "undone" });
    if (isReleased) itemIds.push(found(await endedLoan(tx, assignmentId)).item_id);
  }
  if (itemIds.length === 0) return;
  await changeOrder(tx, orderId, actor.userId);
  await recountStock(tx, itemIds);
}

/**
 * Puts returned or lost copies back on loan, or returned ones back to lost. Idempotent. A Returned order becomes
 * Shipped again. Checks each copy's current state: rejects copies lent since, and lines without room.
 */
export async function reopenLoans(tx: Transaction, { orderId, loans }: Loans, actor: Actor): Promise<void> {
  const { status_id: statusId } = found(await lockOrder(tx, orderId));
  const endings = [];
  for (const [id, [before, after]] of Object.entries(loans)) {
    const loan = found(await endedLoan(tx, Number(id)));
    if (before && loan.loan !== "out" && loan.loan === after.release_reason) endings.push({ id, before, loan });
  }
  if (endings.length === 0) return;
  for (const { loan } of endings.toSorted((a, b) => a.loan.copy_id - b.loan.copy_id)) await lockCopyOf(tx, loan);
  const isShippedAgain =
    statusId !== statuses.shipped && endings.some(({ before: { released_at: releasedAt } }) => releasedAt === null);
  await changeOrder(tx, orderId, actor.userId, isShippedAgain ? { status_id: statuses.shipped, ...notCanceled } : {});
  for (const { id, before, loan } of endings) {
    const wasLost = before.release_reason === "lost";
    await restoreLoans(tx, [[id, { ...before, slot: wasLost ? loan.slot : slotFor(loan), due_on: loan.due_on }]]);
    const aside = loan.loan === "lost" ? "lost" : loan.condition === null ? null : asideFor[loan.condition];
    const asideBefore = wasLost ? "lost" : null;
    if (aside !== asideBefore) await setCopyAside(tx, loan.copy_id, aside, asideBefore);
  }
  // an order that staff had set back to New stops requesting its other titles, too
  const lines = isShippedAgain ? await linesOf(tx, orderId) : [];
  await recountStock(
    tx,
    [...endings.map(({ loan }) => loan), ...lines].map(({ item_id }) => item_id),
  );
}

type Place = { slot: number; order_line_id: number | null; line_quantity: number; taken: number[] };

/** Returns a loan's slot, or another free one. Staff may have removed the title or lowered its quantity since. */
function slotFor({ slot, order_line_id: line, line_quantity: quantity, taken }: Place): number {
  const free = line === null ? [] : freeSlots(quantity, taken);
  const place = free.includes(slot) ? slot : free[0];
  if (place === undefined) throw new Refusal({ kind: "line-full" });
  return place;
}

/** Locks the copy of an ended loan. Rejects it once it was assigned again. */
export async function lockCopyOf(tx: Transaction, loan: { assignment_id: number; copy_id: number }): Promise<void> {
  const copy = found(await copyById(tx, loan.copy_id));
  const isTaken = copy.order_id !== null || (await wasLentSince(tx, loan.assignment_id));
  if (isTaken) throw new Refusal({ kind: "copy-not-available" });
}

/** Withdraws the claims that a change opened, and reopens those it settled. Idempotent. */
export async function undoClaims(tx: Transaction, { claims }: Pick<Changes, "claims">, actor: Actor): Promise<void> {
  for (const [id, [before, after]] of Object.entries(claims)) {
    const { claim_id: claimId, kind, outcome, loan, open_kind: openKind } = found(await claimById(tx, Number(id)));
    const isOpened = before === null;
    const isSettled = settlements.some((settlement) => settlement === after);
    if ((!isOpened && !isSettled) || outcome === (isOpened ? "undone" : null)) continue;
    if ((outcome ?? "open") !== after) throw new Refusal({ kind: "claim-over" });
    if (isSettled) refuseFor(objectionToReopening(kind, loan, openKind));
    if (isSettled) await reopenClaim(tx, claimId);
    // the claim of a lost copy is closed with its loan
    else if (kind !== "lost") await closeClaim(tx, claimId, { outcome: "undone", note: "" }, actor);
  }
}
