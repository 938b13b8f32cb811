import { transferLoans as transferCall, undoTransfer as undoCall } from "#contract/people/borrowers.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { found } from "#server/refusals/http-error.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { type Actor, recordActivity } from "#server/platform/record-activity.ts";
import {
  areColleagues,
  lastTransfer,
  type LoanedCopy,
  type Loans,
  lockLoans,
  lockParties,
  moveOrders,
  ordersWithOpenClaims,
  type Party,
} from "./transfer-loans.queries.ts";
import * as z from "zod/mini";
import type { Clock } from "#server/platform/clock.ts";
import type { Job } from "#server/platform/jobs/job.ts";
import { cancelJob, endJob, enqueueJob } from "#server/platform/jobs/jobs.queries.ts";
import { enqueueMail } from "#server/platform/mail/outbox.queries.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import { dayInWords, type Letter } from "#server/platform/mail/letter/letter.ts";

/**
 * Transfers a borrower's loans to a colleague of the same school: whole orders, with their due dates and their history. Orders
 * that have not shipped stay, and so do orders with an open claim. Returns the orders.
 */
export async function transferLoans(db: Database, from: number, to: number, actor: Actor): Promise<number[]> {
  return inTransaction(db, async (tx) => {
    const parties = await lockParties(tx, [from, to]);
    const [giver, taker] = [from, to].map((id) => found(parties.find(({ borrower_id }) => borrower_id === id)));
    if (!giver || !taker || !(await areColleagues(tx, from, to))) throw new Refusal({ kind: "not-a-colleague" });
    const out = await lockLoans(tx, from);
    if (out.length === 0) throw new Refusal({ kind: "nothing-out" });
    // a colleague would owe for what they never had, and a clearance letter would say that nobody does
    const { clear: orderIds, withClaims } = await withoutClaims(tx, out);
    if (orderIds.length === 0) {
      throw new Refusal({ kind: "borrower-not-clear", copies: 0, orders: 0, claims: withClaims });
    }
    await moveOrders(tx, { orderIds, from, to: taker }, actor);
    await enqueueTransferMail(tx, { from, to, orderIds });
    await recordActivity(tx, actor, {
      call: transferCall.call,
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
export async function undoTransfer(db: Database, from: number, to: number, actor: Actor): Promise<number[]> {
  return inTransaction(db, async (tx) => {
    const parties = await lockParties(tx, [from, to]);
    const [giver, taker] = [from, to].map((id) => found(parties.find(({ borrower_id }) => borrower_id === id)));
    if (!giver || !taker) throw new Refusal({ kind: "nothing-to-take-back" });
    const moved = await lastTransfer(tx, from, to);
    const out = (await lockLoans(tx, to)).filter(({ order_id }) => moved.has(order_id));
    const { clear: orderIds } = await withoutClaims(tx, out);
    if (orderIds.length === 0) throw new Refusal({ kind: "nothing-to-take-back" });
    await moveOrders(tx, { orderIds, from: to, to: giver }, actor);
    if (await withdrawTransferMail(tx, { from, to, orderIds: [...moved] })) {
      const kept = out.flatMap(({ order_id }) => (orderIds.includes(order_id) ? [] : order_id));
      if (kept.length > 0) await enqueueTransferMail(tx, { from, to, orderIds: kept });
    } else await enqueueTransferMail(tx, { from: to, to: from, orderIds });
    await recordActivity(tx, actor, {
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

/** Which of some locked orders have no open claim, and how many have one. */
async function withoutClaims(tx: Transaction, out: readonly Loans[]) {
  const orderIds = [...new Set(out.map(({ order_id }) => order_id))];
  const claims = await ordersWithOpenClaims(tx, orderIds);
  return { clear: orderIds.filter((id) => !claims.has(id)), withClaims: claims.size };
}

const kind = "write-transfer-mail";
/** Seconds in which handing over can be undone before an email tells of it, as with other steps at the desk. */
const grace = 120;

const handed = z.object({ from: z.number(), to: z.number(), orderIds: z.array(z.number()) });
type Handed = z.output<typeof handed>;

const keyOf = ({ from, to, orderIds }: Handed) => `${from}/${to}/${Math.min(...orderIds)}`;

/** Tells both borrowers after a while which orders went from one to the other. */
async function enqueueTransferMail(tx: Transaction, moved: Handed): Promise<void> {
  await enqueueJob(tx, { kind, key: keyOf(moved), payload: moved, after: grace });
}

async function withdrawTransferMail(tx: Transaction, moved: Handed): Promise<boolean> {
  return cancelJob(tx, { kind, key: keyOf(moved) });
}

/** Writes both borrowers which loans went from one to the other, as far as they are still out there; nothing to who was forgotten since. */
export async function writeTransferMail({ db, clock }: { db: Database; clock: Clock }, job: Job): Promise<void> {
  const { from, to, orderIds } = handed.parse(job.payload);
  await inTransaction(db, async (tx) => {
    const parties = await lockParties(tx, [from, to]);
    const [giver, taker] = [from, to].map((id) => parties.find(({ borrower_id }) => borrower_id === id));
    const loans = (await lockLoans(tx, to)).filter(({ order_id }) => orderIds.includes(order_id));
    if (giver && taker && loans.length > 0) {
      await tell(tx, "given", giver, taker.name, loans, clock.now());
      await tell(tx, "taken", taker, giver.name, loans, clock.now());
    }
    await endJob(tx, job);
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
  const letter = transferLetter(part, { other, loans, language });
  if (isReached) await enqueueMail(tx, { kind: "loans-transferred", to: { name, address }, letter, at });
}

const english = {
  given: {
    heading: (name: string) => `Your loans are now with ${name}`,
    preview: "You need not send them back anymore.",
    text: (name: string) => `Your colleague ${name} has taken over these loans and will send them back:`,
    note: "Is something of it still with you? Please pass it on, or write to us.",
  },
  taken: {
    heading: (name: string) => `You took over loans from ${name}`,
    preview: "Their due dates stay the same.",
    text: (name: string) =>
      `These loans of your colleague ${name} are yours now. Please send them back by their due dates:`,
    note: "Don’t you have them? Please write to us.",
  },
  copy: ({ title, sku, copy }: LoanedCopy) => `${title} (#${sku} copy ${copy})`,
  due: (titles: string, day: string) => `${titles}, due ${day}`,
};

const spanish: typeof english = {
  given: {
    heading: (name) => `Sus préstamos están ahora a cargo de ${name}`,
    preview: "Ya no tiene que devolverlos.",
    text: (name) => `${name}, de su escuela, se hizo cargo de estos préstamos y los devolverá:`,
    note: "¿Todavía tiene algo de esto? Entréguelo o escríbanos, por favor.",
  },
  taken: {
    heading: (name) => `Ahora tiene a su cargo préstamos de ${name}`,
    preview: "Sus fechas límite no cambian.",
    text: (name) =>
      `Estos préstamos de ${name}, de su escuela, están ahora a su cargo. Devuélvalos antes de su fecha límite, por favor:`,
    note: "¿No los tiene? Escríbanos, por favor.",
  },
  copy: ({ title, sku, copy }) => `${title} (#${sku}, ejemplar ${copy})`,
  due: (titles, day) => `${titles}, fecha límite: ${day}`,
};

/** Tells who gave loans away, or who took them over, what they are; `other` is the colleague. */
export function transferLetter(
  part: "given" | "taken",
  { other, loans, language }: { other: string; loans: readonly Loans[]; language: LanguageCode },
): Letter {
  const words = { en: english, es: spanish }[language];
  const { heading, preview, text, note } = words[part];
  const listed = loans.map(({ copies, return_date: day }) => {
    const titles = copies.map((copy) => words.copy(copy)).join(", ");
    return day === null ? titles : words.due(titles, dayInWords(day, language));
  });
  return {
    language,
    subject: heading(other),
    preview,
    heading: heading(other),
    blocks: [
      { is: "text", text: text(other) },
      { is: "list", items: listed },
      { is: "note", text: note },
    ],
  };
}
