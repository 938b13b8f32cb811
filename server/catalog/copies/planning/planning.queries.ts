import { sql } from "kysely";
import type { LendingDays } from "#contract/orders/teaching-days.ts";
import type { ClosedDays } from "#contract/orders/business-days.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import type { Place } from "./plan-title.rules.ts";
import type { LibraryDay, StoredPlace } from "./room.rules.ts";

/** Locks titles in id order. The next statement sees everything committed before the locks. */
export async function lockTitles(tx: Transaction, itemIds: readonly number[]): Promise<void> {
  await sql`
    select from items where item_id = any(${[...itemIds]}::integer[]) order by item_id for no key update`.execute(tx);
}

/** Returns the day of the current plans; undefined if no order ever had reserved dates. */
export async function storedDay(db: Database): Promise<(LibraryDay & { isPlanned: boolean }) | undefined> {
  const { rows } = await sql<LibraryDay & { isPlanned: boolean; closed: ClosedDays }>`
    select day, usual_until as "usualUntil", inspection_days as "inspectionDays", closed, is_planned as "isPlanned"
    from library_day`.execute(db);
  return rows[0];
}

/** Locks the stored day until commit. */
export async function keepDay(tx: Transaction): Promise<void> {
  await sql`select from library_day for share`.execute(tx);
}

/** Stores the first day, but keeps an existing one, because plans are based on it. */
export async function beginDays(db: Database, { day, usualUntil, inspectionDays, closed }: LibraryDay): Promise<void> {
  await sql`
    insert into library_day (day, usual_until, inspection_days, closed, is_planned)
    values (${day}::date, ${usualUntil}::date, ${inspectionDays}, ${JSON.stringify(closed)}::jsonb, true)
    on conflict do nothing`.execute(db);
}

/** Stores another day, for which no title is planned yet. */
export async function changeDay(db: Database, { day, usualUntil, inspectionDays, closed }: LibraryDay): Promise<void> {
  await sql`
    update library_day set day = ${day}::date, usual_until = ${usualUntil}::date, inspection_days = ${inspectionDays},
      closed = ${JSON.stringify(closed)}::jsonb, is_planned = false`.execute(db);
}

export async function endPlanning(db: Database, day: string): Promise<void> {
  await sql`update library_day set is_planned = true where day = ${day}::date`.execute(db);
}

export async function titlesWithBookings(db: Database, after: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ item_id: number }>`
    select distinct item_id from bookings where item_id > ${after} order by item_id limit ${limit}`.execute(db);
  return rows.map(({ item_id }) => item_id);
}

export type PlacesOfTitle = {
  itemId: number;
  title: string;
  copyIds: number[];
  places: StoredPlace[];
  heldIds: number[];
};

/** A place with its previous booking; a booking without a place is obsolete. */
export type PlannedPlace = StoredPlace & {
  order_line_id: number;
  slot: number;
  order_id: number | null;
  planned: number | null;
  away_from: string | null;
  away_to: string | null;
};

export type PlannedTitle = Omit<PlacesOfTitle, "places"> & {
  reservedSoon: number | null;
  /** The stored day; null if no order ever had reserved dates. */
  library: LibraryDay | null;
  places: PlannedPlace[];
};

/** Selects the lendable copies of titles, on the shelf or not, and their copies on hold. */
const copiesOfTitle = sql`items.item_id as "itemId", items.title,
    array(select copy_id from copies
      where copies.item_id = items.item_id and not is_inactive and items.archived_at is null
      order by copy_number, copy_id) as "copyIds",
    array(select copy_id from waitlist_offers where waitlist_offers.item_id = items.item_id and closed_at is null) as "heldIds"`;

const placesOfPage = (itemIds: readonly number[]) => sql<PlacesOfTitle>`
  select ${copiesOfTitle}, coalesce((
      select json_agg(json_build_object('copy_id', copy_id, 'is_out', is_out, 'due_on', due_on, 'ship_on', ship_on,
        'available_on', available_on))
      from circulation_places as places where places.item_id = items.item_id
    ), '[]') as places
  from items where items.item_id = any(${[...itemIds]}::integer[])`;

export async function placesOfTitles(db: Database, itemIds: readonly number[]): Promise<PlacesOfTitle[]> {
  return (await placesOfPage(itemIds).execute(db)).rows;
}

