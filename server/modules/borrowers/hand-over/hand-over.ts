import { handOver as handOverCall, undoHandOver as undoCall } from "#contract/borrowers/hand-over.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { found } from "#server/refusals/http-error.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { type Actor, recordAudit } from "#server/platform/record-audit.ts";
import { enqueueHandOverMail, withdrawHandOverMail } from "./hand-over-mail.ts";
import {
  areColleagues,
  lastHandedOver,
  type Loans,
  lockLoans,
  lockParties,
  moveOrders,
  ordersWithOpenCases,
} from "./hand-over.queries.ts";

/**
 * Transfers a borrower's loans to a colleague of the same school: whole orders, with their due dates and their history. Orders
 * that have not shipped stay, and so do orders with an open case. Returns the orders.
 */
export async function handOver(db: Database, from: number, to: number, actor: Actor): Promise<number[]> {
  return inTransaction(db, async (tx) => {
    const parties = await lockParties(tx, [from, to]);
    const [giver, taker] = [from, to].map((id) => found(parties.find(({ borrower_id }) => borrower_id === id)));
    if (!giver || !taker || !(await areColleagues(tx, from, to))) throw new Refusal({ kind: "not-a-colleague" });
    const out = await lockLoans(tx, from);
    if (out.length === 0) throw new Refusal({ kind: "nothing-out" });
    // a colleague would owe for what they never had, and a clearance letter would say that nobody does
    const { clear: orderIds, withCases } = await withoutCases(tx, out);
    if (orderIds.length === 0) {
      throw new Refusal({ kind: "borrower-not-clear", copies: 0, orders: 0, cases: withCases });
    }
    await moveOrders(tx, { orderIds, from, to: taker }, actor);
    await enqueueHandOverMail(tx, { from, to, orderIds });
    await recordAudit(tx, actor, {
      call: handOverCall.call,
      kind: "borrowers",
      subjectId: from,
      label: giver.name,
      before: null,
      after: { "Handed over to": taker.name, Orders: orderIds.map((id) => `#${id}`).join(", ") },
    });
    return orderIds;
  });
}

/**
 * Takes back what a borrower last handed over to a colleague, as far as it is still out with the colleague. If both got an
 * email about the one, they get one about the other. Gives the orders.
 */
export async function undoHandOver(db: Database, from: number, to: number, actor: Actor): Promise<number[]> {
  return inTransaction(db, async (tx) => {
    const parties = await lockParties(tx, [from, to]);
    const [giver, taker] = [from, to].map((id) => found(parties.find(({ borrower_id }) => borrower_id === id)));
    if (!giver || !taker) throw new Refusal({ kind: "nothing-to-take-back" });
    const moved = await lastHandedOver(tx, from, to);
    const out = (await lockLoans(tx, to)).filter(({ order_id }) => moved.has(order_id));
    const { clear: orderIds } = await withoutCases(tx, out);
    if (orderIds.length === 0) throw new Refusal({ kind: "nothing-to-take-back" });
    await moveOrders(tx, { orderIds, from: to, to: giver }, actor);
    if (await withdrawHandOverMail(tx, { from, to, orderIds: [...moved] })) {
      const kept = out.flatMap(({ order_id }) => (orderIds.includes(order_id) ? [] : order_id));
      if (kept.length > 0) await enqueueHandOverMail(tx, { from, to, orderIds: kept });
    } else await enqueueHandOverMail(tx, { from: to, to: from, orderIds });
    await recordAudit(tx, actor, {
      call: undoCall.call,
      kind: "borrowers",
      subjectId: from,
      label: giver.name,
      before: null,
      after: { "Taken back from": taker.name, Orders: orderIds.map((id) => `#${id}`).join(", ") },
    });
    return orderIds;
  });
}

/** Which of some locked orders have no open case, and how many have one. */
async function withoutCases(tx: Transaction, out: readonly Loans[]) {
  const orderIds = [...new Set(out.map(({ order_id }) => order_id))];
  const cases = await ordersWithOpenCases(tx, orderIds);
  return { clear: orderIds.filter((id) => !cases.has(id)), withCases: cases.size };
}
