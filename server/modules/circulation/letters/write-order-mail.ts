import type { Transaction } from "#server/platform/database.ts";
import { enqueueMail } from "#server/platform/mail/outbox.queries.ts";
import { factsOfOrder, type OrderFacts } from "./order-facts.queries.ts";
import { receivedLetter, returnedLetter, shippedLetter } from "./order-letters.ts";

const letters = {
  "order-shipped": shippedLetter,
  "order-returned": returnedLetter,
} as const;

/**
 * Queues the email about an order's new status in the transaction that set it. `day` is today: a status that is set,
 * undone, and set again on the same day is only announced once.
 */
export async function writeOrderMail(
  tx: Transaction,
  kind: keyof typeof letters,
  orderId: number,
  { at, day }: { at: Date; day: string },
): Promise<void> {
  const order = await factsOfOrder(tx, orderId);
  if (!order?.is_read) return;
  const effect = kind === "order-shipped" ? [order.tracking_number, order.ship_date, order.return_date] : [];
  await enqueueMail(tx, {
    kind,
    to: recipient(order),
    letter: letters[kind](order),
    at,
    onceKey: JSON.stringify([kind, orderId, day, ...effect]),
  });
}

/** Writes the borrower that an order was received, in the transaction in which it was placed. */
export async function mailOfNewOrder(tx: Transaction, order: OrderFacts, at: Date): Promise<void> {
  if (!order.is_read) return;
  const onceKey = JSON.stringify(["order-received", order.order_id]);
  await enqueueMail(tx, { kind: "order-received", to: recipient(order), letter: receivedLetter(order), at, onceKey });
}

const recipient = ({ name, email_address }: OrderFacts) => ({ name, address: email_address });
