import type { LanguageCode } from "#contract/site/languages.ts";
import type { Transaction } from "#server/platform/database.ts";
import { sql } from "kysely";

export type Merged = {
  borrower_id: number;
  user_id: number;
  user_name: string;
  name: string;
  email_address: string;
  language: LanguageCode;
  blocked_because: string;
  /** They read their mail, as far as the library knows. */
  is_reached: boolean;
};

/** Locks both with their carts first, as an order does: an order of either is placed before, or finds nobody. */
export async function lockMerged(tx: Transaction, ids: readonly number[]): Promise<Merged[]> {
  const both = sql`any(${[...ids]}::integer[])`;
  await sql`
    select from carts where user_id in (select user_id from borrowers where borrower_id = ${both})
    order by cart_key for update`.execute(tx);
  const { rows } = await sql<Merged>`
    select borrower_id, user_id, user_name, name, email_address, language, blocked_because,
      password_hash is not null and mailbox_confirmed_at is not null as is_reached
    from borrowers join accounts using (user_id) where borrower_id = ${both} order by borrower_id
    for update of borrowers`.execute(tx);
  return rows;
}

/** Gives `to` the places in line of both: of two for a title, the earlier one. Gives the titles that `from` waited for. */
export async function moveLines(tx: Transaction, from: Merged, to: Merged): Promise<number[]> {
  const both = sql`borrower_id in (${from.borrower_id}, ${to.borrower_id}) and left_at is null`;
  const { rows: gone } = await sql<{ item_id: number }>`
    delete from waitlist_entries where ${both} and exists (
      select from (select item_id, place_id from waitlist_entries where ${both}) as own
      where own.item_id = waitlist_entries.item_id and own.place_id < waitlist_entries.place_id)
    returning item_id`.execute(tx);
  const { rows } = await sql<{ item_id: number }>`
    update waitlist_entries set borrower_id = ${to.borrower_id} where borrower_id = ${from.borrower_id} returning item_id`.execute(
    tx,
  );
  return [...gone, ...rows].map(({ item_id }) => item_id);
}

/** Moves all that belongs to `from`, and deletes the account; gives how many orders moved. An open cart moves where there is none. */
export async function moveAll(tx: Transaction, from: Merged, to: Merged): Promise<number> {
  const [gone, kept] = [sql.lit(from.user_id), sql.lit(to.user_id)];
  const { numAffectedRows: orders = 0n } = await sql`
    update orders set borrower_id = ${to.borrower_id}, version = version + 1,
      changed_by = case when changed_by = ${gone} then ${kept} else changed_by end,
      words = words || words_of(${`${to.name} ${to.email_address}`})
    where borrower_id = ${from.borrower_id}`.execute(tx);
  await sql`
    update assignments set released_by = ${kept} from orders
    where orders.order_id = assignments.order_id and borrower_id = ${to.borrower_id} and released_by = ${gone}`.execute(
    tx,
  );
  await sql`update borrower_notes set borrower_id = ${to.borrower_id} where borrower_id = ${from.borrower_id}`.execute(
    tx,
  );
  await sql`update borrower_photos set borrower_id = ${to.borrower_id} where borrower_id = ${from.borrower_id}`.execute(
    tx,
  );
  // what they gave away by a link was changed by them last, and is a colleague's
  await sql`
    update orders set changed_by = ${kept} from handovers
    where handovers.order_id = orders.order_id and from_borrower = ${from.borrower_id} and changed_by = ${gone}`.execute(
    tx,
  );
  await sql`update handovers set from_borrower = ${to.borrower_id} where from_borrower = ${from.borrower_id}`.execute(
    tx,
  );
  await sql`update handovers set to_borrower = ${to.borrower_id} where to_borrower = ${from.borrower_id}`.execute(tx);
  await sql`
    update carts set user_id = ${kept} where user_id = ${gone}
      and (order_id is not null or not exists (select from carts where user_id = ${kept} and order_id is null))`.execute(
    tx,
  );
  await sql`update activity_log set user_id = ${kept} where user_id = ${gone}`.execute(tx);
  await sql`update order_events set user_id = ${kept} where user_id = ${gone}`.execute(tx);
  await sql`
    update activity_log set subject_id = ${to.borrower_id} where kind = 'borrowers' and subject_id = ${from.borrower_id}`.execute(
    tx,
  );
  if (to.blocked_because === "" && from.blocked_because !== "")
    await sql`
      update borrowers set (blocked_at, blocked_because) = (
        select blocked_at, blocked_because from borrowers where borrower_id = ${from.borrower_id})
      where borrower_id = ${to.borrower_id}`.execute(tx);
  await sql`
    insert into former_names (borrower_id, name, email_address)
    select ${sql.lit(to.borrower_id)}, name, email_address from borrowers where borrower_id = ${from.borrower_id}
    union select ${sql.lit(to.borrower_id)}, name, email_address from former_names where borrower_id = ${from.borrower_id}
    on conflict do nothing`.execute(tx);
  await sql`delete from borrowers where borrower_id = ${from.borrower_id}`.execute(tx);
  await sql`delete from accounts where user_id = ${gone}`.execute(tx);
  return Number(orders);
}
