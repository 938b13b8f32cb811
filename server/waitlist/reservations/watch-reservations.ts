import { groupBy } from "#server/group-by.ts";
import { today as todayOf } from "#server/platform/clock.ts";
import { inTransaction, type Transaction } from "#server/platform/database.ts";
import { mailHold } from "#server/platform/mail/outbox.queries.ts";
import {
  type DayParts,
  daysOfOrder,
  factsOfOrder,
  lockOrder,
  sendNotice,
  titlesOfOrder,
} from "#server/orders/public.ts";
import { daysToMove, otherDaysOf } from "./what-helps.ts";
import { resolvedLetter, riskLetter } from "./reservation-letters.ts";
import { deleteRisks, markMailed, recordedRisks, recordRisks, type Risk, type RiskRow } from "./risks.queries.ts";
import { dayAfter } from "#contract/orders/business-days.ts";

/**
 * Emails borrowers whose orders may miss their dates, once per risk, and again when a risk is resolved. Stores risks,
 * so an interrupted run sends nothing twice and the next run sends the rest.
 */
export async function watchReservations(parts: DayParts, stopping?: AbortSignal): Promise<void> {
  const { db, clock, configuration } = parts;
  if (await mailHold(db)) return; // a restored library doesn't know about returns since the backup
  const at = { now: clock.now(), today: todayOf(clock, configuration.timeZone) };
  await recordRisks(db, at.now);
  const due = (await recordedRisks(db)).filter((risk) => dueMail(risk, at) !== undefined);
  for (const [orderId] of groupBy(due, ({ order_id }) => order_id)) {
    stopping?.throwIfAborted();
    await inTransaction(db, (tx) => mailAboutOrder(tx, parts, orderId, at));
  }
}

async function mailAboutOrder(tx: Transaction, parts: DayParts, orderId: number, at: { now: Date; today: string }) {
  await lockOrder(tx, orderId);
  const risks = await recordedRisks(tx, orderId); // another instance may have sent the email since
  // one email about every title at risk, as soon as one of them is due
  if (risks.some((risk) => dueMail(risk, at) === "at risk"))
    await mailRisk(
      tx,
      parts,
      orderId,
      risks.filter(({ is_at_risk, emailed_at }) => is_at_risk && emailed_at === null),
    );
  const resolved = risks.filter((risk) => dueMail(risk, at) === "resolved");
  if (resolved.length > 0) await mailResolved(tx, orderId, resolved, at.now);
}

const linesOf = (risks: readonly RiskRow[]) => risks.map(({ order_line_id }) => order_line_id);

async function mailRisk(tx: Transaction, parts: DayParts, orderId: number, risks: readonly RiskRow[]): Promise<void> {
  const at = parts.clock.now();
  await markMailed(tx, linesOf(risks), at);
  const facts = await mailFacts(tx, orderId, risks);
  if (!facts) return; // staff see that the borrower can't be emailed
  const titles = await titlesOfOrder(tx, orderId);
  const request = await daysToMove(tx, { orderId, days: facts.days }, parts);
  const letter = riskLetter(facts, await otherDaysOf(tx, orderId, titles, request));
  await sendNotice(tx, { kind: "dates-at-risk", to: facts.to, letter }, at);
}

async function mailResolved(tx: Transaction, orderId: number, risks: readonly RiskRow[], at: Date): Promise<void> {
  await deleteRisks(tx, linesOf(risks));
  const facts = await mailFacts(tx, orderId, risks);
  if (facts) await sendNotice(tx, { kind: "dates-at-risk", to: facts.to, letter: resolvedLetter(facts) }, at);
}

/** Returns the facts for an email about these titles of an order; undefined when the borrower can't be emailed. */
async function mailFacts(tx: Transaction, orderId: number, risks: readonly RiskRow[]) {
  const [order, days] = [await factsOfOrder(tx, orderId), await daysOfOrder(tx, orderId)];
  if (!order?.is_reached || !days) return undefined;
  const { language } = order;
  const teaching = { from: days.teachFrom, to: days.teachTo };
  return { orderId, language, teaching, titles: risks.map(({ title }) => title), days, to: order };
}

const hour = 3_600_000; // ms

/** Borrowers get no email earlier than this before the ship date: until then, the library can find a copy itself. */
const maxDaysAhead = 60;

/** This close to shipping, a risk is emailed after an hour instead of a day. */
const urgentDays = 7;

/**
 * Returns the kind of email a borrower is due now, if any. A risk, or its end, must last a day first, so that an undone
 * check-in or a copy that turns up again sends no email.
 */
export function dueMail(
  { is_at_risk: isAtRisk, since, emailed_at: emailedAt, ship_on: shipOn, teach_to: teachTo }: Risk,
  { now, today }: { now: Date; today: string },
): "at risk" | "resolved" | undefined {
  if (isAtRisk === (emailedAt !== null) || teachTo < today || shipOn > dayAfter(today, maxDaysAhead)) return undefined;
  const delay = shipOn <= dayAfter(today, urgentDays) ? hour : 24 * hour;
  if (now.getTime() < since.getTime() + delay) return undefined;
  return isAtRisk ? "at risk" : "resolved";
}
