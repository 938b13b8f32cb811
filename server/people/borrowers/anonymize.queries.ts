import type { Database, Transaction } from "#server/platform/database.ts";
import { sql } from "kysely";
import { anonymizedBorrower } from "#contract/admin/activity-log.ts";
import { changeMentions } from "./mentions.queries.ts";

const isNameless = sql`(change ->> 'field' in ('Status', 'Ship date', 'Return date')
    or change ->> 'field' like 'Quantity of %' or change ->> 'field' like 'Copies of %')`;

/** The activity log of an anonymized order keeps only the fields that never name anyone. */
const namelessChanges = sql`coalesce((
  select jsonb_agg(change) from jsonb_array_elements(changes) as change where ${isNameless}), '[]')`;

/** Changes after a transfer keep their new values; the values before may be about the previous borrower. */
const changesWithoutBefore = sql`coalesce((
  select jsonb_agg(case when ${isNameless} then change else change || '{"before": null}' end)
  from jsonb_array_elements(changes) as change), '[]')`;

export async function countOpenItems(db: Database, borrowerId: number) {
  const { rows } = await sql<{ copies: number; orders: number; claims: number }>`
    select
      (select count(*) from orders join assignments using (order_id)
        where borrower_id = ${borrowerId} and is_open and released_at is null)::integer as copies,
      (select count(*) from orders where borrower_id = ${borrowerId} and is_open)::integer as orders,
      (select count(*) from orders join assignments using (order_id) join claims using (assignment_id)
        where borrower_id = ${borrowerId} and closed_at is null)::integer as claims`.execute(db);
  return rows[0] ?? { copies: 0, orders: 0, claims: 0 };
}

export async function lockOrdersOf(tx: Transaction, borrowerId: number): Promise<number[]> {
  const { rows } = await sql<{ order_id: number }>`
    select order_id from orders where borrower_id = ${borrowerId} order by order_id for update`.execute(tx);
  return rows.map(({ order_id }) => order_id);
}

/** Removes all traces of the borrower from closed orders, including notes and activity log entries. */
export async function anonymizeOrders(tx: Transaction, orderIds: readonly number[]): Promise<void> {
  const ids = sql`any(${[...orderIds]}::integer[])`;
  await sql`
    update orders set borrower_id = null, cart_key = null, ship_to_name = ${anonymizedBorrower}, ship_to_street = '', tracking_number = '',
      note = '', cancel_reason = '',
      sent_back_on = null, first_sent_back_on = null, sent_back_tracking = '',
      changed_by = case when (select user_type_id from accounts where user_id = changed_by) = 1 then changed_by end,
      words = order_words(${anonymizedBorrower}, ship_to_school || ' ' || ship_to_district, '', (
        select string_agg(title || ' ' || reference_number, ' ') from order_lines join items using (item_id)
        where order_lines.order_id = orders.order_id))
    where order_id = ${ids}`.execute(tx);
  await sql`
    update assignments set condition_note = '',
      released_by = case when (select user_type_id from accounts where user_id = released_by) = 1 then released_by end
    where order_id = ${ids}`.execute(tx);
  await sql`
    update claims set note = '', closing_note = '', words = words_of_loan(claims.assignment_id) from assignments
    where assignments.assignment_id = claims.assignment_id and order_id = ${ids}`.execute(tx);
  await sql`update activity_log set changes = ${namelessChanges} where kind = 'order' and subject_id = ${ids}`.execute(
    tx,
  );
  await sql`
    delete from loan_photos using assignments
    where assignments.assignment_id = loan_photos.assignment_id and order_id = ${ids}`.execute(tx);
  await sql`delete from carts where order_id = ${ids}`.execute(tx);
  await sql`delete from borrower_photos where order_id = ${ids}`.execute(tx);
  await sql`delete from problem_reports where order_id = ${ids}`.execute(tx);
  await sql`delete from order_events where order_id = ${ids}`.execute(tx);
  await sql`delete from handovers where order_id = ${ids}`.execute(tx);
}

