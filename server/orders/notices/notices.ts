import { statuses } from "#contract/catalog/codes.ts";
import type { MailKind } from "#contract/admin/mail.ts";
import type { ClosedDays } from "#contract/orders/business-days.ts";
import { itemsById } from "#server/catalog/public.ts";
import { newMailboxLink } from "#server/people/public.ts";
import type { ConfiguredParts, NounParts } from "#server/parts.ts";
import { readClosedDays } from "#server/site/public.ts";
import { dayOf } from "#server/platform/clock.ts";
import { inTransaction, type Transaction } from "#server/platform/database.ts";
import type { JobDefinition } from "#server/platform/jobs/job.ts";
import { endJob } from "#server/platform/jobs/jobs.queries.ts";
import { enqueueMail, type Mail, releaseKeys } from "#server/platform/mail/outbox.queries.ts";
import * as z from "zod";
import { cancellationOf, linesOf } from "../orders.queries.ts";
import { lineChanges } from "../orders.rules.ts";
import { lockOrder, type NewOrder } from "../order-changes.queries.ts";
import { loanToRenew } from "../renewals.queries.ts";
import { hasReturnNews, returnsOfOrder } from "../loans.queries.ts";
import { loansToTransfer, lockParties } from "../transfer-loans.queries.ts";
import { mailBackOfLoans } from "../dates.ts";
import { factsOfOrder, type Notice, type OrderFacts } from "./notices.queries.ts";
import {
  canceledLetter,
  changedLetter,
  correctionLetter,
  dueChangedLetter,
  letterOfReturns,
  movedLetter,
  ownChangeLetter,
  receivedLetter,
  shippedLetter,
} from "./order-letters.ts";
import { transferLetter } from "./transfer-letters.ts";

type Parts = ConfiguredParts<"timeZone" | "holdHours"> & Pick<NounParts, "readContent">;

/** `once` limits its kind to one email ever with these values. */
type NoticeMail = Pick<Mail, "kind" | "letter" | "expiresAt"> & {
  to: { borrower_id: number; email_address: string; is_reached: boolean };
  once?: readonly unknown[];
};

/** A notice that is due. `id` names an order or a waitlist entry, and `part` a copy of the order. */
type Due = {
  id: number;
  part: number | undefined;
  payload: unknown;
  at: Date;
  today: string;
  closed: ClosedDays;
} & Pick<Parts, "configuration">;

/** Returns the emails, none if the news no longer holds. */
export type WriteNotice = (tx: Transaction, due: Due) => Promise<readonly NoticeMail[]>;

/** Staff shipped the order, so its emails go out even if the mailbox isn't confirmed. */
const ofShipped = (order: OrderFacts) => ({ ...order, is_reached: order.is_read });

const lines = z.array(z.object({ order_line_id: z.number(), item_id: z.number(), quantity: z.number() }));
const days = z.nullable(z.object({ teachFrom: z.string(), teachTo: z.string() }));
const payloads = {
  change: z.object({ lines, days: days.optional() }),
  due: z.object({ due: z.nullable(z.string()) }),
  correction: z.object({ mistake: z.enum(["cancel", "shipped", "return"]), since: z.string() }),
  transfer: z.object({ from: z.number(), to: z.number(), orderIds: z.array(z.number()) }),
};

