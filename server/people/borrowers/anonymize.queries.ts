import type { Database, Transaction } from "#server/platform/database.ts";
import { type RawBuilder, sql } from "kysely";
import { anonymizedBorrower } from "#contract/admin/activity-log.ts";

/** What the audit keeps of an order whose person is forgotten: the fields that name nobody, whatever staff wrote. */
const namelessChanges = sql`coalesce((
  select jsonb_agg(change) from jsonb_array_elements(changes) as change
  where change ->> 'field' in ('Status', 'Ship date', 'Return date')
    or change ->> 'field' like 'Quantity of %' or change ->> 'field' like 'Copies of %'), '[]')`;

export async function whatIsOpen(db: Database, borrowerId: number) {
  const { rows } = await sql<{ copies: number; orders: number; claims: number }>`
    select
      (select count(*) from orders join assignments using (order_id)
        where borrower_id = ${borrowerId} and is_open and released_at is null)::integer as copies,
      (select count(*) from orders where borrower_id = ${borrowerId} and is_open)::integer as orders,
      (select count(*) from orders join assignments using (order_id) join claims using (assignment_id)
        where borrower_id = ${borrowerId} and closed_at is null)::integer as claims`.execute(db);
  return rows[0] ?? { copies: 0, orders: 0, claims: 0 };
}

export async function ordersOfLeaving(tx: Transaction, borrowerId: number): Promise<number[]> {
  const { rows } = await sql<{ order_id: number }>`
    select order_id from orders where borrower_id = ${borrowerId} order by order_id for update`.execute(tx);
  return rows.map(({ order_id }) => order_id);
}

