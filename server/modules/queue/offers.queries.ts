import type { LanguageCode } from "#contract/site/languages.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import { sql } from "kysely";

/** A copy held for a place: open while `closed_at` is null, and told of from `until_at` on. */
export type OfferRow = {
  offer_id: number;
  place_id: number;
  item_id: number;
  borrower_id: number;
  title: string;
  language: string;
  until_at: Date | null;
  outcome: string | null;
  is_over: boolean;
};

const offers = sql`
  select offer_id, place_id, queue_offers.item_id, borrower_id, title, items.language, until_at, outcome,
    coalesce(until_at <= now(), false) as is_over
  from queue_offers join queue_places using (place_id) join items on items.item_id = queue_offers.item_id`;

/** The offer that a link is for. */
export async function offerOfLink(db: Database, tokenHash: Buffer): Promise<OfferRow | undefined> {
  return (await sql<OfferRow>`${offers} where token_hash = ${tokenHash}`.execute(db)).rows[0];
}

export async function offerById(db: Database, offerId: number): Promise<OfferRow | undefined> {
  return (await sql<OfferRow>`${offers} where offer_id = ${offerId}`.execute(db)).rows[0];
}

/** The last offer for a place. */
export async function offerOfPlace(db: Database, placeId: number): Promise<OfferRow | undefined> {
  const { rows } = await sql<OfferRow>`${offers} where place_id = ${placeId} order by offer_id desc limit 1`.execute(
    db,
  );
  return rows[0];
}

/** The order that was placed with this key. */
export async function orderWithKey(db: Database, cartKey: string): Promise<number | undefined> {
  const row = await db.selectFrom("orders").select("order_id").where("cart_key", "=", cartKey).executeTakeFirst();
  return row?.order_id;
}

/** From now on the borrower knows of an open offer, which lasts these hours; undefined: it is over, or was told. */
export async function tellOffer(
  tx: Transaction,
  offerId: number,
  { tokenHash, hours }: { tokenHash: Buffer; hours: number },
) {
  const { rows } = await sql<{ place_id: number; until_at: Date }>`
    update queue_offers set told_at = now(), token_hash = ${tokenHash}, until_at = now() + make_interval(hours => ${hours})
    where offer_id = ${offerId} and closed_at is null and told_at is null returning place_id, until_at`.execute(tx);
  return rows[0];
}

/** Who has a place, where mail reaches them, and why they left. */
export async function readerOfPlace(tx: Transaction, placeId: number) {
  const { rows } = await sql<{
    title: string;
    item_id: number;
    name: string;
    email_address: string;
    language: LanguageCode;
    is_reached: boolean;
    left_because: string | null;
  }>`
    select title, item_id, name, email_address, account_mailboxes.language, is_read and is_confirmed as is_reached, left_because
    from queue_places join items using (item_id) join account_mailboxes using (borrower_id) where place_id = ${placeId}`.execute(
    tx,
  );
  return rows[0];
}

/** Titles whose waitlists must advance: a hold is over, a borrower was blocked, or a copy is available. */
export async function titlesToAdvance(db: Database, most: number): Promise<number[]> {
  const { rows } = await sql<{ item_id: number }>`
    select item_id from (
      select item_id from queue_offers where closed_at is null and until_at <= now()
      union select queue_offers.item_id from queue_offers join queue_places using (place_id) join borrowers using (borrower_id)
        where closed_at is null and blocked_because <> ''
      union select item_id from queue_ready join items using (item_id) where in_stock > 0
    ) as due order by item_id limit ${most}`.execute(db);
  return rows.map(({ item_id }) => item_id);
}

/** Places of a locked title whose hold is over. */
export async function lapsedPlaces(tx: Transaction, itemId: number): Promise<number[]> {
  const { rows } = await sql<{ place_id: number }>`
    select place_id from queue_offers
    where item_id = ${itemId} and closed_at is null and until_at <= now()`.execute(tx);
  return rows.map(({ place_id }) => place_id);
}

/** Copies of a locked title that are held for borrowers who may not order go back; their places stay. */
export async function withdrawFromBlocked(tx: Transaction, itemId: number): Promise<void> {
  await sql`
    update queue_offers set closed_at = now(), outcome = 'withdrawn' from queue_places join borrowers using (borrower_id)
    where queue_places.place_id = queue_offers.place_id and queue_offers.item_id = ${itemId} and closed_at is null
      and blocked_because <> ''`.execute(tx);
}
