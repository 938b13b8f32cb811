import type { Transaction } from "#server/platform/database.ts";
import { enqueueMail } from "#server/platform/mail/enqueue-mail.ts";
import { factsOfOrder } from "./order-facts.queries.ts";
import { receivedLetter, returnedLetter, shippedLetter } from "./order-letters.ts";

const letters = {
  "order-received": receivedLetter,
  "order-shipped": shippedLetter,
  "order-returned": returnedLetter,
} as const;

/**
 * Writes the borrower of an order that something became of it, in the transaction in which it did. `day` is today: a
 * status set, taken back and set again on one day, to the same effect, is told once.
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
    to: { name: order.name, address: order.email_address },
    letter: letters[kind](order),
    at,
    onceKey: JSON.stringify([kind, orderId, day, ...effect]),
  });
}
