import { handOver as handOverCall } from "#contract/borrowers/hand-over.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { found } from "#server/refusals/http-error.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { enqueueMail } from "#server/platform/mail/outbox.queries.ts";
import { type Actor, recordAudit } from "#server/platform/record-audit.ts";
import { handOverLetter } from "./hand-over-letter.ts";
import {
  areColleagues,
  type Loans,
  lockLoans,
  lockParties,
  moveOrders,
  ordersWithOpenCases,
  type Party,
} from "./hand-over.queries.ts";

/**
 * Hands what a borrower has out over to a colleague of the same school: whole orders, with their due days and their history.
 * Orders that have not shipped stay. An order with an open case stays, too. Gives the orders. A check-in at this moment waits, or is before it.
 */
export async function handOver(db: Database, from: number, to: number, actor: Actor): Promise<number[]> {
  return inTransaction(db, async (tx) => {
    const parties = await lockParties(tx, [from, to]);
    const [giver, taker] = [from, to].map((id) => found(parties.find(({ borrower_id }) => borrower_id === id)));
    if (!giver || !taker || !(await areColleagues(tx, from, to))) throw new Refusal({ kind: "not-a-colleague" });
    const out = await lockLoans(tx, from);
    if (out.length === 0) throw new Refusal({ kind: "nothing-out" });
    // a colleague would owe for what they never had, and a clearance letter would say that nobody does
    const withCases = await ordersWithOpenCases(
      tx,
      out.map(({ order_id }) => order_id),
    );
    const loans = out.filter(({ order_id }) => !withCases.has(order_id));
    if (loans.length === 0) {
      throw new Refusal({ kind: "borrower-not-clear", copies: 0, orders: 0, cases: withCases.size });
    }
    const orderIds = [...new Set(loans.map(({ order_id }) => order_id))];
    await moveOrders(tx, { orderIds, from, to: taker }, actor);
    await tell(tx, "given", giver, taker.name, loans, actor.at);
    await tell(tx, "taken", taker, giver.name, loans, actor.at);
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

async function tell(
  tx: Transaction,
  part: "given" | "taken",
  { name, email_address: address, language, is_reached: isReached }: Party,
  other: string,
  loans: readonly Loans[],
  at: Date,
) {
  const letter = handOverLetter(part, { other, loans, language });
  if (isReached) await enqueueMail(tx, { kind: "loans-handed-over", to: { name, address }, letter, at });
}