const writers: Record<Notice["kind"], WriteNotice> = {
  cancel: async (tx, { id, closed }) => {
    const [order, cancellation] = [await factsOfOrder(tx, id, closed), await cancellationOf(tx, id)];
    if (!order || !cancellation) return [];
    const letter = canceledLetter(order, cancellation.reason);
    return [{ to: order, kind: "order-canceled", letter, once: [id, cancellation.at] }];
  },
  change: async (tx, { id, payload, closed }) => {
    const before = payloads.change.parse(payload);
    const isCanceled = (await lockOrder(tx, id))?.status_id === statuses.canceled; // the cancellation has its own email
    const order = await factsOfOrder(tx, id, closed);
    if (!order || isCanceled) return [];
    const isMoved = before.days?.teachFrom !== order.days?.teachFrom || before.days?.teachTo !== order.days?.teachTo;
    const now = (await linesOf(tx, id)).map(({ item_id: itemId, quantity }) => ({ itemId, quantity }));
    const changes = lineChanges(before.lines, now);
    const items = await itemsById(
      tx,
      changes.map(({ itemId }) => itemId),
    );
    const titleChanges = changes.map((change) => ({ ...change, title: items.get(change.itemId)?.title ?? "" }));
    return [
      ...(before.days !== undefined && isMoved ? [movedLetter(order)] : []),
      ...(titleChanges.length > 0 ? [changedLetter(order, titleChanges)] : []),
    ].map((letter) => ({ to: order, kind: "order-changed", letter }));
  },
  due: async (tx, { id, part, payload, at, closed }) => {
    const order = await lockOrder(tx, id);
    const facts = await factsOfOrder(tx, id, closed);
    if (order?.status_id !== statuses.shipped || !facts) return [];
    const due = { before: payloads.due.parse(payload).due, ofOrder: order.return_date };
    const news = part === undefined ? await newDueDate(tx, id, due) : await newDueDateOfCopy(tx, part, due);
    if (!news) return [];
    const [{ back }] = await mailBackOfLoans(tx, [{ order_id: id, return_date: news.day }], closed);
    const letter = dueChangedLetter({ ...facts, back }, news.titles, part);
    return [
      {
        to: ofShipped(facts),
        kind: "due-changed",
        letter,
        once: [id, ...(part === undefined ? [] : [part]), news.day, at],
      },
    ];
  },
  return: async (tx, { id, today, closed }) => {
    await lockOrder(tx, id); // an undo in progress relies on a waiting email to list the loans as they are after it
    const order = (await hasReturnNews(tx, id)) ? await factsOfOrder(tx, id, closed) : undefined;
    if (!order) return [];
    const rows = await returnsOfOrder(tx, id);
    const back = rows.flatMap(({ loan, ids }) => (loan === "returned" ? ids : [])).toSorted((a, b) => a - b);
    // once for the same copies, however often a check-in is undone and repeated
    return [
      {
        to: ofShipped(order),
        kind: "order-returned",
        letter: letterOfReturns(order, rows, today),
        once: [id, ...back],
      },
    ];
  },
  correction: async (tx, { id, payload, closed }) => {
    const { mistake, since } = payloads.correction.parse(payload);
    const status = (await lockOrder(tx, id))?.status_id;
    const isWrong = {
      cancel: status !== statuses.canceled,
      shipped: status !== undefined && status < statuses.shipped,
      return: status === statuses.shipped,
    };
    // the same news may go out again later
    const earlierMail = { kind: mailOf[mistake], parts: [id], since: new Date(since) };
    const order =
      isWrong[mistake] && (await releaseKeys(tx, earlierMail)) ? await factsOfOrder(tx, id, closed) : undefined;
    if (!order) return [];
    const to = mistake === "cancel" ? order : ofShipped(order);
    return [{ to, kind: "order-changed", letter: correctionLetter(order, mistake) }];
  },
  shipped: async (tx, { id, closed }) => {
    const isShipped = (await lockOrder(tx, id))?.status_id === statuses.shipped;
    const order = isShipped ? await factsOfOrder(tx, id, closed) : undefined;
    if (!order) return [];
    const letter = shippedLetter(order, await returnsOfOrder(tx, id));
    // once, even if shipping was undone and repeated
    const once = [id, order.tracking_number, order.ship_date, order.return_date];
    return [{ to: ofShipped(order), kind: "order-shipped", letter, once }];
  },
  transfer: aboutTransfer,
  "transfer-back": aboutTransfer,
};

const mailOf = {
  cancel: "order-canceled",
  shipped: "order-shipped",
  return: "order-returned",
} as const satisfies Record<string, MailKind>;

