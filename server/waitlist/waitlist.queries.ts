import type { HoldShelfCopy, WaitlistEntry, Waiting } from "#contract/waitlist/waitlist.ts";
import { statuses } from "#contract/catalog/codes.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import { sql } from "kysely";
import type { LanguageCode } from "#contract/site/languages.ts";

export type Outlook = {
  /** When each copy that is out is due, YYYY-MM-DD. */
  dueOn: readonly string[];
  /** Copies on hold, which are lent next. */
  held: number;
  /** People ahead on the waitlist, without a copy on hold. */
  ahead: number;
};

/** Locks a title against changes of its waitlist and stock; undefined if it is archived or missing. */
export async function lockTitle(tx: Transaction, itemId: number) {
  return tx
    .selectFrom("items")
    .select(["item_id", "in_stock"])
    .where("item_id", "=", itemId)
    .where("archived_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Locks a borrower's waitlist entries, and returns how many there are; undefined if the borrower is missing. */
export async function lockWaiting(tx: Transaction, borrowerId: number): Promise<number | undefined> {
  const { rows } = await sql`
    select from borrowers where borrower_id = ${borrowerId} for no key update`.execute(tx);
  if (rows.length === 0) return undefined;
  const { rows: counts } = await sql<{ count: number }>`
    select count(*)::integer as count from waitlist_entries where borrower_id = ${borrowerId} and left_at is null`.execute(
    tx,
  );
  return counts[0]?.count;
}

export async function placeIn(db: Database, itemId: number, borrowerId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom("waitlist_entries")
    .select("entry_id")
    .where("item_id", "=", itemId)
    .where("borrower_id", "=", borrowerId)
    .where("left_at", "is", null)
    .executeTakeFirst();
  return row?.entry_id;
}

/** Puts a borrower at the end of a locked title's waitlist. */
export async function insertPlace(tx: Transaction, itemId: number, borrowerId: number): Promise<number> {
  const { entry_id } = await tx
    .insertInto("waitlist_entries")
    .values({ item_id: itemId, borrower_id: borrowerId })
    .returning("entry_id")
    .executeTakeFirstOrThrow();
  return entry_id;
}

export async function entryById(db: Database, entryId: number) {
  return db
    .selectFrom("waitlist_entries")
    .select(["entry_id", "item_id", "borrower_id", "left_at", "is_paused"])
    .where("entry_id", "=", entryId)
    .executeTakeFirst();
}

export async function setPaused(tx: Transaction, entryId: number, isPaused: boolean): Promise<void> {
  await tx.updateTable("waitlist_entries").set({ is_paused: isPaused }).where("entry_id", "=", entryId).execute();
}

/** Withdraws the hold of a waitlist entry, which stays. */
export async function withdrawOffer(tx: Transaction, entryId: number): Promise<void> {
  await sql`
    update waitlist_offers set closed_at = now(), outcome = 'withdrawn' where entry_id = ${entryId} and closed_at is null`.execute(
    tx,
  );
}

/** Removes entries from a locked title's waitlist. A trigger ends their holds. */
export async function leavePlaces(tx: Transaction, entryIds: readonly number[], reason: "left" | "lapsed") {
  await sql`
    update waitlist_entries set left_at = now(), leave_reason = ${reason}
    where entry_id = any(${[...entryIds]}::integer[]) and left_at is null`.execute(tx);
}

const isReached = sql`account_mailboxes.is_read and account_mailboxes.is_confirmed`;

type EntryRow = Omit<WaitlistEntry, "expectedOn"> & { outlook: Outlook & { today: string } };

/** Returns the waitlist entries of a borrower, longest wait first, or one of them. */
export async function entriesOf(db: Database, of: { borrowerId: number; entryId?: number }): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select place.entry_id as "entryId", place.item_id as "inventoryId", title, items.language,
      (select count(*)::integer from waitlist_entries as before
        where before.item_id = place.item_id and before.left_at is null and before.entry_id <= place.entry_id) as place,
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
          where before.item_id = place.item_id and before.entry_id < place.entry_id)
      ) as outlook
    from waitlist_entries as place join items using (item_id) join account_mailboxes using (borrower_id)
    left join waitlist_offers on waitlist_offers.entry_id = place.entry_id and closed_at is null
    where borrower_id = ${of.borrowerId} and left_at is null and (${of.entryId ?? null}::integer is null or place.entry_id = ${of.entryId ?? null})
    order by place.entry_id`.execute(db);
  return rows;
}

/** Returns a page of a title's waitlist, longest wait first. */
export async function waitingFor(db: Database, itemId: number, part: { limit: number; offset: number }) {
  const { rows } = await sql<Waiting & { total: number }>`
    select (row_number() over (order by waitlist_entries.entry_id))::integer as place, borrower_id as "borrowerId", borrowers.name as "borrowerName",
      ${isReached} as "isReached", school_name as "schoolName", to_json(since) #>> '{}' as since,
      is_paused as "isPaused", offer_id is not null as "isHeldFor", count(*) over ()::integer as total
    from waitlist_entries join borrowers using (borrower_id) join account_mailboxes using (borrower_id)
    left join waitlist_offers on waitlist_offers.entry_id = waitlist_entries.entry_id and closed_at is null
    where waitlist_entries.item_id = ${itemId} and left_at is null
    order by waitlist_entries.entry_id limit ${part.limit} offset ${part.offset}`.execute(db);
  return { data: rows.map(({ total: _total, ...waiting }) => waiting), total: rows[0]?.total ?? 0 };
}

/** Returns a page of the hold shelf: ordered copies first, then by the end of the hold. */
export async function holdShelf(db: Database, part: { limit: number; offset: number }) {
  const { rows } = await sql<HoldShelfCopy & { total: number }>`
    select copy_id as "inventoryItemId", item_id as "inventoryId", title, items.language, sku_number as "skuNumber",
      copy_number as "copyNumber", borrowers.name as "borrowerName", ${isReached} as "isReached", school_name as "schoolName",
      to_json(until_at) #>> '{}' as until, order_id as "orderId", count(*) over ()::integer as total
    from hold_shelf join copies using (copy_id) join items using (item_id) join borrowers using (borrower_id)
    join account_mailboxes using (borrower_id)
    order by order_id is null, until_at, copy_id limit ${part.limit} offset ${part.offset}`.execute(db);
  return { data: rows.map(({ total: _total, ...copy }) => copy), total: rows[0]?.total ?? 0 };
}

/** A hold; `until_at` is null before the email goes out. */
export type OfferRow = {
  offer_id: number;
  entry_id: number;
  item_id: number;
  borrower_id: number;
  title: string;
  language: string;
  until_at: Date | null;
  outcome: string | null;
  is_over: boolean;
};

const offers = sql`
  select offer_id, entry_id, waitlist_offers.item_id, borrower_id, title, items.language, until_at, outcome,
    coalesce(until_at <= now(), false) as is_over
  from waitlist_offers join waitlist_entries using (entry_id) join items on items.item_id = waitlist_offers.item_id`;

export async function offerOfLink(db: Database, tokenHash: Buffer): Promise<OfferRow | undefined> {
  return (await sql<OfferRow>`${offers} where token_hash = ${tokenHash}`.execute(db)).rows[0];
}

export async function offerById(db: Database, offerId: number): Promise<OfferRow | undefined> {
  return (await sql<OfferRow>`${offers} where offer_id = ${offerId}`.execute(db)).rows[0];
}

export async function offerOfEntry(db: Database, entryId: number): Promise<OfferRow | undefined> {
  const { rows } = await sql<OfferRow>`${offers} where entry_id = ${entryId} order by offer_id desc limit 1`.execute(
    db,
  );
  return rows[0];
}

export async function orderWithKey(db: Database, cartKey: string): Promise<number | undefined> {
  const row = await db.selectFrom("orders").select("order_id").where("cart_key", "=", cartKey).executeTakeFirst();
  return row?.order_id;
}

/** Starts the hours of an open hold; undefined if it is over or has already started. */
export async function startHold(
  tx: Transaction,
  offerId: number,
  { tokenHash, hours }: { tokenHash: Buffer; hours: number },
) {
  const { rows } = await sql<{ entry_id: number; until_at: Date }>`
    update waitlist_offers set emailed_at = now(), token_hash = ${tokenHash}, until_at = now() + make_interval(hours => ${hours})
    where offer_id = ${offerId} and closed_at is null and emailed_at is null returning entry_id, until_at`.execute(tx);
  return rows[0];
}

export async function readerOfPlace(tx: Transaction, entryId: number) {
  const { rows } = await sql<{
    title: string;
    item_id: number;
    borrower_id: number;
    email_address: string;
    language: LanguageCode;
    is_reached: boolean;
    leave_reason: string | null;
  }>`
    select title, item_id, borrower_id, email_address, account_mailboxes.language, is_read and is_confirmed as is_reached, leave_reason
    from waitlist_entries join items using (item_id) join account_mailboxes using (borrower_id) where entry_id = ${entryId}`.execute(
    tx,
  );
  return rows[0];
}

/** Returns the titles whose waitlists must advance: a hold is over, a borrower was blocked, or a copy is available. */
export async function titlesToAdvance(db: Database, limit: number): Promise<number[]> {
  const { rows } = await sql<{ item_id: number }>`
    select item_id from (
      select item_id from waitlist_offers where closed_at is null and until_at <= now()
      union select waitlist_offers.item_id from waitlist_offers join waitlist_entries using (entry_id) join borrowers using (borrower_id)
        where closed_at is null and block_reason <> ''
      union select item_id from waitlist_ready join items using (item_id) where in_stock > 0
    ) as due order by item_id limit ${limit}`.execute(db);
  return rows.map(({ item_id }) => item_id);
}

export async function lapsedPlaces(tx: Transaction, itemId: number): Promise<number[]> {
  const { rows } = await sql<{ entry_id: number }>`
    select entry_id from waitlist_offers
    where item_id = ${itemId} and closed_at is null and until_at <= now()`.execute(tx);
  return rows.map(({ entry_id }) => entry_id);
}

/** Withdraws the holds of blocked borrowers on a locked title. Their entries stay. */
export async function withdrawFromBlocked(tx: Transaction, itemId: number): Promise<void> {
  await sql`
    update waitlist_offers set closed_at = now(), outcome = 'withdrawn' from waitlist_entries join borrowers using (borrower_id)
    where waitlist_entries.entry_id = waitlist_offers.entry_id and waitlist_offers.item_id = ${itemId} and closed_at is null
      and block_reason <> ''`.execute(tx);
}
