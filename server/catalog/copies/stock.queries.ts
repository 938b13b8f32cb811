import { type RawBuilder, sql } from "kysely";
import type { Database, Transaction } from "#server/platform/database.ts";
import { planTitles } from "./planning/plan-titles.ts";
import { lockTitles, type PlannedTitle, titlesToPlan } from "./planning/planning.queries.ts";
import { offerFreeCopies } from "./offers.queries.ts";

export type Demand = { itemId: number; quantity: number };

type Shortage = { id: number; title: string; left: number };

/** `booked` titles have bookings that must be planned again for the held stock. */
type Held = { shortages: Shortage[]; booked: number[] };

/**
 * Holds stock for an order: locks the titles in id order, and adds the demand to all of them, or to none if there are
 * shortages. Titles with bookings must be recounted once the order is stored.
 */
export async function holdStock(tx: Transaction, demand: readonly Demand[]): Promise<Held> {
  const quantities = new Map(demand.map(({ itemId, quantity }) => [itemId, quantity]));
  const titles = await tx
    .selectFrom("items")
    .select(["item_id", "title", "in_stock", "reserved_soon"])
    .where(sql<boolean>`item_id = any(${[...quantities.keys()]}::integer[])`)
    .orderBy("item_id")
    .forNoKeyUpdate()
    .execute();
  const shortages = titles
    .filter(({ item_id: id, in_stock: left }) => left < (quantities.get(id) ?? 0))
    .map(({ item_id: id, title, in_stock: left }) => ({ id, title, left }));
  if (shortages.length === 0)
    await sql`
      update items set requested = requested + demand.quantity
      from unnest(${[...quantities.keys()]}::integer[], ${[...quantities.values()]}::integer[]) as demand (item_id, quantity)
      where items.item_id = demand.item_id`.execute(tx);
  const booked = titles.filter(({ reserved_soon: soon }) => soon !== null).map(({ item_id: id }) => id);
  return { shortages, booked };
}

/**
 * Recounts titles from their loans and copies, plans their bookings, and holds available copies for the waitlist. Call it
 * last in a transaction: it locks the titles in id order and counts only changes made before the lock.
 */
export async function recountStock(tx: Transaction, itemIds: readonly number[]): Promise<void> {
  const ids = [...new Set(itemIds)];
  if (ids.length === 0) return;
  await lockTitles(tx, ids);
  await recountPlanned(tx, ids, await titlesToPlan(tx, ids));
}

/** Recounts locked titles; `booked` are the ones with bookings, read after the lock. */
export async function recountPlanned(
  tx: Transaction,
  ids: readonly number[],
  booked: readonly PlannedTitle[],
): Promise<void> {
  const plans = await planTitles(tx, booked);
  const soon = ids.map((id) => plans.get(id) ?? null);
  // unchanged rows aren't written
  const { rows } = await sql<{ item_id: number }>`
  with planned as (
    select * from unnest(${[...ids]}::integer[], ${soon}::integer[]) as planned (item_id, soon)
  ), counted as (
    select item_id, soon, archived_at, stock.checked_out, stock.requested, (
        -- an archived title has no copies to lend
        select count(*)::integer from copies
        where copies.item_id = planned.item_id and not is_inactive and items.archived_at is null
      ) as active_copies
    from planned join items using (item_id) cross join lateral stock_of(item_id, soon) as stock
  ), changed as (
    update items set
      active_copies = counted.active_copies,
      checked_out = counted.checked_out,
      requested = counted.requested,
      reserved_soon = counted.soon,
      shortfall = greatest(0, counted.checked_out + counted.requested - counted.active_copies)
    from counted
    where items.item_id = counted.item_id
      and (items.active_copies, items.checked_out, items.requested, items.reserved_soon, items.shortfall) is distinct from
        (counted.active_copies, counted.checked_out, counted.requested, counted.soon,
          greatest(0, counted.checked_out + counted.requested - counted.active_copies))
  )
  select item_id from counted
  where (checked_out + requested < active_copies or archived_at is not null)
    and exists (select from waitlist_entries where waitlist_entries.item_id = counted.item_id and left_at is null)
  order by item_id`.execute(tx);
  for (const { item_id: itemId } of rows) await offerFreeCopies(tx, itemId, inHandFirst);
}

type AvailableCopy = { copy_id: number; sku_number: string; copy_number: number };

/**
 * Locks up to `count` available copies of a title: those on the hold shelf for this order first, then the least lent, then
 * by copy number, and last those on the hold shelf for other orders. Skips locked copies, so it may return fewer.
 */
export async function takeFreeCopies(tx: Transaction, { orderId, ...request }: CopyRequest & { orderId: number }) {
  const turn = sql`coalesce((
    select case when hold_shelf.order_id = ${orderId} then 0 else 2 end from hold_shelf where hold_shelf.copy_id = copies.copy_id), 1)`;
  return takeInOrder(tx, request, sql`${turn}, loans, copy_number`);
}

/** Takes the latest return first, because it's still at hand and needn't be fetched from the shelf. */
const inHandFirst = async (tx: Transaction, itemId: number, count: number) =>
  takeInOrder(
    tx,
    { itemId, count },
    sql`(
    select max(released_at) from assignments where assignments.copy_id = copies.copy_id) desc nulls last, copy_number`,
  );

type CopyRequest = { itemId: number; count: number };

