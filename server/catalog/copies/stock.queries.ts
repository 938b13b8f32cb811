import { type RawBuilder, sql } from "kysely";
import type { Database, Transaction } from "#server/platform/database.ts";
import { planTitles } from "./planning/plan-titles.ts";
import { lockTitles, type PlannedTitle, titlesToPlan } from "./planning/planning.queries.ts";
import { offerFreeCopies } from "./offers.queries.ts";

export type Demand = { itemId: number; quantity: number };

type Shortage = { id: number; title: string; left: number };

/** What holding stock found: titles that are short, and titles whose bookings must be planned for what was held. */
type Held = { shortages: Shortage[]; booked: number[] };

/**
 * Holds stock for an order: locks the titles in id order, and adds the demand to all of them or to none. Without shortages
 * everything is held. Titles that are booked for later must be counted again when the order is written.
 */
export async function holdStock(tx: Transaction, demand: readonly Demand[]): Promise<Held> {
  const quantities = new Map(demand.map(({ itemId, quantity }) => [itemId, quantity]));
  const titles = await tx
    .selectFrom("items")
    .select(["item_id", "title", "in_stock", "booked_soon"])
    .where(sql<boolean>`item_id = any(${[...quantities.keys()]}::integer[])`)
    .orderBy("item_id")
    .forNoKeyUpdate()
    .execute();
  const shortages = titles
    .filter(({ item_id: id, in_stock: left }) => left < (quantities.get(id) ?? 0))
    .map(({ item_id: id, title, in_stock: left }) => ({ id, title, left }));
  if (shortages.length === 0)
    await sql`
      update items set requested = requested + wanted.quantity
      from unnest(${[...quantities.keys()]}::integer[], ${[...quantities.values()]}::integer[]) as wanted (item_id, quantity)
      where items.item_id = wanted.item_id`.execute(tx);
  const booked = titles.filter(({ booked_soon: soon }) => soon !== null).map(({ item_id: id }) => id);
  return { shortages, booked };
}

/**
 * Recounts titles from the rows of circulation and of the copies, plans their bookings, and holds what is free for those in line. Call it last in a
 * transaction: it locks the titles in id order, and only counts what was committed or done before the lock.
 */
export async function recountStock(tx: Transaction, itemIds: readonly number[]): Promise<void> {
  const ids = [...new Set(itemIds)];
  if (ids.length === 0) return;
  await lockTitles(tx, ids);
  await recountPlanned(tx, ids, await titlesToPlan(tx, ids));
}

/** Recounts locked titles; those of them that have bookings are given as they were read after the lock. */
export async function recountPlanned(
  tx: Transaction,
  ids: readonly number[],
  booked: readonly PlannedTitle[],
): Promise<void> {
  const plans = await planTitles(tx, booked);
  const soon = ids.map((id) => plans.get(id) ?? null);
  // what is the same already is not written
  const { rows } = await sql<{ item_id: number }>`
  with planned as (
    select * from unnest(${[...ids]}::integer[], ${soon}::integer[]) as planned (item_id, soon)
  ), counted as (
    select item_id, soon, archived_at, stock.checked_out, stock.requested, (
        -- an archived title lends none
        select count(*)::integer from copies
        where copies.item_id = planned.item_id and not is_inactive and items.archived_at is null
      ) as active_copies
    from planned join items using (item_id) cross join lateral stock_of(item_id, soon) as stock
  ), changed as (
    update items set
      active_copies = counted.active_copies,
      checked_out = counted.checked_out,
      requested = counted.requested,
      booked_soon = counted.soon,
      shortfall = greatest(0, counted.checked_out + counted.requested - counted.active_copies)
    from counted
    where items.item_id = counted.item_id
      and (items.active_copies, items.checked_out, items.requested, items.booked_soon, items.shortfall) is distinct from
        (counted.active_copies, counted.checked_out, counted.requested, counted.soon,
          greatest(0, counted.checked_out + counted.requested - counted.active_copies))
  )
  select item_id from counted
  where (checked_out + requested < active_copies or archived_at is not null)
    and exists (select from waitlist_entries where waitlist_entries.item_id = counted.item_id and left_at is null)
  order by item_id`.execute(tx);
  for (const { item_id: itemId } of rows) await offerFreeCopies(tx, itemId, inHandFirst);
}

type FreeCopy = { copy_id: number; sku_number: string; copy_number: number };

/**
 * Locks up to `count` active copies of a title that are on no order and held for nobody: those that wait for this order on the hold
 * shelf, then the least lent, then by copy number, and last what waits there for another order. Skips copies that another transaction
 * is taking, so it may return fewer.
 */