/**
 * Removes a borrower from every waitlist, and their name from the entries, which count for the reports. Returns the
 * titles, whose held copies go to others.
 */
export async function leaveWaitlists(tx: Transaction, borrowerId: number): Promise<number[]> {
  await sql`
    delete from waitlist_offers using waitlist_entries
    where waitlist_entries.entry_id = waitlist_offers.entry_id and borrower_id = ${borrowerId}`.execute(tx);
  const { rows } = await sql<{ item_id: number }>`
    update waitlist_entries set borrower_id = null, left_at = coalesce(left_at, now()),
      leave_reason = coalesce(leave_reason, 'left')
    where borrower_id = ${borrowerId} returning item_id`.execute(tx);
  return rows.map(({ item_id }) => item_id);
}

/**
 * Locks some orders that ended before an instant and still name their borrower. Skips open claims and locked orders.
 */
export async function lockOldOrders(tx: Transaction, before: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ order_id: number }>`
    select order_id from orders
    where borrower_id is not null and not is_open and ordered_at < ${before}
      and coalesce(canceled_at, ordered_at) < ${before}
      and not exists (select from order_events where order_events.order_id = orders.order_id and at >= ${before})
      and not exists (select from assignments where assignments.order_id = orders.order_id and released_at >= ${before})
      and not exists (select from assignments join claims using (assignment_id)
        where assignments.order_id = orders.order_id and (closed_at is null or closed_at >= ${before}))
    order by ordered_at limit ${sql.lit(limit)} for update of orders skip locked`.execute(tx);
  return rows.map(({ order_id }) => order_id);
}

type Person = { borrower_id: number; user_id: number; user_name: string; email_address: string };

/** Locks a borrower after their carts, as placing an order does, so that no new order can name them. */
export async function lockPerson(tx: Transaction, borrowerId: number): Promise<Person | undefined> {
  await sql`
    select from carts where user_id = (select user_id from borrowers where borrower_id = ${borrowerId})
    order by cart_key for update`.execute(tx);
  await sql`select from borrowers where borrower_id = ${borrowerId} for update`.execute(tx);
  const { rows } = await sql<Person>`
    select borrower_id, user_id, user_name, email_address
    from borrowers join accounts using (user_id) where borrower_id = ${borrowerId}`.execute(tx);
  return rows[0];
}

/** Deletes an account without orders, with its emails and its entries in the activity log and the sign-in log. */
export async function deletePerson(tx: Transaction, person: Person): Promise<void> {
  const { borrower_id: borrowerId, user_id: userId, user_name: userName, email_address: address } = person;
  await leaveMailbox(tx, person);
  await sql`
    delete from jobs where kind = 'answer-reset-request'
      and lower(payload ->> 'typed') = any(${[address.toLowerCase(), userName.toLowerCase()]}::text[])`.execute(tx);
  // the reason why an email failed may name its address
  await sql`
    delete from jobs using mails where jobs.kind = 'send-mail' and key = mail_id::text and borrower_id = ${borrowerId}`.execute(
    tx,
  );
  await sql`
    update activity_log set subject_label = ${anonymizedBorrower}, changes = '[]'
    where kind = 'borrowers' and subject_id = ${borrowerId}`.execute(tx);
  await changeMentions(tx, borrowerId, { value: anonymizedBorrower });
  await sql`delete from sign_in_events where user_id = ${userId}`.execute(tx);
  await sql`delete from borrowers where borrower_id = ${borrowerId}`.execute(tx);
  await sql`delete from accounts where user_id = ${userId}`.execute(tx);
}

/**
 * Removes their address from the mailing list, and deletes emails to it that belong to no borrower, unless someone else
 * has the same address.
 */
