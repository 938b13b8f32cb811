import { maxColleagues } from "#contract/people/borrowers.ts";
import { statuses } from "#contract/catalog/codes.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import type { Actor } from "#server/platform/record-activity.ts";
import { sql } from "kysely";

/**
 * Finds the other borrowers at the same school: by the directory if it has both, or else by the written names. One
 * union uses both indexes, which a single condition wouldn't.
 */
const othersOfSchool = (borrowerId: number) => sql`(
    select other.* from borrowers as own join borrowers as other on other.school_id = own.school_id
    where own.borrower_id = ${borrowerId} and other.borrower_id <> ${borrowerId}
    union all
    select other.* from borrowers as own join borrowers as other
      on lower(other.school_name) = lower(own.school_name) and lower(other.school_district) = lower(own.school_district)
    where own.borrower_id = ${borrowerId} and other.borrower_id <> ${borrowerId} and (own.school_id is null or other.school_id is null)
  ) as other`;

type Colleague = { borrowerId: number; borrowerName: string; emailAddress: string };

/** Finds colleagues by words of their names, or by the beginnings of words. */
export async function colleaguesOf(db: Database, borrowerId: number, words: string): Promise<Colleague[]> {
  const { rows } = await sql<Colleague>`
    select other.borrower_id as "borrowerId", other.name as "borrowerName", other.email_address as "emailAddress"
    from ${othersOfSchool(borrowerId)}
    where ${words} = '' or words_of(other.name) @@ words_like(${words})
    order by lower(other.name), other.borrower_id limit ${sql.lit(maxColleagues)}`.execute(db);
  return rows;
}

export async function areColleagues(db: Database, borrowerId: number, colleagueId: number): Promise<boolean> {
  const { rows } = await sql`
    select from ${othersOfSchool(borrowerId)} where other.borrower_id = ${colleagueId}`.execute(db);
  return rows.length > 0;
}

export type Party = {
  borrower_id: number;
  name: string;
  email_address: string;
  language: LanguageCode;
  /** Emails reach them, as far as the library knows. */
  is_reached: boolean;
};

/** Locks both borrowers, in the order of their ids, against changes and new orders. */
export async function lockParties(tx: Transaction, ids: readonly number[]): Promise<Party[]> {
  await sql`select from borrowers where borrower_id = any(${[...ids]}::integer[]) order by borrower_id for no key update`.execute(
    tx,
  );
  const { rows } = await sql<Party>`
    select borrower_id, name, email_address, language, is_read and is_confirmed as is_reached
    from account_mailboxes where borrower_id = any(${[...ids]}::integer[])`.execute(tx);
  return rows;
}

export type LoanedCopy = { title: string; sku: string; copy: number };
export type Loans = { order_id: number; return_date: string | null; copies: LoanedCopy[] };

/** Locks the shipped orders of a borrower; returns the copies that are still out. */
export async function lockLoans(tx: Transaction, borrowerId: number): Promise<Loans[]> {
  await sql`
    select from orders where borrower_id = ${borrowerId} and status_id = ${sql.lit(statuses.shipped)}
    order by order_id for update`.execute(tx);
  return loansOf(tx, borrowerId);
}

export async function loansOf(db: Database, borrowerId: number): Promise<Loans[]> {
  const { rows } = await sql<Loans>`
    select order_id, coalesce(due_on, return_date) as return_date, json_agg(json_build_object('title', title, 'sku', copies.sku_number, 'copy', copy_number) order by title, copy_number) as copies
    from orders join assignments using (order_id) join copies using (copy_id) join items on items.item_id = copies.item_id
    where borrower_id = ${borrowerId} and status_id = ${sql.lit(statuses.shipped)} and released_at is null
    group by order_id, coalesce(due_on, return_date) order by order_id`.execute(db);
  return rows;
}

export async function ordersWithOpenClaims(db: Database, orderIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ order_id: number }>`
    select distinct order_id from assignments join claims using (assignment_id)
    where order_id = any(${[...orderIds]}::integer[]) and closed_at is null`.execute(db);
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
    insert into handovers (order_id, from_borrower, to_borrower, transferred_at, transferred_by)
    select order_id, ${from}, ${to.borrower_id}, ${at}, ${userId}
    from orders where order_id = ${ids}`.execute(tx);
  await sql`
    update orders set borrower_id = ${to.borrower_id}, ship_to_name = ${to.name}, changed_by = ${userId}, version = version + 1,
      words = words || words_of(${`${to.name} ${to.email_address}`})
    where order_id = ${ids}`.execute(tx);
}

export type TransferRow = { borrower_id: number; name: string; orders: number; at: Date };

export async function transfersOf(db: Database, borrowerId: number): Promise<TransferRow[]> {
  const { rows } = await sql<TransferRow>`
    select taker.borrower_id, taker.name, count(*)::integer as orders, max(transferred_at) as at
    from handovers join borrowers as taker on taker.borrower_id = to_borrower
      join orders on orders.order_id = handovers.order_id and orders.borrower_id = to_borrower
    where from_borrower = ${borrowerId} and status_id = ${sql.lit(statuses.shipped)}
      and exists (select from assignments where assignments.order_id = orders.order_id and released_at is null)
      and transferred_at = (
        select max(transferred_at) from handovers as last
        where last.from_borrower = ${borrowerId} and last.to_borrower = handovers.to_borrower)
    group by taker.borrower_id, taker.name order by at desc, taker.borrower_id limit ${sql.lit(maxColleagues)}`.execute(
    db,
  );
  return rows;
}

/** Returns the orders of the last transfer from a borrower to a colleague. */
export async function lastTransfer(tx: Transaction, from: number, to: number): Promise<Set<number>> {
  const { rows } = await sql<{ order_id: number }>`
    select order_id from handovers where from_borrower = ${from} and to_borrower = ${to} and transferred_at = (
      select max(transferred_at) from handovers where from_borrower = ${from} and to_borrower = ${to})`.execute(tx);
  return new Set(rows.map(({ order_id }) => order_id));
}