export async function takeFreeCopies(tx: Transaction, { orderId, ...wanted }: Wanted & { orderId: number }) {
  const turn = sql`coalesce((
    select case when hold_shelf.order_id = ${orderId} then 0 else 2 end from hold_shelf where hold_shelf.copy_id = copies.copy_id), 1)`;
  return takeFree(tx, wanted, sql`${turn}, loans, copy_number`);
}

/** The copy that came back last is in somebody's hands: it need not be fetched from the shelf. */
const inHandFirst = async (tx: Transaction, itemId: number, count: number) =>
  takeFree(
    tx,
    { itemId, count },
    sql`(
    select max(released_at) from assignments where assignments.copy_id = copies.copy_id) desc nulls last, copy_number`,
  );

type Wanted = { itemId: number; count: number };

async function takeFree(tx: Transaction, { itemId, count }: Wanted, first: RawBuilder<unknown>): Promise<FreeCopy[]> {
  const taken: FreeCopy[] = [];
  const seen: number[] = [];
  while (taken.length < count) {
    const { rows: locked } = await sql<FreeCopy>`
      select copies.copy_id, sku_number, copy_number
      from copies join circulation_copies on circulation_copies.copy_id = copies.copy_id
      where item_id = ${itemId} and not is_inactive and order_id is null and not is_held
        and not copies.copy_id = any(${seen}::integer[])
      order by ${first}
      limit ${count - taken.length}
      for update of copies skip locked`.execute(tx);
    if (locked.length === 0) break;
    const ids = locked.map(({ copy_id }) => copy_id);
    const free = await stillFree(tx, ids);
    taken.push(...locked.filter(({ copy_id }) => free.has(copy_id)));
    seen.push(...ids);
  }
  return taken;
}

/** The locking statement saw the table as of its start: a copy lent in the meantime looks available to it. */
async function stillFree(tx: Transaction, ids: readonly number[]): Promise<Set<number>> {
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

/** Locks one copy and returns whether it can be lent: `order_id` is its open order, or null; `is_held` for the next in line. */
export async function copyById(tx: Transaction, copyId: number) {
  const copy = await tx
    .selectFrom("copies")
    .select(["copy_id", "item_id", "sku_number", "copy_number", "is_inactive", "inactive_reason"])
    .where("copy_id", "=", copyId)
    .forUpdate()
    .executeTakeFirst();
  if (!copy) return undefined;
  // A separate statement: it sees what was committed while the lock waited.
  const use = await tx
    .selectFrom("circulation_copies")
    .select(["order_id", "is_held"])
    .where("copy_id", "=", copyId)
    .executeTakeFirst();
  return { ...copy, order_id: use?.order_id ?? null, is_held: use?.is_held ?? false };
}

/**
 * Sets a locked copy inactive for a reason, or active again; only if it is inactive for the reason given (null: active).
 */
export async function setCopyAside(tx: Transaction, copyId: number, before: string | null, reason: string | null) {
  await tx
    .updateTable("copies")
    .set({ is_inactive: reason !== null, inactive_reason: reason })
    .where("copy_id", "=", copyId)
    .where("is_inactive", "=", before !== null)
    .where(sql<boolean>`inactive_reason is not distinct from ${before}::text`)
    .execute();
}

/** How many of the next titles there are, at most `most`, and the last of them; null: no more. */
export async function nextTitles(db: Database, after: number, most: number) {
  const some = db.selectFrom("items").select("item_id").where("item_id", ">", after).orderBy("item_id").limit(most);
  return db
    .selectFrom(some.as("some"))
    .select(({ fn }) => [fn.countAll<number>().as("count"), fn.max<number | null>("item_id").as("last")])
    .executeTakeFirstOrThrow();
}

/** The rows that a title is counted from, in words, the first ones; what is free comes last. */
const rowsOf = (most: number) => sql`array(
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
  ) as counted_rows order by kind, place, words limit ${sql.lit(most)})`;

/** Titles of a range whose stored counts differ from their rows, with these: always empty, unless there is a bug. */
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

/** Counts how often copies of each title were lent, where that changed. */
export async function countLoans(db: Database): Promise<void> {
  await sql`
    update items set times_lent = counted.times_lent
    from (
      select item_id, coalesce(circulation_lent.times_lent, 0) as times_lent
      from items left join circulation_lent using (item_id)
    ) as counted
    where items.item_id = counted.item_id and items.times_lent <> counted.times_lent`.execute(db);
}
