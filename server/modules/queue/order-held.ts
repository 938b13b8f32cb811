import { lendingDays, promisedDays } from "#contract/site/teaching-days.ts";
import { placeOrder } from "#server/modules/circulation/public.ts";
import { dayOfDays } from "#server/modules/circulation/public.ts";
import { inTransaction } from "#server/platform/database.ts";
import { hashOf } from "#server/platform/mail/link-secret.ts";
import { found, HttpError } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { offerById, offerOfLink, offerOfPlace, type OfferRow, orderWithKey } from "./offers.queries.ts";
import { lockWaiting, placeById } from "./queue.queries.ts";
import type { QueueParts } from "./wished-days.ts";

/** What a link would order; refused when it is over. */
export async function offerBehind({ db }: Pick<QueueParts, "db">, token: string) {
  const { item_id: inventoryId, title, language, until_at: until, days } = open(await offerOfLink(db, hashOf(token)));
  return { inventoryId, title, language, until: until?.toISOString() ?? "", days };
}

/** Orders what a link is for, as its borrower; gives the order's id, and the same one when it is repeated. */
export async function orderByLink(parts: QueueParts, token: string): Promise<number> {
  return orderOffered(parts, await offerOfLink(parts.db, hashOf(token)));
}

/** A borrower orders the copy or the days that are held for a place of theirs. */
export async function orderHeld(parts: QueueParts, { placeId, borrowerId }: { placeId: number; borrowerId: number }) {
  const place = found(await placeById(parts.db, placeId));
  if (place.borrower_id !== borrowerId) throw new HttpError(404);
  return orderOffered(parts, await offerOfPlace(parts.db, placeId));
}

async function orderOffered(parts: QueueParts, seen: OfferRow | undefined): Promise<number> {
  const { db, clock, configuration } = parts;
  if (!seen) throw new Refusal({ kind: "hold-over" });
  const { borrower_id: borrowerId, offer_id: offerId, item_id: itemId } = seen;
  const days = seen.outcome === null ? await daysOf(parts, seen) : undefined;
  const cartKey = `held-${offerId}`;
  return inTransaction(db, async (tx) => {
    found(await lockWaiting(tx, borrowerId)); // pressed twice at once: the second finds the first one's order
    const ordered = await orderWithKey(tx, cartKey);
    if (ordered !== undefined) return ordered;
    open(await offerById(tx, offerId));
    const orderId = await placeOrder(
      tx,
      { borrowerId, cartKey, lines: [{ itemId, quantity: 1 }], at: clock.now() },
      { limits: configuration.lending, days },
    );
    // it was over at that moment: what was ordered is not what was held
    if ((await offerById(tx, offerId))?.outcome !== "ordered") throw new Refusal({ kind: "hold-over" });
    return orderId;
  });
}

/**
 * The days that are held; undefined: a copy is held. The copy leaves and is back as it was held, even if the mail takes longer now:
 * there may be no room for more. Who orders after the day on which it was to leave has it from the first day on which it can be there.
 */
async function daysOf(parts: QueueParts, { days, window, borrower_id: borrowerId }: OfferRow) {
  if (!days || !window) return undefined;
  const { bounds, ...day } = await dayOfDays({ ...parts, borrowerId });
  const isLate = window.leavesBy < day.today;
  const from = isLate && days.from < bounds.first ? bounds.first : days.from;
  if (from > days.to) throw new Refusal({ kind: "teaching-days", because: "too-soon", ...bounds });
  return { ...day, days: promisedDays(lendingDays({ from, to: days.to }, day.ways), window, day.ways) };
}

/** An offer that can still be taken. */
function open(offer: OfferRow | undefined): OfferRow {
  if (!offer || offer.outcome !== null || offer.is_over) throw new Refusal({ kind: "hold-over" });
  return offer;
}