async function takeInOrder(
  tx: Transaction,
  { itemId, count }: CopyRequest,
  first: RawBuilder<unknown>,
): Promise<AvailableCopy[]> {
  const copies: AvailableCopy[] = [];
  const triedIds: number[] = [];
  while (copies.length < count) {
    const { rows: locked } = await sql<AvailableCopy>`
      select copies.copy_id, sku_number, copy_number
      from copies join circulation_copies on circulation_copies.copy_id = copies.copy_id
      where item_id = ${itemId} and not is_inactive and order_id is null and not is_held
        and not copies.copy_id = any(${triedIds}::integer[])
      order by ${first}
      limit ${count - copies.length}
      for update of copies skip locked`.execute(tx);
    if (locked.length === 0) break;
    const ids = locked.map(({ copy_id }) => copy_id);
    const available = await stillAvailable(tx, ids);
    copies.push(...locked.filter(({ copy_id }) => available.has(copy_id)));
    triedIds.push(...ids);
  }
  return copies;
}

/** Checks again after the lock, because the locking statement doesn't see a copy lent since it started. */
async function stillAvailable(tx: Transaction, ids: readonly number[]): Promise<Set<number>> {
  const rows = await tx
    .selectFrom("circulation_copies")
    .innerJoin("copies", "copies.copy_id", "circulation_copies.copy_id")
    .select("copies.copy_id")
    .where(sql<boolean>`copies.copy_id = any(${ids}::integer[])`)
    .where("order_id", "is", null)
    .where("is_held", "=", false)
    .where("is_inactive", "=", false)
    .execute();
  return new Set(rows.map(({ copy_id }) => copy_id));
}

/** Locks and returns one copy: `order_id` is its open order, or null; `is_held` if it's on hold for the waitlist. */
export async function copyById(tx: Transaction, copyId: number) {
  const copy = await tx
    .selectFrom("copies")
    .select(["copy_id", "item_id", "sku_number", "copy_number", "is_inactive", "inactive_reason"])
    .where("copy_id", "=", copyId)
    .forUpdate()
    .executeTakeFirst();
  if (!copy) return undefined;
  // a separate statement sees changes committed while the lock waited
  const use = await tx
    .selectFrom("circulation_copies")
    .select(["order_id", "is_held"])
    .where("copy_id", "=", copyId)
    .executeTakeFirst();
  return { ...copy, order_id: use?.order_id ?? null, is_held: use?.is_held ?? false };
}

/** Sets a locked copy inactive for a reason, or active (null), if its current reason is still `before`. */
export async function setCopyAside(tx: Transaction, copyId: number, before: string | null, reason: string | null) {
  await tx
    .updateTable("copies")
    .set({ is_inactive: reason !== null, inactive_reason: reason })
    .where("copy_id", "=", copyId)
    .where("is_inactive", "=", before !== null)
    .where(sql<boolean>`inactive_reason is not distinct from ${before}::text`)
    .execute();
}

/** Returns the size of the next batch of titles, and the last id in it, or null if there are no more. */
export async function nextTitles(db: Database, after: number, batchSize: number) {
  const batch = db
    .selectFrom("items")
    .select("item_id")
    .where("item_id", ">", after)
    .orderBy("item_id")
    .limit(batchSize);
  return db
    .selectFrom(batch.as("batch"))
    .select(({ fn }) => [fn.countAll<number>().as("count"), fn.max<number | null>("item_id").as("last")])
    .executeTakeFirstOrThrow();
}

/** Describes the first rows that a title is counted from; copies on the shelf come last. */
const rowsOf = (limit: number) => sql`array(
  select words from (
    select 1 as kind, order_id as place, format('#%s copy %s with order #%s', sku_number, copy_number, order_id) as words
    from assignments join copies using (copy_id) where assignments.item_id = both_counts.item_id and released_at is null
    union all
    select 2, order_id, format('order #%s for %s', order_id, quantity) from order_lines join orders using (order_id)
    where order_lines.item_id = both_counts.item_id and status_id in (1, 2)
    union all
    select 3, copy_number, format('#%s copy %s %s', sku_number, copy_number,
      case when is_inactive then 'inactive'
        when exists (select from waitlist_offers where waitlist_offers.copy_id = copies.copy_id and closed_at is null) then 'held'
        else 'on the shelf' end)
    from copies where copies.item_id = both_counts.item_id
      and not exists (select from assignments where assignments.copy_id = copies.copy_id and released_at is null)
  ) as counted_rows order by kind, place, words limit ${sql.lit(limit)})`;

/** Returns titles of a range whose stored counts differ from their rows; empty unless there is a bug. */
export async function stockDisagreements(db: Database, { after = 0, last = 2 ** 31 - 1, rowsNamed = 10 } = {}) {
  const { rows } = await sql<{ item_id: number; stored: string; counted: string; rows: string[] }>`
    select *, ${rowsOf(rowsNamed + 1)} as rows from (
      select items.item_id,
        format('%s active, %s out, %s requested, %s short', items.active_copies, items.checked_out, items.requested, shortfall) as stored,
        format('%s active, %s out, %s requested, %s short', copies.active, stock.checked_out, stock.requested,
          greatest(0, stock.checked_out + stock.requested - copies.active)) as counted
      from items
      join circulation_stock as stock using (item_id)
      cross join lateral (select count(*) as active from copies where copies.item_id = items.item_id and not is_inactive
        and items.archived_at is null) as copies
      where items.item_id > ${after} and items.item_id <= ${last}
    ) as both_counts
    where stored <> counted order by item_id`.execute(db);
  return rows;
}

/** Updates each title's number of loans. */
export async function countLoans(db: Database): Promise<void> {
  await sql`
    update items set times_lent = counted.times_lent
    from (
      select item_id, coalesce(circulation_lent.times_lent, 0) as times_lent
      from items left join circulation_lent using (item_id)
    ) as counted
    where items.item_id = counted.item_id and items.times_lent <> counted.times_lent`.execute(db);
}
