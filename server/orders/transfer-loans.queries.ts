import { statuses } from "#contract/catalog/codes.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import type { Transaction } from "#server/platform/database.ts";
import type { Actor } from "#server/platform/record-activity.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { sql } from "kysely";
import type { OrderEvent } from "./events/events.queries.ts";

export type Party = {
  borrower_id: number;
  name: string;
  email_address: string;
  language: LanguageCode;
  /** Whether anyone can log in. Emails about shipped orders don't require a confirmed mailbox. */
  is_reached: boolean;
};

/** Locks both borrowers, in the order of their ids, against changes and new orders. */
export async function lockParties(tx: Transaction, from: number, to: number) {
  const ids = [from, to];
  await sql`select from borrowers where borrower_id = any(${ids}::integer[]) order by borrower_id for no key update`.execute(
    tx,
  );
  const { rows } = await sql<Party>`
    select borrower_id, name, email_address, language, is_read as is_reached
    from account_mailboxes where borrower_id = any(${ids}::integer[])`.execute(tx);
  const partyOf = (id: number) => rows.find(({ borrower_id }) => borrower_id === id);
  return { giver: partyOf(from), taker: partyOf(to) };
}

type Loans = {
  order_id: number;
  return_date: string | null;
  copies: { title: string; sku: string; copy: number }[];
};

/** Locks the shipped orders of a borrower; returns the copies that are still out. */
export async function loansToTransfer(tx: Transaction, borrowerId: number): Promise<Loans[]> {
  await sql`
    select from orders where borrower_id = ${borrowerId} and status_id = ${sql.lit(statuses.shipped)}
    order by order_id for update`.execute(tx);
  const { rows } = await sql<Loans>`
    select order_id, coalesce(due_on, return_date) as return_date, json_agg(json_build_object('title', title, 'sku', copies.sku_number, 'copy', copy_number) order by title, copy_number) as copies
    from orders join assignments using (order_id) join copies using (copy_id) join items on items.item_id = copies.item_id
    where borrower_id = ${borrowerId} and status_id = ${sql.lit(statuses.shipped)} and released_at is null
    group by order_id, coalesce(due_on, return_date) order by order_id`.execute(tx);
  return rows;
}

export async function ordersWithOpenClaims(tx: Transaction, orderIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ order_id: number }>`
    select distinct order_id from assignments join claims using (assignment_id)
    where order_id = any(${[...orderIds]}::integer[]) and closed_at is null`.execute(tx);
  return new Set(rows.map(({ order_id }) => order_id));
}

/** Moves orders to a colleague, records the transfer, and makes them searchable by the new name, too. */
export async function moveOrders(
  tx: Transaction,
  { orderIds, from, to }: { orderIds: readonly number[]; from: number; to: Party },
  { at, userId }: Actor,
): Promise<void> {
  const ids = sql`any(${[...orderIds]}::integer[])`;
  await sql`
    insert into handovers (order_id, from_borrower, to_borrower, transferred_at)
    select order_id, ${from}, ${to.borrower_id}, ${at}
    from orders where order_id = ${ids}`.execute(tx);
  await sql`
    update orders set borrower_id = ${to.borrower_id}, ship_to_name = ${to.name}, changed_by = ${userId}, version = version + 1,
      words = words || words_of(${`${to.name} ${to.email_address}`})
    where order_id = ${ids}`.execute(tx);
}

/** Returns a transfer's borrowers, which may have been merged into other accounts since. Rejects anonymized ones. */
export async function transferOf(tx: Transaction, events: readonly OrderEvent[]) {
  const { rows } = await sql<{ from: number; to: number }>`
    select from_borrower as "from", to_borrower as "to" from handovers
    where order_id = any(${events.map(({ order_id }) => order_id)}::integer[])
      and transferred_at = any(${events.map(({ at }) => at)}::timestamptz[])
      and from_borrower is not null and to_borrower is not null`.execute(tx);
  const [transfer] = rows;
  if (!transfer) throw new Refusal({ kind: "nothing-to-take-back" });
  return transfer;
}
