import type { Audience } from "#contract/admin/messages.ts";
import { statuses } from "#contract/catalog/codes.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import { wants } from "#server/orders/public.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import { sql } from "kysely";

/** A borrower in an audience. `total` counts all who can be emailed, or all who can't, like this one. */
export type AudienceMember = {
  borrower_id: number;
  name: string;
  email_address: string;
  phone_number: string;
  language: LanguageCode;
  is_read: boolean;
  is_reached: boolean;
  total: number;
};

/** Selects the ids of an audience's borrowers; a borrower may be repeated, and an anonymized one is null. */
const idsOf = ({ to, id, school, district }: Audience, today: string) =>
  ({
    borrower: sql`select ${id}::integer`,
    title: sql`
      select borrower_id from assignments join orders using (order_id)
      where item_id = ${id} and released_at is null and status_id = ${sql.lit(statuses.shipped)}`,
    overdue: sql`select borrower_id from orders where ${wants("overdue", today)}`,
    school: sql`
      select borrower_id from borrowers where school_id = school_of(${school}, ${district})
      union all
      select borrower_id from borrowers
      where lower(school_name) = lower(${school}) and lower(school_district) = lower(${district})`,
  })[to];

/** Whether email about orders reaches a borrower: staff shipped something to them, or they confirmed their address. */
const isReached = sql`is_read and (is_confirmed or exists (
  select from orders where orders.borrower_id = mailbox.borrower_id and status_id = ${sql.lit(statuses.shipped)}))`;

/** Returns up to `limit` borrowers who can be emailed, and as many who can't, each by name. */
export async function audienceMembers(
  db: Database,
  audience: Audience,
  { today, limit }: { today: string; limit: number },
) {
  const { rows } = await sql<AudienceMember>`
    select * from (
      select *, count(*) over (partition by is_reached)::integer as total,
        row_number() over (partition by is_reached order by lower(name), borrower_id) as place
      from (
        select mailbox.borrower_id, mailbox.name, mailbox.email_address, phone_number, language, is_read, ${isReached} as is_reached
        from account_mailboxes as mailbox join borrowers using (borrower_id)
        where mailbox.borrower_id in (${idsOf(audience, today)})
      ) as people
    ) as members
    where place <= ${limit} order by place`.execute(db);
  return rows;
}

/** Returns the name of the borrower or the title of an audience, or undefined if there is none. */
export async function labelOf(db: Database, { to, id, school }: Audience): Promise<string | undefined> {
  if (to === "school") return school;
  if (to === "overdue") return "";
  const { rows } = await sql<{ label: string }>`
    select ${to === "borrower" ? sql`name as label from borrowers where borrower_id` : sql`title as label from items where item_id`} = ${id}`.execute(
    db,
  );
  return rows[0]?.label;
}

/** Makes other messages wait, so that each counts the emails of the ones before it. */
export async function lockMessages(tx: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('messages to borrowers', 0))`.execute(tx);
}

export async function isMessageKindOff(tx: Transaction): Promise<boolean> {
  const { rows } = await sql`select from mail_kinds_off where kind = 'message'`.execute(tx);
  return rows.length > 0;
}

export async function messagesSince(tx: Transaction, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from mails where kind = 'message' and written_at > ${since}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Keeps these borrowers from being anonymized or merged until the transaction ends; returns how many are left. */
export async function keepBorrowers(tx: Transaction, ids: readonly number[]): Promise<number> {
  const { rows } = await sql`
    select from borrowers where borrower_id = any(${[...ids]}::integer[]) order by borrower_id for key share`.execute(
    tx,
  );
  return rows.length;
}
