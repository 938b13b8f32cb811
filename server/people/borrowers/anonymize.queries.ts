import type { Database, Transaction } from "#server/platform/database.ts";
import { type RawBuilder, sql } from "kysely";
import { anonymizedBorrower } from "#contract/admin/activity-log.ts";

/** The activity log of an anonymized order keeps only the fields that never name anyone. */
const namelessChanges = sql`coalesce((
  select jsonb_agg(change) from jsonb_array_elements(changes) as change
  where change ->> 'field' in ('Status', 'Ship date', 'Return date')
    or change ->> 'field' like 'Quantity of %' or change ->> 'field' like 'Copies of %'), '[]')`;

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
    update claims set note = '', closing_note = '' from assignments
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

/** Removes a borrower from every waitlist; returns the titles, whose held copies go to others. */
export async function leaveWaitlists(tx: Transaction, borrowerId: number): Promise<number[]> {
  const { rows } = await sql<{ item_id: number }>`
    delete from waitlist_entries where borrower_id = ${borrowerId} returning item_id`.execute(tx);
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

type Person = {
  borrower_id: number;
  user_id: number;
  user_name: string;
  /** Includes earlier names and addresses, which emails and the activity log still have. */
  names: string[];
  addresses: string[];
};

/** Locks a borrower after their carts, as placing an order does, so that no new order can name them. */
export async function lockPerson(tx: Transaction, borrowerId: number): Promise<Person | undefined> {
  await sql`
    select from carts where user_id = (select user_id from borrowers where borrower_id = ${borrowerId})
    order by cart_key for update`.execute(tx);
  await sql`select from borrowers where borrower_id = ${borrowerId} for update`.execute(tx);
  const { rows } = await sql<Person>`
    select borrower_id, user_id, user_name,
      array(select borrowers.name union select name from former_names as former where former.borrower_id = borrowers.borrower_id) as names,
      array(select lower(borrowers.email_address) union
        select lower(email_address) from former_names as former where former.borrower_id = borrowers.borrower_id) as addresses
    from borrowers join accounts using (user_id) where borrower_id = ${borrowerId}`.execute(tx);
  return rows[0];
}

/** Deletes an account without orders, and its traces in emails, the activity log, and the sign-in log. */
export async function deletePerson(tx: Transaction, person: Person): Promise<void> {
  const { borrower_id: borrowerId, user_id: userId, user_name: userName, addresses } = person;
  await deleteMails(tx, person);
  await leaveMailingList(tx, person);
  await sql`
    delete from jobs where kind = 'answer-reset-request'
      and lower(payload ->> 'typed') = any(${[...addresses, userName.toLowerCase()]}::text[])`.execute(tx);
  await anonymizeInActivityLog(tx, person);
  await sql`delete from sign_in_events where user_id = ${userId}`.execute(tx);
  await sql`delete from borrowers where borrower_id = ${borrowerId}`.execute(tx);
  await sql`delete from accounts where user_id = ${userId}`.execute(tx);
}

/** Checks whether someone else has the address, too. */
const isShared = (address: ReturnType<typeof sql.ref>, borrowerId: number) => sql`(exists (
    select from borrowers where lower(email_address) = lower(${address}) and borrower_id <> ${borrowerId})
  or exists (select from staff where lower(email_address) = lower(${address})))`;

/** Deletes the emails to every address they had, and their name from emails to colleagues. */
async function deleteMails(tx: Transaction, { borrower_id: borrowerId, names, addresses }: Person): Promise<void> {
  await sql`
    delete from mails where lower(to_address) = any(${addresses}::text[])
      and (to_name = any(${names}::text[]) or not ${isShared(sql.ref("to_address"), borrowerId)})`.execute(tx);
  for (const name of names) {
    await sql`
      update mails set subject = replace(subject, ${name}, ${anonymizedBorrower}),
        letter = replace(letter::text, ${JSON.stringify(name).slice(1, -1)}, ${anonymizedBorrower})::jsonb
      where kind = 'loans-transferred' and position(${name} in subject) > 0`.execute(tx);
    await sql`
      update activity_log set subject_label = replace(subject_label, ${name}, ${anonymizedBorrower})
      where kind = 'mail' and position(${name} in subject_label) > 0`.execute(tx);
  }
}

async function leaveMailingList(tx: Transaction, { borrower_id: borrowerId }: Person): Promise<void> {
  await sql`
    delete from mailing_list using borrowers as own
    where own.borrower_id = ${borrowerId} and lower(mailing_list.email_address) = lower(own.email_address)
      and not ${isShared(sql.ref("own.email_address"), borrowerId)}`.execute(tx);
}

/** Empties the entries about them, and replaces their name in entries about others. */
async function anonymizeInActivityLog(tx: Transaction, { borrower_id: borrowerId, names }: Person): Promise<void> {
  const isName = sql`any(${names}::text[])`;
  await sql`
    update activity_log set subject_label = ${anonymizedBorrower}, changes = '[]'
    where kind = 'borrowers' and subject_id = ${borrowerId}`.execute(tx);
  await sql`
    update activity_log set changes = (
      select jsonb_agg(change || jsonb_build_object(
        'before', case when change ->> 'before' = ${isName} then to_jsonb(${anonymizedBorrower}::text) else change -> 'before' end,
        'after', case when change ->> 'after' = ${isName} then to_jsonb(${anonymizedBorrower}::text) else change -> 'after' end))
      from jsonb_array_elements(changes) as change)
    where kind = 'borrowers' and exists (
      select from jsonb_array_elements(changes) as change where change ->> 'before' = ${isName} or change ->> 'after' = ${isName})`.execute(
    tx,
  );
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
 * Removes the previous borrower from transferred orders: the address, search words, reports, and activity log from
 * before the transfer, and staff notes that name them.
 */
export async function removePreviousBorrower(
  tx: Transaction,
  orderIds: readonly number[],
  previous: Person,
): Promise<void> {
  const ids = sql`any(${[...orderIds]}::integer[])`;
  const before = sql`(
    select max(transferred_at) from handovers where handovers.order_id = own.order_id and from_borrower = ${previous.borrower_id})`;
  const { isNaming, unlessNaming } = conditionsOf(previous);
  await sql`
    update orders as own set version = version + 1, tracking_number = '', sent_back_tracking = '',
      ship_to_street = street, ship_to_city = city, ship_to_state = state, ship_to_zip = zip,
      note = ${unlessNaming(sql`own.note`)}, cancel_reason = ${unlessNaming(sql`own.cancel_reason`)},
      changed_by = nullif(own.changed_by, ${previous.user_id}),
      words = order_words(ship_to_name, ship_to_school || ' ' || ship_to_district, email_address, (
        select string_agg(title || ' ' || reference_number, ' ') from order_lines join items using (item_id)
        where order_lines.order_id = own.order_id)) || words_of(coalesce((
          select string_agg(others.name || ' ' || others.email_address, ' ')
          from handovers join borrowers as others on others.borrower_id = from_borrower
          where handovers.order_id = own.order_id and from_borrower <> ${previous.borrower_id}), ''))
    from borrowers where borrowers.borrower_id = own.borrower_id and own.order_id = ${ids}`.execute(tx);
  await sql`
    update assignments set condition_note = ${unlessNaming(sql`condition_note`)},
      released_by = nullif(released_by, ${previous.user_id})
    where order_id = ${ids}`.execute(tx);
  await sql`
    update claims set note = ${unlessNaming(sql`claims.note`)}, closing_note = ${unlessNaming(sql`claims.closing_note`)}
    from assignments where assignments.assignment_id = claims.assignment_id and order_id = ${ids}`.execute(tx);
  await sql`delete from order_events where order_id = ${ids}`.execute(tx);
  await sql`
    delete from problem_reports as own where order_id = ${ids} and written_at <= ${before}`.execute(tx);
  await sql`
    update activity_log set changes = ${namelessChanges} from orders as own
    where kind = 'order' and subject_id = own.order_id and own.order_id = ${ids}
      and (at <= ${before} or ${isNaming(sql`changes::text`)})`.execute(tx);
}

function conditionsOf({ names, addresses }: Person) {
  const words = [...names.map((name) => name.toLowerCase()), ...addresses].filter((word) => word !== "");
  const isNaming = (text: RawBuilder<unknown>) =>
    sql`exists (select from unnest(${words}::text[]) as word where position(word in lower(${text})) > 0)`;
  const unlessNaming = (text: RawBuilder<unknown>) => sql`case when ${isNaming(text)} then '' else ${text} end`;
  return { isNaming, unlessNaming };
}
