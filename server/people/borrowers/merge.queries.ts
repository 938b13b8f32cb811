import type { LanguageCode } from "#contract/site/languages.ts";
import type { Transaction } from "#server/platform/database.ts";
import { sql } from "kysely";
import { changeMentions } from "./mentions.queries.ts";

type MergedAccount = {
  borrower_id: number;
  user_id: number;
  user_name: string;
  name: string;
  email_address: string;
  language: LanguageCode;
  block_reason: string;
  /** Set after a clerk changed the email address. */
  resets_from: Date | null;
  is_confirmed: boolean;
  /** Emails reach them, as far as the library knows. */
  is_reached: boolean;
};

/** Locks both accounts after their carts, as placing an order does, so that no order slips through. */
export async function lockMerged(tx: Transaction, ids: readonly number[]): Promise<MergedAccount[]> {
  const both = sql`any(${[...ids]}::integer[])`;
  await sql`
    select from carts where user_id in (select user_id from borrowers where borrower_id = ${both})
    order by cart_key for update`.execute(tx);
  const { rows } = await sql<MergedAccount>`
    select borrower_id, user_id, user_name, name, email_address, language, block_reason, resets_from,
      mailbox_confirmed_at is not null as is_confirmed,
      password_hash is not null and mailbox_confirmed_at is not null as is_reached
    from borrowers join accounts using (user_id) where borrower_id = ${both} order by borrower_id
    for update of borrowers`.execute(tx);
  return rows;
}

/** Moves waitlist entries to `to`, keeping the earlier of two for a title; returns the titles that changed. */
export async function moveWaitlistEntries(tx: Transaction, from: MergedAccount, to: MergedAccount): Promise<number[]> {
  const both = sql`borrower_id in (${from.borrower_id}, ${to.borrower_id}) and left_at is null`;
  const { rows: deletedRows } = await sql<{ item_id: number }>`
    delete from waitlist_entries where ${both} and exists (
      select from (select item_id, entry_id from waitlist_entries where ${both}) as own
      where own.item_id = waitlist_entries.item_id and own.entry_id < waitlist_entries.entry_id)
    returning item_id`.execute(tx);
  const { rows } = await sql<{ item_id: number }>`
    update waitlist_entries set borrower_id = ${to.borrower_id} where borrower_id = ${from.borrower_id} returning item_id`.execute(
    tx,
  );
  return [...deletedRows, ...rows].map(({ item_id }) => item_id);
}

/**
 * Moves all data of `from` to `to` and deletes `from`; returns the number of moved orders. `to` keeps its open cart. Moved
 * orders aren't canceled automatically anymore: `to` is confirmed, or a manager decided to keep it.
 */
export async function moveAll(tx: Transaction, from: MergedAccount, to: MergedAccount): Promise<number> {
  const [fromUser, toUser] = [sql.lit(from.user_id), sql.lit(to.user_id)];
  const { numAffectedRows: orders = 0n } = await sql`
    update orders set borrower_id = ${to.borrower_id}, version = version + 1, confirm_by = null,
      changed_by = case when changed_by = ${fromUser} then ${toUser} else changed_by end,
      words = words || words_of(${`${to.name} ${to.email_address}`})
    where borrower_id = ${from.borrower_id}`.execute(tx);
  await sql`
    update assignments set released_by = ${toUser} from orders
    where orders.order_id = assignments.order_id and borrower_id = ${to.borrower_id} and released_by = ${fromUser}`.execute(
    tx,
  );
  await sql`update borrower_notes set borrower_id = ${to.borrower_id} where borrower_id = ${from.borrower_id}`.execute(
    tx,
  );
  await sql`update borrower_photos set borrower_id = ${to.borrower_id} where borrower_id = ${from.borrower_id}`.execute(
    tx,
  );
  // transferred orders belong to a colleague, but may still name this account as the last to change them
  await sql`
    update orders set changed_by = ${toUser} from handovers
    where handovers.order_id = orders.order_id and from_borrower = ${from.borrower_id} and changed_by = ${fromUser}`.execute(
    tx,
  );
  await sql`update handovers set from_borrower = ${to.borrower_id} where from_borrower = ${from.borrower_id}`.execute(
    tx,
  );
  await sql`update handovers set to_borrower = ${to.borrower_id} where to_borrower = ${from.borrower_id}`.execute(tx);
  await sql`
    update carts set user_id = ${toUser} where user_id = ${fromUser}
      and (order_id is not null or not exists (select from carts where user_id = ${toUser} and order_id is null))`.execute(
    tx,
  );
  await sql`update activity_log set user_id = ${toUser} where user_id = ${fromUser}`.execute(tx);
  await sql`update order_events set user_id = ${toUser} where user_id = ${fromUser}`.execute(tx);
  await sql`
    update activity_log set subject_id = ${to.borrower_id} where kind = 'borrowers' and subject_id = ${from.borrower_id}`.execute(
    tx,
  );
  if (to.block_reason === "" && from.block_reason !== "")
    await sql`
      update borrowers set (blocked_at, block_reason) = (
        select blocked_at, block_reason from borrowers where borrower_id = ${from.borrower_id})
      where borrower_id = ${to.borrower_id}`.execute(tx);
  await sql`update mails set borrower_id = ${to.borrower_id} where borrower_id = ${from.borrower_id}`.execute(tx);
  await changeMentions(tx, from.borrower_id, { borrowerId: to.borrower_id });
  await sql`delete from borrowers where borrower_id = ${from.borrower_id}`.execute(tx);
  await sql`delete from accounts where user_id = ${fromUser}`.execute(tx);
  return Number(orders);
}
