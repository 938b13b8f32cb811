import type { HeldForSomebody, QueuePlace, Waiting } from "#contract/borrowers/queue.ts";
import { statuses } from "#contract/codes.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import { sql } from "kysely";
import type { Outlook } from "./expected-day.rules.ts";

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
    select count(*)::integer as count from queue_places where borrower_id = ${borrowerId} and left_at is null`.execute(
    tx,
  );
  return counted[0]?.count;
}

/** The place of a borrower who waits for a title; undefined: they do not. */
export async function placeIn(db: Database, itemId: number, borrowerId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom("queue_places")
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
    .insertInto("queue_places")
    .values({ item_id: itemId, borrower_id: borrowerId })
    .returning("place_id")
    .executeTakeFirstOrThrow();
  return place_id;
}

/** Whose place it is, on the waitlist of which title, and when they left. */
export async function placeById(db: Database, placeId: number) {
  return db
    .selectFrom("queue_places")
    .select(["place_id", "item_id", "borrower_id", "left_at", "is_paused"])
    .where("place_id", "=", placeId)
    .executeTakeFirst();
}

/** Pauses or resumes a place of a locked title. */
export async function setPaused(tx: Transaction, placeId: number, isPaused: boolean): Promise<void> {
  await tx.updateTable("queue_places").set({ is_paused: isPaused }).where("place_id", "=", placeId).execute();
}

/** What was held for a place is held no more; the place stays. */
export async function withdrawOffer(tx: Transaction, placeId: number): Promise<void> {
  await sql`
    update queue_offers set closed_at = now(), outcome = 'withdrawn' where place_id = ${placeId} and closed_at is null`.execute(
    tx,
  );
}

/** Takes places of a locked title out of line; what was held for them goes back. */
export async function leavePlaces(tx: Transaction, placeIds: readonly number[], because: "left" | "lapsed") {
  await sql`
    update queue_places set left_at = now(), left_because = ${because}
    where place_id = any(${[...placeIds]}::integer[]) and left_at is null`.execute(tx);
}

/** Whether an email reaches the borrower. */
const isReached = sql`account_mailboxes.is_read and account_mailboxes.is_confirmed`;

/** A place, and what its estimate depends on. */
export type PlaceRow = Omit<QueuePlace, "expectedOn"> & { outlook: Outlook & { today: string } };

/** What a borrower waits for, the longest first; or one place. */
export async function placesOf(db: Database, of: { borrowerId: number; placeId?: number }): Promise<PlaceRow[]> {
  const { rows } = await sql<PlaceRow>`
    select place.place_id as "placeId", place.item_id as "inventoryId", title, items.language,
      (select count(*)::integer from queue_places as before
        where before.item_id = place.item_id and before.left_at is null and before.place_id <= place.place_id) as place,
      to_json(since) #>> '{}' as since, is_paused as "isPaused", ${isReached} as "isReached",
      case when offer_id is not null then json_build_object('until', until_at) end as held,
      json_build_object(
        'today', library_day_of(now()),
        'dueOn', array(
          select coalesce(due_on, return_date) from assignments join orders using (order_id)
          where assignments.item_id = place.item_id and released_at is null and status_id = ${sql.lit(statuses.shipped)}
            and coalesce(due_on, return_date) is not null),
        'held', (select count(*) from queue_offers where queue_offers.item_id = place.item_id and closed_at is null),
        'ahead', (
          select count(*) from queue_ready as before
          where before.item_id = place.item_id and (before.is_reached, -before.place_id) > (${isReached}, -place.place_id))
      ) as outlook
    from queue_places as place join items using (item_id) join account_mailboxes using (borrower_id)
    left join queue_offers on queue_offers.place_id = place.place_id and closed_at is null
    where borrower_id = ${of.borrowerId} and left_at is null and (${of.placeId ?? null}::integer is null or place.place_id = ${of.placeId ?? null})
    order by place.place_id`.execute(db);
  return rows;
}

/** The line of a title, in the order in which it is served. */
export async function waitingFor(db: Database, itemId: number, part: { limit: number; offset: number }) {
  const { rows } = await sql<Waiting & { total: number }>`
    select (row_number() over (order by queue_places.place_id))::integer as place, borrower_id as "borrowerId", borrowers.name as "borrowerName",
      ${isReached} as "isReached", school_name as "schoolName", to_json(since) #>> '{}' as since,
      is_paused as "isPaused", offer_id is not null as "isHeldFor", count(*) over ()::integer as total
    from queue_places join borrowers using (borrower_id) join account_mailboxes using (borrower_id)
    left join queue_offers on queue_offers.place_id = queue_places.place_id and closed_at is null
    where queue_places.item_id = ${itemId} and left_at is null
    order by queue_places.place_id limit ${part.limit} offset ${part.offset}`.execute(db);
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
