import type { HeldForSomebody, WaitlistEntry, Waiting } from "#contract/waitlist/waitlist.ts";
import { statuses } from "#contract/catalog/codes.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import { sql } from "kysely";
import type { LanguageCode } from "#contract/site/languages.ts";

export type Outlook = {
  /** When each copy that is out is due, YYYY-MM-DD. */
  dueOn: readonly string[];
  /** Copies on hold, which are lent next. */
  held: number;
  /** People who go before, without a copy on hold. */
  ahead: number;
};

/** Locks a title, after others who change its queue or its stock; undefined: it is not lent. */
export async function lockTitle(tx: Transaction, itemId: number) {
  return tx
    .selectFrom("items")
    .select(["item_id", "in_stock"])
    .where("item_id", "=", itemId)
    .where("archived_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Makes other changes of what a borrower waits for wait; gives how many titles that are. */
export async function lockWaiting(tx: Transaction, borrowerId: number): Promise<number | undefined> {
  const { rows } = await sql`
    select from borrowers where borrower_id = ${borrowerId} for no key update`.execute(tx);
  if (rows.length === 0) return undefined;
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::integer as count from waitlist_entries where borrower_id = ${borrowerId} and left_at is null`.execute(
    tx,
  );
  return counted[0]?.count;
}

/** The place of a borrower who waits for a title; undefined: they do not. */
export async function placeIn(db: Database, itemId: number, borrowerId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom("waitlist_entries")
    .select("place_id")
    .where("item_id", "=", itemId)
    .where("borrower_id", "=", borrowerId)
    .where("left_at", "is", null)
    .executeTakeFirst();
  return row?.place_id;
}

/** Puts a borrower at the end of a locked title's waitlist. */
export async function insertPlace(tx: Transaction, itemId: number, borrowerId: number): Promise<number> {
  const { place_id } = await tx
    .insertInto("waitlist_entries")
    .values({ item_id: itemId, borrower_id: borrowerId })
    .returning("place_id")
    .executeTakeFirstOrThrow();
  return place_id;
}

/** Whose place it is, on the waitlist of which title, and when they left. */
export async function placeById(db: Database, placeId: number) {
  return db
    .selectFrom("waitlist_entries")
    .select(["place_id", "item_id", "borrower_id", "left_at", "is_paused"])
    .where("place_id", "=", placeId)
    .executeTakeFirst();
}

/** Pauses or resumes a place of a locked title. */
export async function setPaused(tx: Transaction, placeId: number, isPaused: boolean): Promise<void> {
  await tx.updateTable("waitlist_entries").set({ is_paused: isPaused }).where("place_id", "=", placeId).execute();
}

/** What was held for a place is held no more; the place stays. */
export async function withdrawOffer(tx: Transaction, placeId: number): Promise<void> {
  await sql`
    update waitlist_offers set closed_at = now(), outcome = 'withdrawn' where place_id = ${placeId} and closed_at is null`.execute(
    tx,
  );
}

/** Takes places of a locked title out of line; what was held for them goes back. */
export async function leavePlaces(tx: Transaction, placeIds: readonly number[], because: "left" | "lapsed") {
  await sql`
    update waitlist_entries set left_at = now(), left_because = ${because}
    where place_id = any(${[...placeIds]}::integer[]) and left_at is null`.execute(tx);
}

const isReached = sql`account_mailboxes.is_read and account_mailboxes.is_confirmed`;

type PlaceRow = Omit<WaitlistEntry, "expectedOn"> & { outlook: Outlook & { today: string } };

/** What a borrower waits for, the longest first; or one place. */
export async function placesOf(db: Database, of: { borrowerId: number; placeId?: number }): Promise<PlaceRow[]> {
  const { rows } = await sql<PlaceRow>`
    select place.place_id as "placeId", place.item_id as "inventoryId", title, items.language,
      (select count(*)::integer from waitlist_entries as before
        where before.item_id = place.item_id and before.left_at is null and before.place_id <= place.place_id) as place,
      to_json(since) #>> '{}' as since, is_paused as "isPaused", ${isReached} as "isReached",
      case when offer_id is not null then json_build_object('until', until_at) end as held,
      json_build_object(
        'today', library_day_of(now()),
        'dueOn', array(
          select coalesce(due_on, return_date) from assignments join orders using (order_id)
          where assignments.item_id = place.item_id and released_at is null and status_id = ${sql.lit(statuses.shipped)}
            and coalesce(due_on, return_date) is not null),
        'held', (select count(*) from waitlist_offers where waitlist_offers.item_id = place.item_id and closed_at is null),
        'ahead', (
          select count(*) from waitlist_ready as before
          where before.item_id = place.item_id and (before.is_reached, -before.place_id) > (${isReached}, -place.place_id))
      ) as outlook
    from waitlist_entries as place join items using (item_id) join account_mailboxes using (borrower_id)
    left join waitlist_offers on waitlist_offers.place_id = place.place_id and closed_at is null
    where borrower_id = ${of.borrowerId} and left_at is null and (${of.placeId ?? null}::integer is null or place.place_id = ${of.placeId ?? null})
    order by place.place_id`.execute(db);
  return rows;
}

/** The line of a title, in the order in which it is served. */
export async function waitingFor(db: Database, itemId: number, part: { limit: number; offset: number }) {
  const { rows } = await sql<Waiting & { total: number }>`
    select (row_number() over (order by waitlist_entries.place_id))::integer as place, borrower_id as "borrowerId", borrowers.name as "borrowerName",
      ${isReached} as "isReached", school_name as "schoolName", to_json(since) #>> '{}' as since,
      is_paused as "isPaused", offer_id is not null as "isHeldFor", count(*) over ()::integer as total
    from waitlist_entries join borrowers using (borrower_id) join account_mailboxes using (borrower_id)
    left join waitlist_offers on waitlist_offers.place_id = waitlist_entries.place_id and closed_at is null
    where waitlist_entries.item_id = ${itemId} and left_at is null
    order by waitlist_entries.place_id limit ${part.limit} offset ${part.offset}`.execute(db);
  return { data: rows.map(({ total: _total, ...waiting }) => waiting), total: rows[0]?.total ?? 0 };
}

/** Copies that came back and are not to be shelved, those first that are to be packed, then those whose time is up first. */
export async function holdShelf(db: Database, part: { limit: number; offset: number }) {
  const { rows } = await sql<HeldForSomebody & { total: number }>`
    select copy_id as "inventoryItemId", item_id as "inventoryId", title, items.language, sku_number as "skuNumber",
      copy_number as "copyNumber", borrowers.name as "borrowerName", ${isReached} as "isReached", school_name as "schoolName",
      to_json(until_at) #>> '{}' as until, order_id as "orderId", count(*) over ()::integer as total
    from hold_shelf join copies using (copy_id) join items using (item_id) join borrowers using (borrower_id)
    join account_mailboxes using (borrower_id)
    order by order_id is null, until_at, copy_id limit ${part.limit} offset ${part.offset}`.execute(db);
  return { data: rows.map(({ total: _total, ...held }) => held), total: rows[0]?.total ?? 0 };
}

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
  select offer_id, place_id, waitlist_offers.item_id, borrower_id, title, items.language, until_at, outcome,
    coalesce(until_at <= now(), false) as is_over
  from waitlist_offers join waitlist_entries using (place_id) join items on items.item_id = waitlist_offers.item_id`;

export async function offerOfLink(db: Database, tokenHash: Buffer): Promise<OfferRow | undefined> {
  return (await sql<OfferRow>`${offers} where token_hash = ${tokenHash}`.execute(db)).rows[0];
}

export async function offerById(db: Database, offerId: number): Promise<OfferRow | undefined> {
  return (await sql<OfferRow>`${offers} where offer_id = ${offerId}`.execute(db)).rows[0];
}

export async function offerOfPlace(db: Database, placeId: number): Promise<OfferRow | undefined> {
  const { rows } = await sql<OfferRow>`${offers} where place_id = ${placeId} order by offer_id desc limit 1`.execute(
    db,
  );
  return rows[0];
}

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
    update waitlist_offers set told_at = now(), token_hash = ${tokenHash}, until_at = now() + make_interval(hours => ${hours})
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
    from waitlist_entries join items using (item_id) join account_mailboxes using (borrower_id) where place_id = ${placeId}`.execute(
    tx,
  );
  return rows[0];
}

/** Titles whose waitlists must advance: a hold is over, a borrower was blocked, or a copy is available. */
export async function titlesToAdvance(db: Database, most: number): Promise<number[]> {
  const { rows } = await sql<{ item_id: number }>`
    select item_id from (
      select item_id from waitlist_offers where closed_at is null and until_at <= now()
      union select waitlist_offers.item_id from waitlist_offers join waitlist_entries using (place_id) join borrowers using (borrower_id)
        where closed_at is null and blocked_because <> ''
      union select item_id from waitlist_ready join items using (item_id) where in_stock > 0
    ) as due order by item_id limit ${most}`.execute(db);
  return rows.map(({ item_id }) => item_id);
}

/** Places of a locked title whose hold is over. */
export async function lapsedPlaces(tx: Transaction, itemId: number): Promise<number[]> {
  const { rows } = await sql<{ place_id: number }>`
    select place_id from waitlist_offers
    where item_id = ${itemId} and closed_at is null and until_at <= now()`.execute(tx);
  return rows.map(({ place_id }) => place_id);
}

/** Copies of a locked title that are held for borrowers who may not order go back; their places stay. */
export async function withdrawFromBlocked(tx: Transaction, itemId: number): Promise<void> {
  await sql`
    update waitlist_offers set closed_at = now(), outcome = 'withdrawn' from waitlist_entries join borrowers using (borrower_id)
    where waitlist_entries.place_id = waitlist_offers.place_id and waitlist_offers.item_id = ${itemId} and closed_at is null
      and blocked_because <> ''`.execute(tx);
}
