import { numberSettings } from "#contract/admin/settings.ts";
import { found, HttpError } from "#server/refusals/http-error.ts";
import { Refusal, refuseFor } from "#server/refusals/refusal.ts";
import { bookNewOrder, holdStock, itemsById, recountStock, takeOwnOffers } from "#server/catalog/public.ts";
import { findBorrowers } from "#server/people/public.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import type { DaysAsked } from "./dates.ts";
import { type LendingLimits, lineChanges, whyTooMuch } from "./orders.rules.ts";
import {
  acceptedTerms,
  insertOrder,
  lentTo,
  lockBorrower,
  type NewOrder,
  notePlacedBy,
  takePress,
  waitsForOne,
} from "./order-changes.queries.ts";
import { placeForCaller as placeCall } from "#contract/orders/callers.ts";
import type { Received } from "#contract/wire/endpoint.ts";
import { type Actor, recordActivity } from "#server/platform/record-activity.ts";
import { statesOf } from "./events/events.queries.ts";
import { snapshotOf } from "./events/record-change.ts";
import { mailOfNewOrder } from "./notices/notices.ts";
import { owedByBorrower } from "./loans.queries.ts";
import { factsOfOrder } from "./notices/reminders.queries.ts";

/**
 * Places an order in the caller's transaction, with its email, and returns its id. Reserves stock by quantity. Refused
 * when there is nothing to order, when the borrower is blocked, when a title is short (naming each one and what is left), when the terms have
 * changed since they were shown, when it is too much for its borrower, or when they have more open claims than the library allows; the
 * caller's transaction must end then. Without
 * limits the borrower may have any number: staff order for a caller. With days it is booked for them: refused where a title
 * has no room then, with the nearest days.
 */
export async function placeOrder(
  tx: Transaction,
  order: NewOrder,
  { limits, days }: { limits?: LendingLimits; days?: DaysAsked | undefined } = {},
): Promise<number> {
  const { lines } = order;
  if (lines.length === 0) throw new Refusal({ kind: "nothing-to-check-out" });
  if (limits) refuseFor(whyTooMuch(limits, lines, nothingLent)); // before thousands of titles are locked
  const borrower = await lockBorrower(tx, order.borrowerId);
  if (!borrower) throw new HttpError(404); // forgotten at this moment
  const { blocked_because: because, is_confirmed: isConfirmed } = borrower;
  if (because !== "") throw new Refusal({ kind: "borrower-blocked", because });
  const booked = days ? [] : await holdForOrder(tx, order);
  const terms = await acceptedTerms(tx, order.termsVersion);
  if (!terms) throw new Refusal({ kind: "terms-changed" });
  if (limits) {
    refuseFor(whyTooMuch(limits, lines, { ...(await lentTo(tx, order.borrowerId, order.at)), isConfirmed }));
    await refuseWithOpenClaims(tx, order.borrowerId, limits.openClaims);
  }
  const orderId = await insertOrder(tx, borrower, { ...order, terms });
  const noRoom = days ? await bookNewOrder(tx, { orderId, demand: lines }, days) : [];
  if (noRoom.length > 0) throw new Refusal({ kind: "no-room", titles: noRoom });
  if (booked.length > 0) await recountStock(tx, booked);
  await mailOfNewOrder(tx, found(await factsOfOrder(tx, orderId)), order);
  return orderId;
}

/** Takes what is held for the borrower, if they wait in line, and holds the rest; returns the titles that are booked for later. */
async function holdForOrder(tx: Transaction, { lines, borrowerId }: NewOrder): Promise<number[]> {
  const ids = lines.map(({ itemId }) => itemId);
  const isInLine = await waitsForOne(tx, borrowerId, ids);
  const own = isInLine ? await takeOwnOffers(tx, borrowerId, ids) : new Map<number, number>();
  const rest = lines.map(({ itemId, quantity }) => ({ itemId, quantity: quantity - (own.get(itemId) ?? 0) }));
  const { shortages, booked } = await holdStock(tx, rest);
  if (shortages.length > 0) throw new Refusal({ kind: "short-stock", titles: shortages });
  return booked;
}

/** Asked only where a library limits it: by default none does. */
async function refuseWithOpenClaims(tx: Transaction, borrowerId: number, most: number | undefined): Promise<void> {
  if (most === undefined || most === numberSettings.maxOpenClaims.max) return;
  const [{ open } = { open: 0 }] = await owedByBorrower(tx, borrowerId, 1);
  if (open > most) throw new Refusal({ kind: "open-claims", open, most });
}

const nothingLent = { copies: 0, orders: 0, isConfirmed: true };

type Input = Received<typeof placeCall>["body"];

/** Places an order in the name of a borrower who called, once for each press. Returns the order's id. */
export async function placeForCaller(
  db: Database,
  input: Input,
  actor: Actor,
  { openClaims: _seen, ...limits }: LendingLimits, // staff see what is open, and decide
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const before = await takePress(tx, input.key);
    if (before) return before.borrower_id === input.borrowerId ? before.order_id : notFound();
    const borrower = found((await findBorrowers(tx, [input.borrowerId]))[0]);
    const orderId = await placeOrder(
      tx,
      {
        borrowerId: input.borrowerId,
        cartKey: input.key,
        lines: await linesOf(tx, input),
        at: actor.at,
        byPhone: { userName: borrower.user_name },
      },
      input.beyondLimits ? {} : { limits },
    );
    await notePlacedBy(tx, orderId, actor.userId);
    const told = { "Ordered for": `${borrower.name}, ${borrower.school_name}`, Terms: "told by phone" };
    const after = {
      ...told,
      "Beyond the lending limits": input.beyondLimits,
      ...snapshotOf(found((await statesOf(tx, [orderId])).get(orderId))),
    };
    const about = { kind: "order", subjectId: orderId, label: `Order ${orderId}` } as const;
    await recordActivity(tx, actor, { call: placeCall.call, ...about, before: null, after });
    return orderId;
  });
}

/** Each title once, and only those that exist. */
async function linesOf(tx: Transaction, { lines }: Input) {
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
