import { type Outlook } from "./waitlist.queries.ts";
import { maxPlaces } from "#contract/waitlist/waitlist.ts";
import { recountStock } from "#server/catalog/public.ts";
import { placeOrder } from "#server/orders/public.ts";
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
  offerOfPlace,
  type OfferRow,
  orderWithKey,
  placeById,
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

/**
 * A borrower joins the waitlist of a title that is out of stock; someone on it already keeps the place, and a paused one goes on.
 * Returns the place. Refused when the title is in stock again, or the borrower waits for too many.
 */
export async function joinWaitlist(
  db: Database,
  { itemId, borrowerId }: { itemId: number; borrowerId: number },
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const waits = found(await lockWaiting(tx, borrowerId));
    const title = found(await lockTitle(tx, itemId));
    const known = await placeIn(tx, itemId, borrowerId);
    if (known === undefined) {
      if (title.in_stock > 0) throw new Refusal({ kind: "in-stock" });
      if (waits >= maxPlaces) throw new Refusal({ kind: "waitlist-full" });
      return insertPlace(tx, itemId, borrowerId);
    }
    if ((await placeById(tx, known))?.is_paused) {
      await setPaused(tx, known, false);
      await recountStock(tx, [itemId]);
    }
    return known;
  });
}

type Own = { placeId: number; borrowerId: number };

/** Pauses or resumes a place, which stays. A copy that was held goes to the first person who can take it now. */
export async function pausePlace(db: Database, own: Own, isPaused: boolean): Promise<void> {
  await inTransaction(db, async (tx) => {
    const place = await lockOwn(tx, own);
    if (place.left_at !== null) throw new HttpError(404);
    await setPaused(tx, own.placeId, isPaused);
    await withdrawOffer(tx, own.placeId);
    await recountStock(tx, [place.item_id]);
  });
}

/** A borrower waits no more; leaving again changes nothing. */
export async function leaveWaitlist(db: Database, own: Own): Promise<void> {
  await inTransaction(db, async (tx) => {
    const place = await lockOwn(tx, own);
    if (place.left_at !== null) return;
    await leavePlaces(tx, [own.placeId], "left");
    await recountStock(tx, [place.item_id]);
  });
}

/** Locks the title of a place, and gives the place as it is then; 404 for one that belongs to somebody else. */
async function lockOwn(tx: Transaction, { placeId, borrowerId }: Own) {
  const place = found(await placeById(tx, placeId));
  if (place.borrower_id !== borrowerId) throw new HttpError(404);
  await lockTitle(tx, place.item_id);
  return found(await placeById(tx, placeId));
}

type OrderParts = ConfiguredParts<"lending">;

/** What a link would order; refused when it is over. */
export async function offerBehind({ db }: Pick<OrderParts, "db">, token: string) {
  const { item_id: inventoryId, title, language, until_at: until } = open(await offerOfLink(db, hashOf(token)));
  return { inventoryId, title, language, until: until?.toISOString() ?? "" };
}

/** Orders what a link is for, as its borrower; gives the order's id, and the same one when it is repeated. */
export async function orderByLink(parts: OrderParts, token: string): Promise<number> {
  return orderOffered(parts, await offerOfLink(parts.db, hashOf(token)));
}

export async function orderHeld(parts: OrderParts, { placeId, borrowerId }: { placeId: number; borrowerId: number }) {
  const place = found(await placeById(parts.db, placeId));
  if (place.borrower_id !== borrowerId) throw new HttpError(404);
  return orderOffered(parts, await offerOfPlace(parts.db, placeId));
}

async function orderOffered(parts: OrderParts, seen: OfferRow | undefined): Promise<number> {
  const { db, clock, configuration } = parts;
  if (!seen) throw new Refusal({ kind: "hold-over" });
  const { borrower_id: borrowerId, offer_id: offerId, item_id: itemId } = seen;
  const cartKey = `held-${offerId}`;
  return inTransaction(db, async (tx) => {
    found(await lockWaiting(tx, borrowerId)); // pressed twice at once: the second finds the first one's order
    const ordered = await orderWithKey(tx, cartKey);
    if (ordered !== undefined) return ordered;
    open(await offerById(tx, offerId));
    const orderId = await placeOrder(
      tx,
      { borrowerId, cartKey, lines: [{ itemId, quantity: 1 }], at: clock.now() },
      { limits: configuration.lending },
    );
    // it was over at that moment: what was ordered is not what was held
    if ((await offerById(tx, offerId))?.outcome !== "ordered") throw new Refusal({ kind: "hold-over" });
    return orderId;
  });
}

function open(offer: OfferRow | undefined): OfferRow {
  if (!offer || offer.outcome !== null || offer.is_over) throw new Refusal({ kind: "hold-over" });
  return offer;
}

const atOnce = 500; // titles; the rest a minute later

/**
 * Advances waitlists: a copy that was not ordered in time goes to the next person, and available copies are held. Each title has its own transaction: killed in the middle, the rest is done by the next run.
 */
export async function advanceWaitlists(db: Database, stopping?: AbortSignal): Promise<void> {
  for (const itemId of await titlesToAdvance(db, atOnce)) {
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

/** With more loans than this before a turn, nobody can tell when it comes. */
const maxLoansBefore = 3;

/** `loanDays` pass from one return to the next due date; a returned copy is inspected for `inspectionDays` business days. */
type LoanRules = { today: string; loanDays: number; inspectionDays: number; closed: ClosedDays };

/**
 * The day a copy should be ready for a place, by due dates and the lending rules; null if no copy is out, or the turn is too far
 * off. Overdue copies don't count: nobody knows when they'll be back.
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
