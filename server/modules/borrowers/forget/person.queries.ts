import { forgottenBorrower } from "#contract/audit.ts";
import type { Transaction } from "#server/platform/database.ts";
import { sql } from "kysely";

/** What orders and the audit have instead of a name. */
export const nobody = forgottenBorrower;

export type Leaving = {
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
  await forgetInAudit(tx, who);
  await sql`delete from security_events where user_id = ${userId}`.execute(tx);
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
      where kind = 'loans-handed-over' and position(${name} in subject) > 0`.execute(tx);
    await sql`
      update audit_entries set subject_label = replace(subject_label, ${name}, ${nobody})
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
async function forgetInAudit(tx: Transaction, { borrower_id: borrowerId, names }: Leaving): Promise<void> {
  const isName = sql`any(${names}::text[])`;
  await sql`
    update audit_entries set subject_label = ${nobody}, changes = '[]'
    where kind = 'borrowers' and subject_id = ${borrowerId}`.execute(tx);
  await sql`
    update audit_entries set changes = (
      select jsonb_agg(change || jsonb_build_object(
        'before', case when change ->> 'before' = ${isName} then to_jsonb(${nobody}::text) else change -> 'before' end,
        'after', case when change ->> 'after' = ${isName} then to_jsonb(${nobody}::text) else change -> 'after' end))
      from jsonb_array_elements(changes) as change)
    where kind = 'borrowers' and exists (
      select from jsonb_array_elements(changes) as change where change ->> 'before' = ${isName} or change ->> 'after' = ${isName})`.execute(
    tx,
  );
}
