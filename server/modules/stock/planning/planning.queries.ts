import { sql } from "kysely";
import type { LendingDays } from "#contract/site/teaching-days.ts";
import type { ClosedDays } from "#contract/site/business-days.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import { hotStatement } from "#server/platform/connection/hot-statements.ts";
import type { Place } from "./plan-title.rules.ts";
import type { LibraryDay, StoredPlace } from "./windows.rules.ts";

/** Locks titles in id order; gives those of them that exist, with their names, and whether they have bookings. */
export async function lockTitles(tx: Transaction, itemIds: readonly number[]) {
  return tx
    .selectFrom("items")
    .select(["item_id", "title", "booked_soon"])
    .where(sql<boolean>`item_id = any(${[...itemIds]}::integer[])`)
    .orderBy("item_id")
    .forNoKeyUpdate()
    .execute();
}

/** Those of locked titles that have bookings, or are to have some because an order with days is open again. */
export async function titlesToPlan(tx: Transaction, itemIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ item_id: number }>`
    select item_id from items
    where item_id = any(${[...itemIds]}::integer[]) and (booked_soon is not null or exists (
      select from line_days join order_lines using (order_line_id) join orders using (order_id)
      where line_days.item_id = items.item_id and is_open))
    order by item_id`.execute(tx);
  return rows.map(({ item_id }) => item_id);
}

/** The day that counts are made for; undefined: nobody ever ordered by days. */
export async function storedDay(db: Database): Promise<(LibraryDay & { isPlanned: boolean }) | undefined> {
  const { rows } = await sql<LibraryDay & { isPlanned: boolean; closed: ClosedDays }>`
    select day, usual_until as "usualUntil", inspection_days as "inspectionDays", closed, is_planned as "isPlanned"
    from library_day`.execute(db);
  return rows[0];
}

/** The stored day, which whatever has bookings is counted from. */
export async function dayOfBookings(db: Database): Promise<LibraryDay> {
  const library = await storedDay(db);
  if (!library) throw new Error("There are bookings, and no day that they are counted from.");
  return library;
}

/** Stores the first day; a day that is stored stays, because plans are made for it. */
export async function beginDays(db: Database, { day, usualUntil, inspectionDays, closed }: LibraryDay): Promise<void> {
  await sql`
    insert into library_day (day, usual_until, inspection_days, closed, is_planned)
    values (${day}::date, ${usualUntil}::date, ${inspectionDays}, ${JSON.stringify(closed)}::jsonb, true)
    on conflict do nothing`.execute(db);
}

/** Another day than the stored one, for which all titles are to be planned. */
export async function changeDay(db: Database, { day, usualUntil, inspectionDays, closed }: LibraryDay): Promise<void> {
  await sql`
    update library_day set day = ${day}::date, usual_until = ${usualUntil}::date, inspection_days = ${inspectionDays},
      closed = ${JSON.stringify(closed)}::jsonb, is_planned = false`.execute(db);
}

export async function endPlanning(db: Database, day: string): Promise<void> {
  await sql`update library_day set is_planned = true where day = ${day}::date`.execute(db);
}

/** The next titles that have bookings. */
export async function titlesWithBookings(db: Database, after: number, most: number): Promise<number[]> {
  const { rows } = await sql<{ item_id: number }>`
    select distinct item_id from bookings where item_id > ${after} order by item_id limit ${most}`.execute(db);
  return rows.map(({ item_id }) => item_id);
}

type PlaceRow = StoredPlace & {
  order_line_id: number;
  slot: number;
  order_id: number;
  planned: number | null;
  /** As it was planned before; null: it was not. */
  away_from: string | null;
  away_to: string | null;
};

/** Every place of the open orders of a title. */
export async function placesOf(db: Database, itemId: number): Promise<PlaceRow[]> {
  const { rows } = await sql<PlaceRow>`
    select places.order_line_id, places.slot, places.order_id, places.copy_id, is_out, due_on, leaves_on, free_on,
      bookings.copy_id as planned, lower(away) as away_from, upper(away) as away_to
    from circulation_places as places left join bookings
      -- its title, too: only those of this one are read
      on bookings.item_id = places.item_id and bookings.order_line_id = places.order_line_id and bookings.slot = places.slot
    where places.item_id = ${itemId}`.execute(db);
  return rows;
}

export type PlacesOfTitle = { itemId: number; title: string; copyIds: number[]; places: StoredPlace[]; held: number[] };

const placesOfPage = hotStatement<PlacesOfTitle>(`
  select items.item_id as "itemId", items.title,
    array(select copy_id from copies
      where copies.item_id = items.item_id and not is_inactive and items.archived_at is null) as "copyIds",
    array(select copy_id from queue_offers where queue_offers.item_id = items.item_id and closed_at is null) as held,
    coalesce((
      select json_agg(json_build_object('copy_id', copy_id, 'is_out', is_out, 'due_on', due_on, 'leaves_on', leaves_on,
        'free_on', free_on))
      from circulation_places as places where places.item_id = items.item_id
    ), '[]') as places
  from items where items.item_id = any((select $1::integer[])::integer[])`);

