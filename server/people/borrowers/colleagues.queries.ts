import { maxColleagues, transferLoans } from "#contract/people/borrowers.ts";
import { statuses } from "#contract/catalog/codes.ts";
import type { Database } from "#server/platform/database.ts";
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

export type TransferRow = { borrower_id: number; name: string; orders: number; at: Date; event_id: number };

/** Returns the last transfer to each colleague, with one of its changes that weren't undone, and the orders they still have. */
export async function transfersOf(db: Database, borrowerId: number): Promise<TransferRow[]> {
  const { rows } = await sql<TransferRow>`
    select taker.borrower_id, taker.name, count(*)::integer as orders, max(transferred_at) as at,
      min(event_id) as event_id
    from handovers join borrowers as taker on taker.borrower_id = to_borrower
      join orders on orders.order_id = handovers.order_id and orders.borrower_id = to_borrower
      join order_events on order_events.order_id = orders.order_id and order_events.at = transferred_at
        and call = ${transferLoans.call} and undone_at is null
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