/** Takes everything off these closed orders that names their person: what they and staff wrote, and what the audit has of it. */
export async function takePersonOff(tx: Transaction, orderIds: readonly number[]): Promise<void> {
  const ids = sql`any(${[...orderIds]}::integer[])`;
  await sql`
    update orders set borrower_id = null, cart_key = null, ship_to_name = ${nobody}, ship_to_street = '', tracking_number = '',
      note = '', cancel_reason = '',
      sent_back_on = null, first_sent_back_on = null, sent_back_tracking = '',
      changed_by = case when (select user_type_id from accounts where user_id = changed_by) = 1 then changed_by end,
      words = order_words(${nobody}, ship_to_school || ' ' || ship_to_district, '', (
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

/** Takes a borrower out of every line; gives the titles, whose copies that were held go to others. */
export async function leaveLines(tx: Transaction, borrowerId: number): Promise<number[]> {
  const { rows } = await sql<{ item_id: number }>`
    delete from waitlist_entries where borrower_id = ${borrowerId} returning item_id`.execute(tx);
  return rows.map(({ item_id }) => item_id);
}

/**
 * Locks some closed orders that ended before an instant and still have their person: the last copy came back, or it was
 * canceled or lost then. None with an open claim, and none that somebody changes right now.
 */
export async function lockOldOrders(tx: Transaction, before: Date, most: number): Promise<number[]> {
  const { rows } = await sql<{ order_id: number }>`
    select order_id from orders
    where borrower_id is not null and not is_open and ordered_at < ${before}
      and coalesce(canceled_at, ordered_at) < ${before}
      and not exists (select from order_events where order_events.order_id = orders.order_id and at >= ${before})
      and not exists (select from assignments where assignments.order_id = orders.order_id and released_at >= ${before})
      and not exists (select from assignments join claims using (assignment_id)
        where assignments.order_id = orders.order_id and (closed_at is null or closed_at >= ${before}))
    order by ordered_at limit ${sql.lit(most)} for update of orders skip locked`.execute(tx);
  return rows.map(({ order_id }) => order_id);
}

/** What orders and the audit have instead of a name. */
const nobody = anonymizedBorrower;

type Leaving = {
  borrower_id: number;
  user_id: number;
  user_name: string;
  /** What they are and were called, and where mail went: the audit and emails have it as it was then. */
  names: string[];
  addresses: string[];
};

/**
 * Locks a borrower who is to go, with the carts first, as an order does. From then on nothing new can name them: an order that
 * is being placed is placed before, or finds nobody.
 */
export async function lockLeaving(tx: Transaction, borrowerId: number): Promise<Leaving | undefined> {
  await sql`
    select from carts where user_id = (select user_id from borrowers where borrower_id = ${borrowerId})
    order by cart_key for update`.execute(tx);
  await sql`select from borrowers where borrower_id = ${borrowerId} for update`.execute(tx);
  const { rows } = await sql<Leaving>`
    select borrower_id, user_id, user_name,
      array(select borrowers.name union select name from former_names as former where former.borrower_id = borrowers.borrower_id) as names,
      array(select lower(borrowers.email_address) union
        select lower(email_address) from former_names as former where former.borrower_id = borrowers.borrower_id) as addresses
    from borrowers join accounts using (user_id) where borrower_id = ${borrowerId}`.execute(tx);
  return rows[0];
}

/** Deletes an account that has no orders, and what else names its person: emails, the audit, the security trail. */
export async function deletePerson(tx: Transaction, who: Leaving): Promise<void> {
  const { borrower_id: borrowerId, user_id: userId, user_name: userName, addresses } = who;
  await deleteMails(tx, who);
  await leaveMailingList(tx, who);
  await sql`
    delete from jobs where kind = 'answer-reset-request'
      and lower(payload ->> 'typed') = any(${[...addresses, userName.toLowerCase()]}::text[])`.execute(tx);
  await anonymizeInActivityLog(tx, who);
  await sql`delete from sign_in_events where user_id = ${userId}`.execute(tx);
  await sql`delete from borrowers where borrower_id = ${borrowerId}`.execute(tx);
  await sql`delete from accounts where user_id = ${userId}`.execute(tx);
}

/** An address that somebody else has, too. */
const shared = (address: ReturnType<typeof sql.ref>, borrowerId: number) => sql`(exists (
    select from borrowers where lower(email_address) = lower(${address}) and borrower_id <> ${borrowerId})
  or exists (select from staff where lower(email_address) = lower(${address})))`;

/** Deletes the emails to them, at every address that they had. Those to a colleague lose the name that their subject has. */
async function deleteMails(tx: Transaction, { borrower_id: borrowerId, names, addresses }: Leaving): Promise<void> {
  await sql`
    delete from mails where lower(to_address) = any(${addresses}::text[])
      and (to_name = any(${names}::text[]) or not ${shared(sql.ref("to_address"), borrowerId)})`.execute(tx);
  for (const name of names) {
    await sql`
      update mails set subject = replace(subject, ${name}, ${nobody}),
        letter = replace(letter::text, ${JSON.stringify(name).slice(1, -1)}, ${nobody})::jsonb
      where kind = 'loans-transferred' and position(${name} in subject) > 0`.execute(tx);
    await sql`
      update activity_log set subject_label = replace(subject_label, ${name}, ${nobody})
      where kind = 'mail' and position(${name} in subject_label) > 0`.execute(tx);
  }
}

async function leaveMailingList(tx: Transaction, { borrower_id: borrowerId }: Leaving): Promise<void> {
  await sql`
    delete from mailing_list using borrowers as own
    where own.borrower_id = ${borrowerId} and lower(mailing_list.email_address) = lower(own.email_address)
      and not ${shared(sql.ref("own.email_address"), borrowerId)}`.execute(tx);
}

/** Empties the entries about them; in entries about others, their name goes where a field is nothing else. */
async function anonymizeInActivityLog(tx: Transaction, { borrower_id: borrowerId, names }: Leaving): Promise<void> {
  const isName = sql`any(${names}::text[])`;
  await sql`
    update activity_log set subject_label = ${nobody}, changes = '[]'
    where kind = 'borrowers' and subject_id = ${borrowerId}`.execute(tx);
  await sql`
    update activity_log set changes = (
      select jsonb_agg(change || jsonb_build_object(
        'before', case when change ->> 'before' = ${isName} then to_jsonb(${nobody}::text) else change -> 'before' end,
        'after', case when change ->> 'after' = ${isName} then to_jsonb(${nobody}::text) else change -> 'after' end))
      from jsonb_array_elements(changes) as change)
    where kind = 'borrowers' and exists (
      select from jsonb_array_elements(changes) as change where change ->> 'before' = ${isName} or change ->> 'after' = ${isName})`.execute(
    tx,
  );
}

/** The orders that a borrower handed over, which are a colleague's now. */
export async function ordersTransferred(tx: Transaction, borrowerId: number): Promise<number[]> {
  const { rows } = await sql<{ order_id: number }>`
    select order_id from orders where borrower_id <> ${borrowerId}
      and order_id in (select order_id from handovers where from_borrower = ${borrowerId})
    order by order_id for update`.execute(tx);
  return rows.map(({ order_id }) => order_id);
}

/**
 * Takes who gave these orders away off them: the address is the colleague's, as the name is already, and nobody finds the order
 * by the giver's name anymore. What the giver wrote goes, and what the audit has of the time before; of what staff wrote, what
 * names the giver.
 */
export async function takeGiverOff(tx: Transaction, orderIds: readonly number[], giver: Leaving): Promise<void> {
  const ids = sql`any(${[...orderIds]}::integer[])`;
  const before = sql`(
    select max(transferred_at) from handovers where handovers.order_id = own.order_id and from_borrower = ${giver.borrower_id})`;
  const { isNaming, unlessNaming } = wordsOf(giver);
  await sql`
    update orders as own set version = version + 1, tracking_number = '', sent_back_tracking = '',
      ship_to_street = street, ship_to_city = city, ship_to_state = state, ship_to_zip = zip,
      note = ${unlessNaming(sql`own.note`)}, cancel_reason = ${unlessNaming(sql`own.cancel_reason`)},
      changed_by = nullif(own.changed_by, ${giver.user_id}),
      words = order_words(ship_to_name, ship_to_school || ' ' || ship_to_district, email_address, (
        select string_agg(title || ' ' || reference_number, ' ') from order_lines join items using (item_id)
        where order_lines.order_id = own.order_id)) || words_of(coalesce((
          select string_agg(others.name || ' ' || others.email_address, ' ')
          from handovers join borrowers as others on others.borrower_id = from_borrower
          where handovers.order_id = own.order_id and from_borrower <> ${giver.borrower_id}), ''))
    from borrowers where borrowers.borrower_id = own.borrower_id and own.order_id = ${ids}`.execute(tx);
  await sql`
    update assignments set condition_note = ${unlessNaming(sql`condition_note`)},
      released_by = nullif(released_by, ${giver.user_id})
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

function wordsOf({ names, addresses }: Leaving) {
  const words = [...names.map((name) => name.toLowerCase()), ...addresses].filter((word) => word !== "");
  const isNaming = (text: RawBuilder<unknown>) =>
    sql`exists (select from unnest(${words}::text[]) as word where position(word in lower(${text})) > 0)`;
  const unlessNaming = (text: RawBuilder<unknown>) => sql`case when ${isNaming(text)} then '' else ${text} end`;
  return { isNaming, unlessNaming };
}
