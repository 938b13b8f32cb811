import { placeForCaller as placeCall } from "#contract/desk/callers.ts";
import type { Received } from "#contract/wire/endpoint.ts";
import { found, HttpError } from "#server/refusals/http-error.ts";
import { findBorrowers } from "#server/modules/accounts/public.ts";
import { itemsById } from "#server/modules/catalog/public.ts";
import { type Actor, recordAudit } from "#server/platform/record-audit.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import type { LendingLimits } from "../limits/lending-limits.rules.ts";
import { lineChanges } from "../lines/line-changes.rules.ts";
import { orderSnapshot } from "../order-snapshot.queries.ts";
import { placeOrder } from "../place-order.ts";
import { notePlacedBy, takePress } from "./place-for-caller.queries.ts";

type Wish = Received<typeof placeCall>["body"];

/** Places an order in the name of a borrower who called, once for each press. Returns the order's id. */
export async function placeForCaller(
  db: Database,
  wish: Wish,
  actor: Actor,
  { openCases: _seen, ...limits }: LendingLimits, // staff see what is open, and decide
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const before = await takePress(tx, wish.key);
    if (before) return before.borrower_id === wish.borrowerId ? before.order_id : notFound();
    const borrower = found((await findBorrowers(tx, [wish.borrowerId]))[0]);
    const orderId = await placeOrder(
      tx,
      {
        borrowerId: wish.borrowerId,
        cartKey: wish.key,
        lines: await linesOf(tx, wish),
        at: actor.at,
        byPhone: { userName: borrower.user_name },
      },
      wish.beyondLimits ? {} : { limits },
    );
    await notePlacedBy(tx, orderId, actor.userId);
    const told = { "Ordered for": `${borrower.name}, ${borrower.school_name}`, Terms: "told by phone" };
    const after = { ...told, "Beyond the lending limits": wish.beyondLimits, ...(await orderSnapshot(tx, orderId)) };
    const about = { kind: "order", subjectId: orderId, label: `Order ${orderId}` } as const;
    await recordAudit(tx, actor, { call: placeCall.call, ...about, before: null, after });
    return orderId;
  });
}

/** Each title once, and only those that exist. */
async function linesOf(tx: Transaction, { lines }: Wish) {
  const wanted = lines.map(({ inventoryId: itemId, quantity }) => ({ itemId, quantity }));
  const added = lineChanges([], wanted).map(({ itemId, after }) => ({ itemId, quantity: after }));
  const items = await itemsById(
    tx,
    added.map(({ itemId }) => itemId),
  );
  return added.every(({ itemId }) => items.has(itemId)) ? added : notFound();
}

function notFound(): never {
  throw new HttpError(404);
}
