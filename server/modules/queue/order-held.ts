import { placeOrder } from "#server/modules/circulation/public.ts";
import { inTransaction } from "#server/platform/database.ts";
import { hashOf } from "#server/platform/mail/link-secret.ts";
import { found, HttpError } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { offerById, offerOfLink, offerOfPlace, type OfferRow, orderWithKey } from "./offers.queries.ts";
import { lockWaiting, placeById } from "./queue.queries.ts";
import type { ConfiguredParts } from "#server/parts.ts";

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

/** A borrower orders the copy that is held for a place of theirs. */
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

/** An offer that can still be taken. */
function open(offer: OfferRow | undefined): OfferRow {
  if (!offer || offer.outcome !== null || offer.is_over) throw new Refusal({ kind: "hold-over" });
  return offer;
}
