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
 * Transfers a borrower's shipped orders to a colleague at the same school, each as a whole, with due dates and history.
 * Orders with an open claim stay. Returns the orders.
 */
export async function transferLoans(db: Database, from: number, to: number, actor: Actor): Promise<number[]> {
  return inTransaction(db, async (tx) => {
    const parties = await lockParties(tx, [from, to]);
    const [giver, taker] = [from, to].map((id) => found(parties.find(({ borrower_id }) => borrower_id === id)));
    if (!giver || !taker || !(await areColleagues(tx, from, to))) throw new Refusal({ kind: "not-a-colleague" });
    const out = await lockLoans(tx, from);
    if (out.length === 0) throw new Refusal({ kind: "nothing-out" });
    // the colleague would owe for a copy they never had
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
      after: { "Transferred to": taker.name, Orders: orderIds.map((id) => `#${id}`).join(", ") },
    });
    return orderIds;
  });
}

/**
 * Takes back the loans of the last transfer that the colleague still has. Emails both about it if they got an email
 * about the transfer. Returns the orders.
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
      const remaining = out.flatMap(({ order_id }) => (orderIds.includes(order_id) ? [] : order_id));
      if (remaining.length > 0) await enqueueTransferMail(tx, { from, to, orderIds: remaining });
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

async function withoutClaims(tx: Transaction, out: readonly Loans[]) {
  const orderIds = [...new Set(out.map(({ order_id }) => order_id))];
  const claims = await ordersWithOpenClaims(tx, orderIds);
  return { clear: orderIds.filter((id) => !claims.has(id)), withClaims: claims.size };
}

const kind = "write-transfer-mail";
/** How long a transfer can be undone without an email. */
const graceSeconds = 120;

const transfer = z.object({ from: z.number(), to: z.number(), orderIds: z.array(z.number()) });
type Transfer = z.output<typeof transfer>;

const keyOf = ({ from, to, orderIds }: Transfer) => `${from}/${to}/${Math.min(...orderIds)}`;

async function enqueueTransferMail(tx: Transaction, moved: Transfer): Promise<void> {
  await enqueueJob(tx, { kind, key: keyOf(moved), payload: moved, after: graceSeconds });
}

async function withdrawTransferMail(tx: Transaction, moved: Transfer): Promise<boolean> {
  return cancelJob(tx, { kind, key: keyOf(moved) });
}

/** Emails both borrowers about the transferred loans that are still out, unless one was anonymized since. */
export async function writeTransferMail({ db, clock }: { db: Database; clock: Clock }, job: Job): Promise<void> {
  const { from, to, orderIds } = transfer.parse(job.payload);
  await inTransaction(db, async (tx) => {
    const parties = await lockParties(tx, [from, to]);
    const [giver, taker] = [from, to].map((id) => parties.find(({ borrower_id }) => borrower_id === id));
    const loans = (await lockLoans(tx, to)).filter(({ order_id }) => orderIds.includes(order_id));
    if (giver && taker && loans.length > 0) {
      await emailParty(tx, "giver", giver, taker.name, loans, clock.now());
      await emailParty(tx, "taker", taker, giver.name, loans, clock.now());
    }
    await endJob(tx, job);
  });
}

async function emailParty(
  tx: Transaction,
  part: "giver" | "taker",
  { name, email_address: address, language, is_reached: isReached }: Party,
  other: string,
  loans: readonly Loans[],
  at: Date,
) {
  const letter = transferLetter(part, { other, loans, language });
  if (isReached) await enqueueMail(tx, { kind: "loans-transferred", to: { name, address }, letter, at });
}

const english = {
  giver: {
    heading: (name: string) => `Your loans are now with ${name}`,
    preview: "You don’t need to send them back anymore.",
    text: (name: string) => `Your colleague ${name} has taken over these loans and will send them back:`,
    note: "Do you still have any of these? Please pass them on, or write to us.",
  },
  taker: {
    heading: (name: string) => `You took over loans from ${name}`,
    preview: "Their due dates stay the same.",
    text: (name: string) =>
      `These loans of your colleague ${name} are yours now. Please send them back by their due dates:`,
    note: "If you don’t have them, please write to us.",
  },
  copy: ({ title, sku, copy }: LoanedCopy) => `${title} (#${sku} copy ${copy})`,
  due: (titles: string, day: string) => `${titles}, due ${day}`,
};

const spanish: typeof english = {
  giver: {
    heading: (name) => `Sus préstamos están ahora a cargo de ${name}`,
    preview: "Ya no tiene que devolverlos.",
    text: (name) => `${name}, de su escuela, se hizo cargo de estos préstamos y los devolverá:`,
    note: "Si todavía tiene alguno, entréguelo a su colega o escríbanos.",
  },
  taker: {
    heading: (name) => `Ahora tiene a su cargo préstamos de ${name}`,
    preview: "Las fechas límite no cambian.",
    text: (name) =>
      `Estos préstamos de ${name}, de su escuela, están ahora a su cargo. Por favor, devuélvalos a más tardar en su fecha límite:`,
    note: "Si no los tiene, escríbanos.",
  },
  copy: ({ title, sku, copy }) => `${title} (#${sku}, ejemplar ${copy})`,
  due: (titles, day) => `${titles}, fecha límite: ${day}`,
};

/** Writes to the previous or the new borrower; `other` is their colleague. */
export function transferLetter(
  part: "giver" | "taker",
  { other, loans, language }: { other: string; loans: readonly Loans[]; language: LanguageCode },
): Letter {
  const words = { en: english, es: spanish }[language];
  const { heading, preview, text, note } = words[part];
  const items = loans.map(({ copies, return_date: day }) => {
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
      { is: "list", items },
      { is: "note", text: note },
    ],
  };
}
