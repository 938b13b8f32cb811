import type { MailKind } from "#contract/mail.ts";
import type { Transaction } from "#server/platform/database.ts";
import { enqueueMail, type Mail } from "#server/platform/mail/outbox.queries.ts";
import { newMailboxLink } from "#server/modules/accounts/public.ts";
import type { TitleChange } from "./order-letters.ts";
import type { NewOrder } from "../order-changes.queries.ts";
import { dueChangedLetter } from "./due-changed-letter.ts";
import { factsOfOrder, type OrderFacts } from "./order-facts.queries.ts";
import { returnsOfOrder } from "../returns/returns.queries.ts";
import { changedLetter, movedLetter, ownChangeLetter, receivedLetter, shippedLetter } from "./order-letters.ts";

/** Queues the email that an order is on its way. `day` is today: what was shipped, undone, and shipped again is told once a day. */
export async function queueShippedMail(
  tx: Transaction,
  orderId: number,
  { at, day }: { at: Date; day: string },
): Promise<void> {
  const order = await factsOfOrder(tx, orderId);
  if (!order?.is_confirmed) return;
  const effect = [order.tracking_number, order.ship_date, order.return_date];
  const letter = shippedLetter(order, await returnsOfOrder(tx, orderId));
  await write(tx, order, "order-shipped", { letter, at, once: [orderId, day, ...effect] });
}

/**
 * Writes the borrower that an order was received, in the transaction in which it was placed. An unconfirmed mailbox gets
 * one such mail, with the link that confirms it, and no other.
 */
export async function mailOfNewOrder(
  tx: Transaction,
  order: OrderFacts,
  { at, byPhone }: Pick<NewOrder, "at" | "byPhone">,
): Promise<void> {
  const { borrower_id: borrowerId, email_address: address, order_id: orderId } = order;
  const kind = "order-received";
  if (order.is_confirmed)
    return write(tx, order, kind, { letter: receivedLetter(order, { byPhone }), at, once: [orderId] });
  if (!order.is_read) return;
  const { path, expiresAt } = await newMailboxLink(tx, { borrowerId, address }, at);
  const once = ["unconfirmed", borrowerId, address.toLowerCase()];
  await write(tx, order, kind, { letter: receivedLetter(order, { confirmPath: path, byPhone }), at, expiresAt, once });
}

export async function queueChangeMail(tx: Transaction, order: OrderFacts, changes: readonly TitleChange[], at: Date) {
  if (!order.is_confirmed || !order.is_read) return;
  const to = { name: order.name, address: order.email_address };
  await enqueueMail(tx, { kind: "order-changed", to, letter: changedLetter(order, changes), at });
}

/** Queues the email about the days to which staff moved an order. */
export async function queueDaysMail(tx: Transaction, order: OrderFacts, at: Date): Promise<void> {
  if (!order.is_confirmed || !order.is_read) return;
  const to = { name: order.name, address: order.email_address };
  await enqueueMail(tx, { kind: "order-changed", to, letter: movedLetter(order), at });
}

export async function writeOwnChangeMail(tx: Transaction, orderId: number, at: Date): Promise<void> {
  const order = await factsOfOrder(tx, orderId);
  if (!order?.is_confirmed || !order.is_read) return;
  const to = { name: order.name, address: order.email_address };
  await enqueueMail(tx, { kind: "order-changed", to, letter: ownChangeLetter(order), at });
}

export async function queueDueMail(tx: Transaction, orderId: number, at: Date): Promise<void> {
  const order = await factsOfOrder(tx, orderId);
  if (!order?.is_confirmed || order.return_date === null) return;
  const letter = dueChangedLetter({ ...order, return_date: order.return_date }, await returnsOfOrder(tx, orderId));
  await write(tx, order, "due-changed", { letter, at, once: [orderId, order.return_date, at] });
}

type RenewedCopy = { orderId: number; assignmentId: number; title: string; day: string };

export async function queueCopyDueMail(
  tx: Transaction,
  { orderId, assignmentId, title, day }: RenewedCopy,
  at: Date,
): Promise<void> {
  const order = await factsOfOrder(tx, orderId);
  if (!order?.is_confirmed) return;
  const copy = { title, quantity: 1, loan: "out" as const };
  const letter = dueChangedLetter({ ...order, return_date: day }, [copy], assignmentId);
  await write(tx, order, "due-changed", { letter, at, once: [orderId, assignmentId, day, at] });
}

type Told = Pick<Mail, "letter" | "at" | "expiresAt"> & { once: unknown[] };

async function write(tx: Transaction, order: OrderFacts, kind: MailKind, { once, ...told }: Told): Promise<void> {
  if (!order.is_read) return;
  const to = { name: order.name, address: order.email_address };
  await enqueueMail(tx, { kind, to, ...told, onceKey: JSON.stringify([kind, ...once]) });
}