/** Tells both borrowers about transferred loans that are still out, unless either was anonymized since. */
async function aboutTransfer(tx: Transaction, { payload, closed, today }: Due): Promise<NoticeMail[]> {
  const { from, to, orderIds } = payloads.transfer.parse(payload);
  const { giver, taker } = await lockParties(tx, from, to);
  const out = (await loansToTransfer(tx, to)).filter(({ order_id }) => orderIds.includes(order_id));
  const loans = await mailBackOfLoans(tx, out, closed);
  if (!giver || !taker || loans.length === 0) return [];
  return [
    { to: giver, kind: "loans-transferred", letter: transferLetter("giver", { ...giver, other: taker, loans, today }) },
    { to: taker, kind: "loans-transferred", letter: transferLetter("taker", { ...taker, other: giver, loans, today }) },
  ];
}

type DueDates = { before: string | null; ofOrder: string | null };

async function newDueDate(tx: Transaction, orderId: number, { before, ofOrder: day }: DueDates) {
  return day === null || day === before ? undefined : { day, titles: await returnsOfOrder(tx, orderId) };
}

/** Skips a copy that is due with its order again, because the email about the order covers it. */
async function newDueDateOfCopy(tx: Transaction, assignmentId: number, { before, ofOrder }: DueDates) {
  const loan = await loanToRenew(tx, assignmentId);
  if (!loan || loan.released_at !== null || loan.due_on === null) return undefined;
  const { title, due_on: day } = loan;
  return day === before || day === ofOrder
    ? undefined
    : { day, titles: [{ title, quantity: 1, loan: "out" as const }] };
}

/** Builds the job that writes due notices, these and those of other nouns. */
export function noticeJob(
  { db, clock, configuration, readContent }: Parts,
  others: Record<string, WriteNotice>,
): JobDefinition {
  const all = new Map(Object.entries({ ...writers, ...others }));
  return {
    kind: "write-notice",
    concurrency: 4,
    run: async (job) => {
      const closed = await readClosedDays(readContent);
      await inTransaction(db, async (tx) => {
        const [id, kind = "", part] = job.key.split("/");
        const write = all.get(kind);
        if (!write) throw new Error(`${kind} is not a notice.`);
        const at = clock.now();
        const about = { id: Number(id), part: part === undefined ? undefined : Number(part), payload: job.payload };
        const due = { ...about, at, today: dayOf(at, configuration.timeZone), closed, configuration };
        for (const mail of await write(tx, due)) await sendNotice(tx, mail, at);
        await endJob(tx, job);
      });
    },
  };
}

/** Queues an email unless nobody would get it. */
export async function sendNotice(tx: Transaction, { to, once, ...mail }: NoticeMail, at: Date): Promise<void> {
  const { borrower_id: borrowerId, email_address: address, is_reached: isReached } = to;
  const onceKey = once && { onceKey: JSON.stringify([mail.kind, ...once]) };
  if (isReached) await enqueueMail(tx, { ...mail, to: { borrowerId, address }, at, ...onceKey });
}

/**
 * Emails the borrower about a new order, in the same transaction. An unconfirmed mailbox gets one such email, with a
 * confirmation link.
 */
export async function mailOfNewOrder(
  tx: Transaction,
  order: OrderFacts,
  { at, byPhone, expectBy }: Pick<NewOrder, "at" | "byPhone" | "expectBy">,
): Promise<void> {
  const { borrower_id: borrowerId, email_address: address, order_id: orderId } = order;
  if (!order.is_read) return;
  const kind = "order-received";
  if (order.is_reached) {
    const letter = receivedLetter(order, { byPhone, expectBy });
    return sendNotice(tx, { to: order, kind, letter, once: [orderId] }, at);
  }
  const { path, expiresAt } = await newMailboxLink(tx, { borrowerId, address, next: `/user/vieworder/${orderId}` }, at);
  const letter = receivedLetter(order, { confirmPath: path, byPhone, expectBy });
  const once = ["unconfirmed", borrowerId, address.toLowerCase()];
  await sendNotice(tx, { to: { ...order, is_reached: true }, kind, letter, expiresAt, once }, at);
}

/** Emails the borrower the current order right after their own change. */
export async function writeOwnChangeMail(tx: Transaction, orderId: number, at: Date): Promise<void> {
  const order = await factsOfOrder(tx, orderId);
  if (order) await sendNotice(tx, { to: order, kind: "order-changed", letter: ownChangeLetter(order) }, at);
}
