import { type Outlook } from "./waitlist.queries.ts";
import { maxPlaces } from "#contract/waitlist/waitlist.ts";
import { recountStock } from "#server/catalog/public.ts";
import { type DayParts, expectedArrival, placeOrder } from "#server/orders/public.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { found, HttpError } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import {
  insertPlace,
  lapsedPlaces,
  leavePlaces,
  lockTitle,
  lockWaiting,
  offerById,
  offerOfLink,
  offerOfEntry,
  type OfferRow,
  orderWithKey,
  entryById,
  placeIn,
  setPaused,
  titlesToAdvance,
  withdrawFromBlocked,
  withdrawOffer,
} from "./waitlist.queries.ts";
import { hashOf } from "#server/platform/mail/link-secret.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import { enqueueEndedMail } from "./waitlist-mail.ts";
import { businessDaysAfter, type ClosedDays, dayAfter } from "#contract/orders/business-days.ts";

/** Adds or resumes a borrower's waitlist entry, and returns its id. Rejects titles in stock. */
export async function joinWaitlist(
  db: Database,
  { itemId, borrowerId }: { itemId: number; borrowerId: number },
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const entries = found(await lockWaiting(tx, borrowerId));
    const title = found(await lockTitle(tx, itemId));
    const entryId = await placeIn(tx, itemId, borrowerId);
    if (entryId === undefined) {
      if (title.in_stock > 0) throw new Refusal({ kind: "in-stock" });
      if (entries >= maxPlaces) throw new Refusal({ kind: "waitlist-full" });
      return insertPlace(tx, itemId, borrowerId);
    }
    if ((await entryById(tx, entryId))?.is_paused) {
      await setPaused(tx, entryId, false);
      await recountStock(tx, [itemId]);
    }
    return entryId;
  });
}

type Own = { entryId: number; borrowerId: number };

/** Pauses or resumes a waitlist entry. Its hold goes to the next person who can take it. */
export async function pausePlace(db: Database, own: Own, isPaused: boolean): Promise<void> {
  await inTransaction(db, async (tx) => {
    const entry = await lockOwn(tx, own);
    if (entry.left_at !== null) throw new HttpError(404);
    await setPaused(tx, own.entryId, isPaused);
    await withdrawOffer(tx, own.entryId);
    await recountStock(tx, [entry.item_id]);
  });
}

/** Removes a borrower from a waitlist. Idempotent. */
export async function leaveWaitlist(db: Database, own: Own): Promise<void> {
  await inTransaction(db, async (tx) => {
    const entry = await lockOwn(tx, own);
    if (entry.left_at !== null) return;
    await leavePlaces(tx, [own.entryId], "left");
    await recountStock(tx, [entry.item_id]);
  });
}

/** Locks the title of a borrower's waitlist entry, and returns the entry; 404 for another borrower's. */
async function lockOwn(tx: Transaction, { entryId, borrowerId }: Own) {
  const entry = found(await entryById(tx, entryId));
  if (entry.borrower_id !== borrowerId) throw new HttpError(404);
  await lockTitle(tx, entry.item_id);
  return found(await entryById(tx, entryId));
}

type OrderParts = DayParts & ConfiguredParts<"lending">;

/** Returns the hold behind an email's link. Rejects expired holds. */
export async function offerBehind({ db }: Pick<OrderParts, "db">, token: string) {
  const { item_id: inventoryId, title, language, until_at: until } = open(await offerOfLink(db, hashOf(token)));
  return { inventoryId, title, language, until: until?.toISOString() ?? "" };
}

/** Orders the held copy behind an email's link, and returns the order's id. Idempotent. */
export async function orderByLink(parts: OrderParts, token: string): Promise<number> {
  return orderOffered(parts, await offerOfLink(parts.db, hashOf(token)));
}

export async function orderHeld(parts: OrderParts, { entryId, borrowerId }: { entryId: number; borrowerId: number }) {
  const entry = found(await entryById(parts.db, entryId));
  if (entry.borrower_id !== borrowerId) throw new HttpError(404);
  return orderOffered(parts, await offerOfEntry(parts.db, entryId));
}

async function orderOffered(parts: OrderParts, offer: OfferRow | undefined): Promise<number> {
  const { db, clock, configuration } = parts;
  if (!offer) throw new Refusal({ kind: "hold-over" });
  const { borrower_id: borrowerId, offer_id: offerId, item_id: itemId } = offer;
  const cartKey = `held-${offerId}`;
  const expectBy = await expectedArrival({ ...parts, borrowerId });
  return inTransaction(db, async (tx) => {
    found(await lockWaiting(tx, borrowerId)); // a second click waits here, then finds the first one's order
    const earlierOrderId = await orderWithKey(tx, cartKey);
    if (earlierOrderId !== undefined) return earlierOrderId;
    open(await offerById(tx, offerId));
    const orderId = await placeOrder(
      tx,
      { borrowerId, cartKey, lines: [{ itemId, quantity: 1 }], at: clock.now(), expectBy },
      { limits: configuration.lending },
    );
    // the hold expired in the meantime, so the order took another copy
    if ((await offerById(tx, offerId))?.outcome !== "ordered") throw new Refusal({ kind: "hold-over" });
    return orderId;
  });
}

function open(offer: OfferRow | undefined): OfferRow {
  if (!offer || offer.outcome !== null || offer.is_over) throw new Refusal({ kind: "hold-over" });
  return offer;
}

const batchSize = 500; // titles; the next run, a minute later, takes the rest

/** Passes expired holds to the next person, and holds available copies. Each title has its own transaction. */
export async function advanceWaitlists(db: Database, stopping?: AbortSignal): Promise<void> {
  for (const itemId of await titlesToAdvance(db, batchSize)) {
    stopping?.throwIfAborted();
    await inTransaction(db, async (tx) => {
      await lockTitle(tx, itemId);
      const ids = await lapsedPlaces(tx, itemId);
      await leavePlaces(tx, ids, "lapsed");
      for (const id of ids) await enqueueEndedMail(tx, id);
      await withdrawFromBlocked(tx, itemId);
      await recountStock(tx, [itemId]);
    });
  }
}

/** With more loans than this before a turn, its day can't be estimated. */
const maxLoansBefore = 3;

/** `loanDays` pass from one return to the next due date; inspecting a return takes `inspectionDays` business days. */
type LoanRules = { today: string; loanDays: number; inspectionDays: number; closed: ClosedDays };

/**
 * Estimates the day a copy should be ready for a waitlist entry; null if no copy is out or the turn is too far off.
 * Ignores overdue copies, because nobody knows when they'll be back.
 */
export function expectedDay(
  { dueOn, held, ahead }: Outlook,
  { today, loanDays, inspectionDays, closed }: LoanRules,
): string | null {
  const onHold = Array.from({ length: held }, () => dayAfter(today, loanDays));
  const returns = [...dueOn.filter((day) => day >= today), ...onHold]
    .flatMap((day) => Array.from({ length: maxLoansBefore }, (_, loans) => dayAfter(day, loans * loanDays)))
    .toSorted();
  const turn = returns[ahead];
  return turn === undefined ? null : businessDaysAfter(turn, inspectionDays, closed);
}
