import { sql } from "kysely";
import type { Transaction } from "#server/platform/database.ts";
import { cancelJob, enqueueJob } from "#server/platform/jobs/jobs.queries.ts";

/** Seconds before a borrower gets an email about a freed copy, so that staff can undo the change. */
const graceSeconds = 120;

/** Locks up to `count` available copies of a title, the latest return first; skips copies locked by others. */
export type FreeCopies = (tx: Transaction, itemId: number, count: number) => Promise<{ copy_id: number }[]>;

/**
 * Holds available copies of a locked title for the next borrowers on the waitlist, and counts them as requested. Ends the
 * waitlist of an archived title. Leaves copies that another transaction has locked to it, because it recounts later.
 */
export async function offerFreeCopies(tx: Transaction, itemId: number, takeCopies: FreeCopies): Promise<void> {
  const { rows } = await sql<{ in_stock: number; is_archived: boolean }>`
    select in_stock, archived_at is not null as is_archived from items where item_id = ${itemId}`.execute(tx);
  const [title] = rows;
  if (title?.is_archived) await leaveAll(tx, itemId);
  if (!title || title.is_archived || title.in_stock === 0) return;
  const entryIds = await nextOnWaitlist(tx, itemId, title.in_stock);
  const copies = entryIds.length === 0 ? [] : await takeCopies(tx, itemId, entryIds.length);
  for (const [at, { copy_id: copyId }] of copies.entries())
    await holdCopy(tx, { entryId: entryIds[at] ?? 0, itemId }, copyId);
  await sql`update items set requested = requested + ${copies.length} where item_id = ${itemId}`.execute(tx);
}

type Entry = { entryId: number; itemId: number };

async function holdCopy(tx: Transaction, { entryId, itemId }: Entry, copyId: number): Promise<void> {
  const { rows } = await sql<{ offer_id: number }>`
    insert into waitlist_offers (entry_id, item_id, copy_id) values (${entryId}, ${itemId}, ${copyId}) returning offer_id`.execute(
    tx,
  );
  for (const { offer_id: id } of rows)
    await enqueueJob(tx, { kind: "write-notice", key: `${id}/hold`, after: graceSeconds });
}

/** Returns the next borrowers who are ready and have no hold. */
async function nextOnWaitlist(tx: Transaction, itemId: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ entry_id: number }>`
    select entry_id from waitlist_ready where item_id = ${itemId} order by entry_id limit ${limit}`.execute(tx);
  return rows.map(({ entry_id }) => entry_id);
}

async function leaveAll(tx: Transaction, itemId: number): Promise<void> {
  const { rows } = await sql<{ entry_id: number }>`
    update waitlist_entries set left_at = now(), leave_reason = 'archived' where item_id = ${itemId} and left_at is null
    returning entry_id`.execute(tx);
  for (const { entry_id: id } of rows) await notifyAfterGrace(tx, id);
  await sql`
    update items set requested = counted.requested, shortfall = greatest(0, counted.checked_out + counted.requested - active_copies)
    from circulation_stock as counted where items.item_id = ${itemId} and counted.item_id = ${itemId}`.execute(tx);
}

/**
 * Restores the waitlist that ended when a locked title was archived, in its order. Also restores emailed
 * holds that haven't expired, if their copies are available. Call it while the title is still archived.
 */
export async function restoreWaitlist(tx: Transaction, itemId: number): Promise<void> {
  const { rows } = await sql<{ entry_id: number }>`
    with ended as (
      -- one entry per borrower, the earlier one if two borrowers were merged since
      select distinct on (borrower_id) entry_id, left_at from waitlist_entries join items using (item_id)
      where item_id = ${itemId} and left_with = archived_at and borrower_id is not null
      order by borrower_id, entry_id
    ), available as (
      -- skip locked copies: the borrower gets another copy instead
      select copy_id from copies where item_id = ${itemId} and not is_inactive
        and not exists (select from assignments where assignments.copy_id = copies.copy_id and released_at is null)
      for no key update skip locked
    ), held as (
      update waitlist_offers set closed_at = null, outcome = null from ended
      where waitlist_offers.entry_id = ended.entry_id and outcome = 'archived' and closed_at = ended.left_at and until_at > now()
        and copy_id in (select copy_id from available)
    )
    update waitlist_entries set left_at = null, leave_reason = null, left_with = null from ended
    where waitlist_entries.entry_id = ended.entry_id returning waitlist_entries.entry_id`.execute(tx);
  for (const { entry_id: id } of rows) await notifyAfterGrace(tx, id, { again: true });
}

/** Emails the borrower after the grace period, or cancels a pending email about the opposite change. */
async function notifyAfterGrace(tx: Transaction, entryId: number, payload?: { again: true }): Promise<void> {
  const job = { kind: "write-notice", key: `${entryId}/waitlist` } as const;
  if (!(await cancelJob(tx, job))) await enqueueJob(tx, { ...job, after: graceSeconds, ...(payload && { payload }) });
}

/**
 * Ends a borrower's waitlist entries for titles being ordered, and locks the titles in id order. Returns the number of
 * copies of each on hold, which are already counted as requested.
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
    where waitlist_entries.entry_id = waitlist_offers.entry_id and closed_at is null and ${own}
    returning waitlist_offers.item_id`.execute(tx);
  await sql`update waitlist_entries set left_at = now(), leave_reason = 'ordered' where ${own}`.execute(tx);
  return new Map(rows.map(({ item_id: itemId }) => [itemId, 1]));
}
