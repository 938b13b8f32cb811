import { closeCart, keepRest, lockCart, openCartOf } from "./cart/cart.queries.ts";
import { OutcomeUnknown } from "#server/platform/errors/database-errors.ts";
import type { Configuration } from "#server/platform/configuration.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import { numberSettings } from "#contract/admin/settings.ts";
import { found, HttpError } from "#server/refusals/http-error.ts";
import { Refusal, refuseFor } from "#server/refusals/refusal.ts";
import { bookNewOrder, holdStock, itemsById, recountStock, takeOwnOffers } from "#server/catalog/public.ts";
import { findBorrowers } from "#server/people/public.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import type { RequestedDates } from "./dates.ts";
import { objectionToOrder } from "./lending-limits.ts";
import { type LendingLimits, lineChanges } from "./orders.rules.ts";
import {
  acceptedTerms,
  insertOrder,
  lockBorrower,
  type NewOrder,
  notePlacedBy,
  orderOfRequest,
  isOnWaitlist,
} from "./order-changes.queries.ts";
import { placeForCaller as placeCall } from "#contract/orders/callers.ts";
import type { Received } from "#contract/wire/endpoint.ts";
import { type Actor, recordActivity } from "#server/platform/record-activity.ts";
import { statesOf } from "./events/events.queries.ts";
import { snapshotOf } from "./events/record-change.ts";
import { mailOfNewOrder } from "./notices/notices.ts";
import { owedByBorrower } from "./loans.queries.ts";
import { factsOfOrder } from "./notices/notices.queries.ts";

/**
 * Places an order with its email in the caller's transaction, which must end on a refusal. Reserves stock, or copies
 * for the dates. Rejects empty orders, blocked borrowers, short titles, changed terms, and excessive orders.
 */
export async function placeOrder(
  tx: Transaction,
  order: NewOrder,
  { limits, days }: { limits?: LendingLimits; days?: RequestedDates | undefined } = {},
): Promise<number> {
  const { lines } = order;
  if (lines.length === 0) throw new Refusal({ kind: "nothing-to-check-out" });
  const borrower = await lockBorrower(tx, order.borrowerId);
  if (!borrower) throw new HttpError(404); // just anonymized
  const { block_reason: explanation } = borrower;
  if (explanation !== "") throw new Refusal({ kind: "borrower-blocked", explanation });
  const { borrowerId } = order;
  const requested = { borrowerId, lines, days: days?.days, at: order.byPhone ? undefined : order.at };
  if (limits) refuseFor(await objectionToOrder(tx, requested, limits));
  const reservedTitles = days ? [] : await holdForOrder(tx, order);
  const terms = await acceptedTerms(tx, order.termsVersion);
  if (!terms) throw new Refusal({ kind: "terms-changed" });
  if (limits) await refuseWithOpenClaims(tx, borrowerId, limits.openClaims);
  const orderId = await insertOrder(tx, borrower, { ...order, terms });
  const shortTitles = days ? await bookNewOrder(tx, { orderId, demand: lines }, days) : [];
  if (shortTitles.length > 0) throw new Refusal({ kind: "no-room", titles: shortTitles });
  if (reservedTitles.length > 0) await recountStock(tx, reservedTitles);
  await mailOfNewOrder(tx, found(await factsOfOrder(tx, orderId)), order);
  return orderId;
}

/** Uses the borrower's own holds, and reserves the rest. Returns the titles reserved for later. */
async function holdForOrder(tx: Transaction, { lines, borrowerId }: NewOrder): Promise<number[]> {
  const ids = lines.map(({ itemId }) => itemId);
  const own = (await isOnWaitlist(tx, borrowerId, ids))
    ? await takeOwnOffers(tx, borrowerId, ids)
    : new Map<number, number>();
  const rest = lines.map(({ itemId, quantity }) => ({ itemId, quantity: quantity - (own.get(itemId) ?? 0) }));
  const { shortages, booked } = await holdStock(tx, rest);
  if (shortages.length > 0) throw new Refusal({ kind: "short-stock", titles: shortages });
  return booked;
}

/** Skips the query by default, when the library doesn't limit open claims. */
async function refuseWithOpenClaims(tx: Transaction, borrowerId: number, max: number | undefined): Promise<void> {
  if (max === undefined || max === numberSettings.maxOpenClaims.max) return;
  const [{ open } = { open: 0 }] = await owedByBorrower(tx, borrowerId, 1);
  if (open > max) throw new Refusal({ kind: "open-claims", open, max });
}