/** The copies of titles that can be lent, those held, and the places of their open orders: a page of titles in one statement. */
export async function placesOfTitles(db: Database, itemIds: readonly number[]): Promise<PlacesOfTitle[]> {
  return (await db.executeQuery(placesOfPage([itemIds]))).rows;
}

/** The copies of a title that are held for those in line. */
export async function heldCopies(db: Database, itemId: number): Promise<number[]> {
  const { rows } = await sql<{ copy_id: number }>`
    select copy_id from queue_offers where item_id = ${itemId} and closed_at is null`.execute(db);
  return rows.map(({ copy_id }) => copy_id);
}

/** The copies of a title that can be lent, on the shelf or not; none of an archived one. */
export async function lendableCopies(db: Database, itemId: number): Promise<number[]> {
  const { rows } = await sql<{ copy_id: number }>`
    select copy_id from copies join items using (item_id)
    where item_id = ${itemId} and not is_inactive and items.archived_at is null order by copy_number, copy_id`.execute(
    db,
  );
  return rows.map(({ copy_id }) => copy_id);
}

type Booking = Pick<Place, "orderLineId" | "slot" | "from" | "to"> & { copyId: number | null };

/** Writes the bookings of a title that changed, and removes those that are over. */
export async function writeBookings(
  tx: Transaction,
  itemId: number,
  { changed, gone }: { changed: readonly Booking[]; gone: readonly { orderLineId: number; slot: number }[] },
): Promise<void> {
  if (gone.length > 0)
    await sql`
      delete from bookings using unnest(${gone.map(({ orderLineId }) => orderLineId)}::integer[],
        ${gone.map(({ slot }) => slot)}::smallint[]) as gone (order_line_id, slot)
      where bookings.order_line_id = gone.order_line_id and bookings.slot = gone.slot`.execute(tx);
  if (changed.length > 0)
    await sql`
      insert into bookings (order_line_id, slot, item_id, copy_id, away)
      select order_line_id, slot, ${itemId}, copy_id, daterange(starts, ends)
      from unnest(${changed.map(({ orderLineId }) => orderLineId)}::integer[], ${changed.map(({ slot }) => slot)}::smallint[],
        ${changed.map(({ copyId }) => copyId)}::integer[], ${changed.map(({ from }) => from)}::date[],
        ${changed.map(({ to }) => to)}::date[]) as changed (order_line_id, slot, copy_id, starts, ends)
      on conflict (order_line_id, slot) do update set copy_id = excluded.copy_id, away = excluded.away`.execute(tx);
}

/** The bookings that a title has. */
export async function bookingsOf(db: Database, itemId: number) {
  const { rows } = await sql<{ orderLineId: number; slot: number }>`
    select order_line_id as "orderLineId", slot from bookings where item_id = ${itemId}`.execute(db);
  return rows;
}

export async function setBookedSoon(tx: Transaction, itemId: number, bookedSoon: number | null): Promise<void> {
  await sql`update items set booked_soon = ${bookedSoon} where item_id = ${itemId}
    and booked_soon is distinct from ${bookedSoon}`.execute(tx);
}

/** How many places of titles have no copy in their plan. */
export async function withoutCopy(db: Database, itemIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from bookings
    where item_id = any(${[...itemIds]}::integer[]) and copy_id is null`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Stores the days of the lines of an order that have none, and notes that their titles have bookings. */
export async function storeDays(tx: Transaction, orderId: number, days: LendingDays): Promise<void> {
  await sql`
    with dated as (
      insert into line_days (order_line_id, item_id, teach_from, teach_to, leaves_on, arrives_on, post_on, due_on, free_on)
      select order_line_id, item_id, ${days.teachFrom}, ${days.teachTo}, ${days.leavesBy}, ${days.withYouBy}, ${days.postBackBy},
        ${days.dueBy}, ${days.freeOn}
      from order_lines where order_id = ${orderId}
      on conflict do nothing
    )
    update items set booked_soon = coalesce(booked_soon, 0)
    from order_lines where order_id = ${orderId} and items.item_id = order_lines.item_id`.execute(tx);
}

/** The days of an order that moves to others. */
export async function removeDays(tx: Transaction, orderId: number): Promise<void> {
  await sql`delete from line_days using order_lines
    where line_days.order_line_id = order_lines.order_line_id and order_id = ${orderId}`.execute(tx);
}

/** The titles of a range that have bookings, or should have some. */
export async function titlesToCompare(
  db: Database,
  { after, last }: { after: number; last: number },
): Promise<number[]> {
  const { rows } = await sql<{ item_id: number }>`
    select item_id from items where booked_soon is not null and item_id > ${after} and item_id <= ${last}
    union select item_id from bookings where item_id > ${after} and item_id <= ${last}
    union select line_days.item_id from line_days join order_lines using (order_line_id) join orders using (order_id)
      where is_open and line_days.item_id > ${after} and line_days.item_id <= ${last}`.execute(db);
  return rows.map(({ item_id }) => item_id);
}
