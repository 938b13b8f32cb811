import type { HeldForSomebody, QueuePlace, Waiting } from "#contract/borrowers/queue.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import { sql } from "kysely";

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

/** The database's clock, which all times of lines and holds are of. */
export async function timeOfDatabase(db: Database): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select now() as at`.execute(db);
  return rows[0]?.at ?? new Date();
}

export type Days = { neededFrom: string | null; neededTo: string | null };

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

/** What follows from the days on which it is needed; null: from none. */
export type Wish = Days & {
  /** Both days: when a copy leaves for them, and when it is free again. */
  window: { leavesOn: string; freeOn: string } | null;
  /** The first day only: from when on a copy is offered. */
  readyOn: string | null;
  /** The last day on which a copy can leave in time. */
  untilOn: string | null;
};

const columnsOf = ({ neededFrom, neededTo, window, readyOn, untilOn }: Wish) => ({
  needed_from: neededFrom,
  needed_to: neededTo,
  leaves_on: window?.leavesOn ?? null,
  free_on: window?.freeOn ?? null,
  ready_on: readyOn,
  until_on: untilOn,
});

/** Puts a borrower at the end of a locked title's line. */
export async function insertPlace(
  tx: Transaction,
  { itemId: item_id, borrowerId: borrower_id, wish }: { itemId: number; borrowerId: number; wish: Wish },
): Promise<number> {
  const { place_id } = await tx
    .insertInto("queue_places")
    .values({ item_id, borrower_id, ...columnsOf(wish) })
    .returning("place_id")
    .executeTakeFirstOrThrow();
  return place_id;
}

/** Whose place it is, in the line for which title, and when they left. */
export async function placeById(db: Database, placeId: number) {
  return db
    .selectFrom("queue_places")
    .select(["place_id", "item_id", "borrower_id", "left_at", "needed_from", "needed_to", "is_paused"])
    .where("place_id", "=", placeId)
    .executeTakeFirst();
}

/** Other days or a pause, of a locked title; what was held goes back. */
export async function updatePlace(
  tx: Transaction,
  placeId: number,
  { wish, isPaused: is_paused }: { wish: Wish; isPaused: boolean },
): Promise<void> {
  // what followed from the days of before goes first: days that follow without are those of the version before
  const nothing = { leaves_on: null, free_on: null, ready_on: null, until_on: null };
  await tx.updateTable("queue_places").set(nothing).where("place_id", "=", placeId).execute();
  await tx
    .updateTable("queue_places")
    .set({ ...columnsOf(wish), is_paused })
    .where("place_id", "=", placeId)
    .execute();
}

/** What was held for a place is held no more; the place stays. */
export async function withdrawOffer(tx: Transaction, placeId: number): Promise<void> {
  await sql`
    update queue_offers set closed_at = now(), outcome = 'withdrawn' where place_id = ${placeId} and closed_at is null`.execute(
    tx,
  );
}

/** Takes places of a locked title out of line; what was held for them goes back. */
export async function leavePlaces(tx: Transaction, placeIds: readonly number[], because: "left" | "lapsed" | "past") {
  await sql`
    update queue_places set left_at = now(), left_because = ${because}
    where place_id = any(${[...placeIds]}::integer[]) and left_at is null`.execute(tx);
}

const instant = (column: string) => sql`to_json(${sql.ref(column)}) #>> '{}'`;

/** Whether an email reaches the borrower. */
const isReached = sql`account_mailboxes.is_read and account_mailboxes.is_confirmed`;

/** A place in a line, without what the mail takes. */
export type OwnPlace = Omit<QueuePlace, "guess"> & { guess: Omit<NonNullable<QueuePlace["guess"]>, "mailDays"> | null };

/** What a borrower waits for, the longest first; or one place. */
export async function placesOf(db: Database, of: { borrowerId: number; placeId?: number }): Promise<OwnPlace[]> {
  const { rows } = await sql<OwnPlace>`
    select queue_places.place_id as "placeId", queue_places.item_id as "inventoryId", title, items.language,
      (select count(*)::integer from queue_places as before
        where before.item_id = queue_places.item_id and before.left_at is null and before.place_id <= queue_places.place_id) as place,
      ${instant("since")} as since, needed_from as "neededFrom", needed_to as "neededTo", is_paused as "isPaused",
      ${isReached} as "isReached",
      case when offer_id is null then (
        select json_build_object('from', earliest, 'to', latest, 'right', measured.right, 'of', measured.of)
        from queue_guesses cross join (
          select (count(*) filter (where came_on between earliest and latest))::integer as right, count(*)::integer as of
          from (
            select earliest, latest, came_on from queue_guesses join queue_places as guessed using (place_id)
            -- nothing came by the last day, and somebody still waited for it: that was wrong, too
            where came_on is not null
              or latest < library_day_of(now()) and (left_at is null or library_day_of(left_at) > latest)
            order by place_id desc limit 100) as latest_ones
        ) as measured
        where queue_guesses.place_id = queue_places.place_id and latest >= library_day_of(now())
      ) end as guess,
      case when offer_id is not null then json_build_object('until', until_at, 'isDays', copy_id is null) end as held
    from queue_places join items using (item_id) join account_mailboxes using (borrower_id)
    left join queue_offers on queue_offers.place_id = queue_places.place_id and closed_at is null
    where borrower_id = ${of.borrowerId} and left_at is null and (${of.placeId ?? null}::integer is null or queue_places.place_id = ${of.placeId ?? null})
    order by queue_places.place_id`.execute(db);
  return rows;
}

/** The line of a title, in the order in which it is served. */
export async function waitingFor(db: Database, itemId: number, part: { limit: number; offset: number }) {
  const { rows } = await sql<Waiting & { total: number }>`
    select (row_number() over (order by queue_places.place_id))::integer as place, borrower_id as "borrowerId", borrowers.name as "borrowerName",
      ${isReached} as "isReached", school_name as "schoolName", ${instant("since")} as since, needed_from as "neededFrom", needed_to as "neededTo",
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
