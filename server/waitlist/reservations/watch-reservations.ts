import { groupBy } from "#server/group-by.ts";
import { today as todayOf } from "#server/platform/clock.ts";
import { inTransaction, type Transaction } from "#server/platform/database.ts";
import { enqueueMail, mailHold } from "#server/platform/mail/outbox.queries.ts";
import { type DayParts, daysOfOrder, factsOfOrder, lockOrder, titlesOfOrder } from "#server/orders/public.ts";
import { daysToMove, otherDaysOf } from "./what-helps.ts";
import { keptLetter, riskLetter } from "./reservation-letters.ts";
import { forgetRisks, notedRisks, noteRisks, noteTold, type Risk, type RiskRow } from "./risks.queries.ts";
import { dayAfter } from "#contract/orders/business-days.ts";

/**
 * Tells borrowers whose days are at risk, once for each risk, and those who were told that their days are kept after all. What is
 * to be told is kept in the database: killed in the middle, the rest is told by the next run, and nothing twice.
 */
export async function watchReservations(parts: DayParts, stopping?: AbortSignal): Promise<void> {
  const { db, clock, configuration } = parts;
  if (await mailHold(db)) return; // a restored library does not know what came back since
  const at = { now: clock.now(), today: todayOf(clock, configuration.timeZone) };
  await noteRisks(db, at.now);
  const due = (await notedRisks(db)).filter((risk) => wordOf(risk, at) !== undefined);
  for (const [orderId] of groupBy(due, ({ order_id }) => order_id)) {
    stopping?.throwIfAborted();
    await inTransaction(db, (tx) => tellOrder(tx, parts, orderId, at));
  }
}

async function tellOrder(tx: Transaction, parts: DayParts, orderId: number, at: { now: Date; today: string }) {
  await lockOrder(tx, orderId);
  const risks = await notedRisks(tx, orderId); // another instance may have told it since
  const word = (risk: RiskRow) => wordOf(risk, at);
  // one email for all of the order that is at risk, once one of its titles is due
  if (risks.some((risk) => word(risk) === "at risk"))
    await tellRisk(
      tx,
      parts,
      orderId,
      risks.filter(({ is_at_risk, told_at }) => is_at_risk && told_at === null),
    );
  const kept = risks.filter((risk) => word(risk) === "kept");
  if (kept.length > 0) await tellKept(tx, orderId, kept, at.now);
}

const linesOf = (risks: readonly RiskRow[]) => risks.map(({ order_line_id }) => order_line_id);

async function tellRisk(tx: Transaction, parts: DayParts, orderId: number, risks: readonly RiskRow[]): Promise<void> {
  const at = parts.clock.now();
  await noteTold(tx, linesOf(risks), at);
  const told = await readerOf(tx, orderId, risks);
  if (!told) return; // staff see that no email reaches them
  const titles = await titlesOfOrder(tx, orderId);
  const asked = await daysToMove(tx, { orderId, days: told.days }, parts);
  const letter = riskLetter(told, await otherDaysOf(tx, orderId, titles, asked));
  await enqueueMail(tx, { kind: "dates-at-risk", to: told.to, letter, at });
}

async function tellKept(tx: Transaction, orderId: number, kept: readonly RiskRow[], at: Date): Promise<void> {
  await forgetRisks(tx, linesOf(kept));
  const told = await readerOf(tx, orderId, kept);
  if (told) await enqueueMail(tx, { kind: "dates-at-risk", to: told.to, letter: keptLetter(told), at });
}

/** What an email about these titles of an order begins with; undefined when none reaches its borrower. */
async function readerOf(tx: Transaction, orderId: number, risks: readonly RiskRow[]) {
  const [order, days] = [await factsOfOrder(tx, orderId), await daysOfOrder(tx, orderId)];
  if (!order?.is_read || !order.is_confirmed || !days) return undefined;
  const { language, name, email_address: address } = order;
  const teaching = { from: days.teachFrom, to: days.teachTo };
  return { orderId, language, teaching, titles: risks.map(({ title }) => title), days, to: { name, address } };
}

const hour = 3_600_000; // ms

/** Borrowers hear of a risk so many days before it should leave, at the earliest: until then the library can help itself. */
const earliest = 60;

/** When it should leave this soon, an hour must do to be sure. */
const soon = 7;

/**
 * What the borrower should hear now: that days are at risk, or that they are kept after all. Neither before it was so for a
 * day, so that a check-in that is undone or a copy that is found again tells nobody anything.
 */
export function wordOf(
  { is_at_risk: isAtRisk, since, told_at: toldAt, leaves_on: leavesOn, teach_to: teachTo }: Risk,
  { now, today }: { now: Date; today: string },
): "at risk" | "kept" | undefined {
  if (isAtRisk === (toldAt !== null) || teachTo < today || leavesOn > dayAfter(today, earliest)) return undefined;
  const settled = leavesOn <= dayAfter(today, soon) ? hour : 24 * hour;
  if (now.getTime() < since.getTime() + settled) return undefined;
  return isAtRisk ? "at risk" : "kept";
}