const selectPlans = (itemIds: readonly number[], condition = sql`true`) => sql<PlannedTitle>`
  select ${copiesOfTitle}, reserved_soon as "reservedSoon", (
      select json_build_object('day', day, 'usualUntil', usual_until, 'inspectionDays', inspection_days, 'closed', closed)
      from library_day
    ) as library, coalesce((
      -- whole rows: building five hundred objects one by one takes a third longer
      select json_agg(places) from (
        select order_line_id, slot, order_id, place.copy_id, is_out, due_on, ship_on, available_on,
          booking.copy_id as planned, lower(away) as away_from, upper(away) as away_to
        from (select * from circulation_places where circulation_places.item_id = items.item_id) as place
        full join (select * from bookings where bookings.item_id = items.item_id) as booking using (order_line_id, slot)
      ) as places
    ), '[]') as places
  from items where items.item_id = any(${[...itemIds]}::integer[]) and ${condition} order by items.item_id`;
// the limit keeps PostgreSQL from reading the days of all titles first
const isToPlan = sql`(reserved_soon is not null or (
    select is_open from order_line_dates join order_lines using (order_line_id) join orders using (order_id)
    where order_line_dates.item_id = items.item_id and is_open limit 1))`;

export async function plannedTitles(db: Database, itemIds: readonly number[]): Promise<PlannedTitle[]> {
  return (await selectPlans(itemIds).execute(db)).rows;
}

/** Returns the locked titles that have bookings, or need some because an order with reserved dates was reopened. */
export async function titlesToPlan(tx: Transaction, itemIds: readonly number[]): Promise<PlannedTitle[]> {
  return (await selectPlans(itemIds, isToPlan).execute(tx)).rows;
}

type Booking = Pick<Place, "orderLineId" | "slot" | "from" | "to"> & { itemId: number; copyId: number | null };

export async function writeBookings(
  tx: Transaction,
  { changed, gone }: { changed: readonly Booking[]; gone: readonly { orderLineId: number; slot: number }[] },
): Promise<void> {
  if (gone.length > 0)
    await sql`
      delete from bookings
      using unnest(${gone.map(({ orderLineId }) => orderLineId)}::integer[], ${gone.map(({ slot }) => slot)}::smallint[])
        as gone (order_line_id, slot)
      where bookings.order_line_id = gone.order_line_id and bookings.slot = gone.slot`.execute(tx);
  if (changed.length === 0) return;
  const each = <T>(of: (booking: Booking) => T) => changed.map(of);
  await sql`
    insert into bookings (order_line_id, slot, item_id, copy_id, away)
    select order_line_id, slot, item_id, copy_id, daterange(starts, ends)
    from unnest(${each(({ orderLineId }) => orderLineId)}::integer[], ${each(({ slot }) => slot)}::smallint[],
      ${each(({ itemId }) => itemId)}::integer[], ${each(({ copyId }) => copyId)}::integer[],
      ${each(({ from }) => from)}::date[], ${each(({ to }) => to)}::date[])
      as changed (order_line_id, slot, item_id, copy_id, starts, ends)
    on conflict (order_line_id, slot) do update set copy_id = excluded.copy_id, away = excluded.away`.execute(tx);
}

export async function withoutCopy(db: Database, itemIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from bookings
    where item_id = any(${[...itemIds]}::integer[]) and copy_id is null`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function storeDays(tx: Transaction, orderId: number, days: LendingDays): Promise<void> {
  const { teachFrom, teachTo, shipBy, arriveBy, mailBackBy, dueBy, availableOn } = days;
  // without the lock, a run for another day would miss a title that had no bookings
  await keepDay(tx);
  await sql`
    insert into order_line_dates (order_line_id, item_id, teach_from, teach_to, ship_on, arrive_on, mail_back_on, due_on, available_on)
    select order_line_id, item_id, ${teachFrom}::date, ${teachTo}::date, ${shipBy}::date, ${arriveBy}::date,
      ${mailBackBy}::date, ${dueBy}::date, ${availableOn}::date
    from order_lines where order_id = ${orderId}
    on conflict do nothing`.execute(tx);
}

export async function removeDays(tx: Transaction, orderId: number): Promise<void> {
  await sql`delete from order_line_dates using order_lines
    where order_line_dates.order_line_id = order_lines.order_line_id and order_id = ${orderId}`.execute(tx);
}

export async function titlesToCompare(
  db: Database,
  { after, last }: { after: number; last: number },
): Promise<number[]> {
  const { rows } = await sql<{ item_id: number }>`
    select item_id from items where reserved_soon is not null and item_id > ${after} and item_id <= ${last}
    union select item_id from bookings where item_id > ${after} and item_id <= ${last}
    union select order_line_dates.item_id from order_line_dates join order_lines using (order_line_id) join orders using (order_id)
      where is_open and order_line_dates.item_id > ${after} and order_line_dates.item_id <= ${last}`.execute(db);
  return rows.map(({ item_id }) => item_id);
}