type CheckOutInput = {
  cartKey: string;
  userId: number;
  borrowerId: number | null;
  /** The version that the borrower saw. */
  termsVersion?: string | undefined;
  /** Undefined for an order that ships right away. */
  days?: RequestedDates | undefined;
  expectBy?: string | undefined;
  /** Titles to order; all if empty. The others stay in a cart. */
  titles?: readonly number[] | undefined;
};

/** `rest` is the key of the cart with the remaining titles. */
type CheckedOut = { orderId: number; rest: string | null };

/**
 * Orders a cart once; a repeat returns the first order's id. Rejects an empty or deleted cart, titles that are short or
 * unavailable for the dates, and an order beyond the borrower's limits.
 */
export async function checkOutCart(
  { db, clock, configuration: { lending } }: ConfiguredParts<"lending">,
  checkOut: CheckOutInput,
): Promise<CheckedOut> {
  const work = (tx: Transaction) => checkOutOnce(tx, { at: clock.now(), lending }, checkOut);
  try {
    return await inTransaction(db, work);
  } catch (error) {
    if (!(error instanceof OutcomeUnknown)) throw error;
    return inTransaction(db, work);
  }
}

type Context = { at: Date; lending: Configuration["lending"] };

async function checkOutOnce(tx: Transaction, { at, lending }: Context, checkOut: CheckOutInput): Promise<CheckedOut> {
  const { cartKey, userId, termsVersion, days, expectBy, titles = [] } = checkOut;
  const cart = await lockCart(tx, cartKey);
  if (!cart) throw new Refusal({ kind: "nothing-to-check-out" });
  if (cart.user_id !== null && cart.user_id !== userId) throw new HttpError(404);
  if (cart.order_id !== null) return { orderId: cart.order_id, rest: await openCartOf(tx, userId) };
  const borrowerId = found(checkOut.borrowerId ?? undefined);
  const lines = titles.length === 0 ? cart.lines : cart.lines.filter(({ itemId }) => titles.includes(itemId));
  const order = { borrowerId, cartKey, lines, at, termsVersion, expectBy };
  const orderId = await placeOrder(tx, order, { limits: lending, days });
  await closeCart(tx, cartKey, userId, orderId, at);
  const isPart = lines.length < cart.lines.length;
  return { orderId, rest: isPart ? await keepRest(tx, { cartKey, userId, titles, now: at }) : null };
}

type Input = Received<typeof placeCall>["body"] & Pick<CheckOutInput, "days" | "expectBy">;

/** Places an order for a borrower who called, once per key. Returns the order's id. */
export async function placeForCaller(
  db: Database,
  input: Input,
  actor: Actor,
  { openClaims: _shownToStaff, ...limits }: LendingLimits, // staff decide about open claims
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const earlierOrder = await orderOfRequest(tx, input.key);
    if (earlierOrder) return earlierOrder.borrower_id === input.borrowerId ? earlierOrder.order_id : notFound();
    const borrower = found((await findBorrowers(tx, [input.borrowerId]))[0]);
    const orderId = await placeOrder(
      tx,
      {
        borrowerId: input.borrowerId,
        cartKey: input.key,
        lines: await linesOf(tx, input),
        at: actor.at,
        byPhone: { userName: borrower.user_name },
        expectBy: input.expectBy,
      },
      { days: input.days, ...(!input.beyondLimits && { limits }) },
    );
    await notePlacedBy(tx, orderId, actor.userId);
    const after = {
      "Ordered for": `${borrower.name}, ${borrower.school_name}`,
      Terms: "explained by phone",
      "Beyond the lending limits": input.beyondLimits,
      ...snapshotOf(found((await statesOf(tx, [orderId])).get(orderId))),
    };
    const about = { kind: "order", subjectId: orderId, label: `Order ${orderId}` } as const;
    await recordActivity(tx, actor, { call: placeCall.call, ...about, before: null, after });
    return orderId;
  });
}

async function linesOf(tx: Transaction, { lines }: Input) {
  const inputLines = lines.map(({ inventoryId: itemId, quantity }) => ({ itemId, quantity }));
  const newLines = lineChanges([], inputLines).map(({ itemId, after }) => ({ itemId, quantity: after }));
  const items = await itemsById(
    tx,
    newLines.map(({ itemId }) => itemId),
  );
  return newLines.every(({ itemId }) => items.has(itemId)) ? newLines : notFound();
}

function notFound(): never {
  throw new HttpError(404);
}