async function leaveMailbox(tx: Transaction, { borrower_id: borrowerId, email_address: address }: Person) {
  const isTheirs = sql`not exists (
      select from borrowers where lower(email_address) = lower(${address}) and borrower_id <> ${borrowerId})
    and not exists (select from staff where lower(email_address) = lower(${address}))`;
  const isOfMailbox = sql`lower(to_address) = lower(${address}) and mails.borrower_id is null
    and mails.kind in ('opt-in', 'reset')`;
  await sql`delete from mailing_list where lower(email_address) = lower(${address}) and ${isTheirs}`.execute(tx);
  await sql`
    delete from jobs using mails where jobs.kind = 'send-mail' and key = mail_id::text
      and ${isOfMailbox} and ${isTheirs}`.execute(tx);
  await sql`delete from mails where ${isOfMailbox} and ${isTheirs}`.execute(tx);
}

/** Locks the orders that a borrower transferred, which belong to a colleague now. */
export async function lockTransferredOrders(tx: Transaction, borrowerId: number): Promise<number[]> {
  const { rows } = await sql<{ order_id: number }>`
    select order_id from orders where borrower_id <> ${borrowerId}
      and order_id in (select order_id from handovers where from_borrower = ${borrowerId})
    order by order_id for update`.execute(tx);
  return rows.map(({ order_id }) => order_id);
}

/**
 * Removes the previous borrower from transferred orders: the address, the search words, and the notes, reports, and
 * activity log entries from before the transfer.
 */
export async function removePreviousBorrower(
  tx: Transaction,
  orderIds: readonly number[],
  previous: Person,
): Promise<void> {
  const ids = sql`any(${[...orderIds]}::integer[])`;
  const before = sql`(
    select max(transferred_at) from handovers where handovers.order_id = own.order_id and from_borrower = ${previous.borrower_id})`;
  const isLater = (column: string) => sql`exists (
    select from order_events as event where event.order_id = own.order_id and at > ${before}
      and changes -> 'order' -> ${column}::text is not null)`;
  await sql`
    update orders as own set version = version + 1, tracking_number = '', sent_back_tracking = '',
      ship_to_street = street, ship_to_city = city, ship_to_state = state, ship_to_zip = zip,
      note = case when ${isLater("note")} then own.note else '' end,
      cancel_reason = case when ${isLater("cancel_reason")} then own.cancel_reason else '' end,
      changed_by = nullif(own.changed_by, ${previous.user_id}),
      words = order_words(ship_to_name, ship_to_school || ' ' || ship_to_district, email_address, (
        select string_agg(title || ' ' || reference_number, ' ') from order_lines join items using (item_id)
        where order_lines.order_id = own.order_id)) || words_of(coalesce((
          select string_agg(others.name || ' ' || others.email_address, ' ')
          from handovers join borrowers as others on others.borrower_id = from_borrower
          where handovers.order_id = own.order_id and from_borrower <> ${previous.borrower_id}), ''))
    from borrowers where borrowers.borrower_id = own.borrower_id and own.order_id = ${ids}`.execute(tx);
  await sql`
    update assignments as own set condition_note = case when released_at > ${before} then condition_note else '' end,
      released_by = nullif(released_by, ${previous.user_id})
    where order_id = ${ids}`.execute(tx);
  await sql`
    update claims set note = case when opened_at > ${before} then claims.note else '' end,
      closing_note = case when closed_at > ${before} then closing_note else '' end,
      words = words_of_loan(claims.assignment_id)
    from assignments as own where own.assignment_id = claims.assignment_id and order_id = ${ids}`.execute(tx);
  await sql`delete from order_events where order_id = ${ids}`.execute(tx);
  await sql`
    delete from problem_reports as own where order_id = ${ids} and written_at <= ${before}`.execute(tx);
  await sql`
    update activity_log set changes = case when at <= ${before} then ${namelessChanges} else ${changesWithoutBefore} end
    from orders as own where kind = 'order' and subject_id = own.order_id and own.order_id = ${ids}`.execute(tx);
}
