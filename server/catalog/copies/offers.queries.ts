import { sql } from "kysely";
import type { Transaction } from "#server/platform/database.ts";
import { cancelJob, enqueueJob } from "#server/platform/jobs/jobs.queries.ts";

/** Seconds in which what freed a copy can be undone before the borrower gets an email. */
const grace = 120;

/** Locks up to `count` free copies of a title, the one in hand first; skips those that another transaction is taking. */
export type FreeCopies = (tx: Transaction, itemId: number, count: number) => Promise<{ copy_id: number }[]>;

/**
 * Holds what is free of a locked title for those first in line, and counts it as requested. With an archived title its queue
 * ends. Copies that another transaction is taking are left to that one, which counts again when it has the title's lock.
 */
export async function offerFreeCopies(tx: Transaction, itemId: number, takeFree: FreeCopies): Promise<void> {
  const { rows } = await sql<{ in_stock: number; is_archived: boolean }>`
    select in_stock, archived_at is not null as is_archived from items where item_id = ${itemId}`.execute(tx);
  const [title] = rows;
  if (title?.is_archived) await leaveAll(tx, itemId);
  if (!title || title.is_archived || title.in_stock === 0) return;
  const places = await nextInLine(tx, itemId, title.in_stock);
  const copies = places.length === 0 ? [] : await takeFree(tx, itemId, places.length);
  for (const [at, { copy_id: copyId }] of copies.entries())
    await holdCopy(tx, { placeId: places[at] ?? 0, itemId }, copyId);
  await sql`update items set requested = requested + ${copies.length} where item_id = ${itemId}`.execute(tx);
}

type Place = { placeId: number; itemId: number };

async function holdCopy(tx: Transaction, { placeId, itemId }: Place, copyId: number): Promise<void> {
  const { rows } = await sql<{ offer_id: number }>`
    insert into waitlist_offers (place_id, item_id, copy_id) values (${placeId}, ${itemId}, ${copyId}) returning offer_id`.execute(
    tx,
  );
  for (const { offer_id: id } of rows)
    await enqueueJob(tx, { kind: "write-waitlist-mail", key: `offer ${id}`, after: grace });
}

/** The first in line who are ready and have no copy held yet; those whom no email reaches come after all others. */
async function nextInLine(tx: Transaction, itemId: number, most: number): Promise<number[]> {
  const { rows } = await sql<{ place_id: number }>`
    select place_id from waitlist_ready where item_id = ${itemId} order by is_reached desc, place_id limit ${most}`.execute(
    tx,
  );
  return rows.map(({ place_id }) => place_id);
}

async function leaveAll(tx: Transaction, itemId: number): Promise<void> {
  const { rows } = await sql<{ place_id: number }>`
    update waitlist_entries set left_at = now(), left_because = 'archived' where item_id = ${itemId} and left_at is null
    returning place_id`.execute(tx);
  for (const { place_id: id } of rows) await tellAfterGrace(tx, id);
  await sql`
    update items set requested = counted.requested, shortfall = greatest(0, counted.checked_out + counted.requested - active_copies)
    from circulation_stock as counted where items.item_id = ${itemId} and counted.item_id = ${itemId}`.execute(tx);
}

/**
 * Gives back the line that ended with the archive of a locked title, which is taken back: its places have their rank, and what was
 * held, and told of, is held again until its time while its copy is free. Call it while the title is archived.
 */
export async function giveBackLine(tx: Transaction, itemId: number): Promise<void> {
  const { rows } = await sql<{ place_id: number }>`
    with ended as (
      -- once for each borrower: of two who were merged since, the earlier one
      select distinct on (borrower_id) place_id, left_at from waitlist_entries join items using (item_id)
      where item_id = ${itemId} and left_with = archived_at
      order by borrower_id, place_id
    ), free as (
      -- what somebody is doing something with is not waited for: the place gets another copy
      select copy_id from copies where item_id = ${itemId} and not is_inactive
        and not exists (select from assignments where assignments.copy_id = copies.copy_id and released_at is null)
      for no key update skip locked
    ), held as (
      update waitlist_offers set closed_at = null, outcome = null from ended
      where waitlist_offers.place_id = ended.place_id and outcome = 'archived' and closed_at = ended.left_at and until_at > now()
        and copy_id in (select copy_id from free)
    )
    update waitlist_entries set left_at = null, left_because = null, left_with = null from ended
    where waitlist_entries.place_id = ended.place_id returning waitlist_entries.place_id`.execute(tx);
  for (const { place_id: id } of rows) await tellAfterGrace(tx, id, { again: true });
}

/** Tells after the grace what became of a place; nothing when the opposite was still to be told, because then they know it so. */
async function tellAfterGrace(tx: Transaction, placeId: number, payload?: { again: true }): Promise<void> {
  const job = { kind: "write-waitlist-mail", key: `place ${placeId}` } as const;
  if (!(await cancelJob(tx, job))) await enqueueJob(tx, { ...job, after: grace, ...(payload && { payload }) });
}

/**
 * A borrower orders these titles for now: locks them in id order; the line is over for the borrower, and a copy that was held becomes
 * the order's. Gives how many of each were held: they are counted as requested already.
 */
export async function takeOwnOffers(
  tx: Transaction,
  borrowerId: number,
  itemIds: readonly number[],
): Promise<Map<number, number>> {
  const ids = sql`any(${[...itemIds]}::integer[])`;
  await sql`select from items where item_id = ${ids} order by item_id for no key update`.execute(tx);
  const own = sql`borrower_id = ${borrowerId} and waitlist_entries.item_id = ${ids} and left_at is null`;
  const { rows } = await sql<{ item_id: number }>`
    update waitlist_offers set closed_at = now(), outcome = 'ordered' from waitlist_entries
    where waitlist_entries.place_id = waitlist_offers.place_id and closed_at is null and ${own}
    returning waitlist_offers.item_id`.execute(tx);
  await sql`update waitlist_entries set left_at = now(), left_because = 'ordered' where ${own}`.execute(tx);
  return new Map(rows.map(({ item_id: itemId }) => [itemId, 1]));
}
