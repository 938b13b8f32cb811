import { statuses } from "#contract/codes.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import { sql } from "kysely";
import { othersOfSchool } from "../hand-over/hand-over.queries.ts";

export type Asker = {
  name: string;
  email_address: string;
  school_name: string;
  blocked_because: string;
  is_reached: boolean;
};

export async function askerWithId(db: Database, borrowerId: number): Promise<Asker | undefined> {
  const { rows } = await sql<Asker>`
    select mailbox.name, mailbox.email_address, school_name, blocked_because, is_read and is_confirmed as is_reached
    from account_mailboxes as mailbox join borrowers on borrowers.borrower_id = mailbox.borrower_id
    where mailbox.borrower_id = ${borrowerId}`.execute(db);
  return rows[0];
}

/** Locks who asks, so that two requests at once are counted one after the other. */
export async function lockAsker(tx: Transaction, borrowerId: number): Promise<Asker | undefined> {
  await sql`select from borrowers where borrower_id = ${borrowerId} for no key update`.execute(tx);
  return askerWithId(tx, borrowerId);
}

/** Requests from before an instant, whose links are over. */
export async function deleteRequests(db: Database, before: Date): Promise<void> {
  await db.deleteFrom("loan_requests").where("asked_at", "<", before).execute();
}

/** How often a borrower asked since an instant. */
export async function countAsks(tx: Transaction, borrowerId: number, since: Date): Promise<number> {
  const { rows } = await sql<{ asks: number }>`
    select count(*)::integer as asks from loan_requests where asked_by = ${borrowerId} and asked_at >= ${since}`.execute(
    tx,
  );
  return rows[0]?.asks ?? 0;
}

export type Asked = { borrower_id: number; name: string; email_address: string; language: LanguageCode };

/** The colleague of the same school with an email address who has something out and can receive email. */
export async function colleagueToAsk(tx: Transaction, borrowerId: number, emailAddress: string) {
  const { rows } = await sql<Asked>`
    select mailbox.borrower_id, mailbox.name, mailbox.email_address, mailbox.language
    from ${othersOfSchool(borrowerId)} join account_mailboxes as mailbox on mailbox.borrower_id = other.borrower_id
    where lower(other.email_address) = lower(${emailAddress}) and is_read and is_confirmed
      and exists (
        select from orders join assignments using (order_id)
        where orders.borrower_id = other.borrower_id and status_id = ${sql.lit(statuses.shipped)} and released_at is null)
    order by mailbox.borrower_id limit 1`.execute(tx);
  return rows[0];
}

type Limits = { since: Date; most: number };

/** Whether one may be asked by another: not twice, and not by too many, since an instant. Others who ask the same one wait. */
export async function mayBeAsked(tx: Transaction, of: number, by: number, { since, most }: Limits): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended('loans of ' || ${of}::text, 0))`.execute(tx);
  const { rows } = await sql<{ may: boolean }>`
    select count(*) < ${most} and not coalesce(bool_or(asked_by = ${by}), false) as may
    from loan_requests where asked_of = ${of} and asked_at >= ${since}`.execute(tx);
  return rows[0]?.may ?? false;
}

type Request = { by: number; of: Asked | undefined; tokenHash: Buffer | null; at: Date };

/** Notes a request, also one that reached nobody. */
export async function addRequest(tx: Transaction, { by, of, tokenHash, at }: Request): Promise<void> {
  const asked = { asked_of: of?.borrower_id ?? null, to_address: of?.email_address ?? null };
  await tx
    .insertInto("loan_requests")
    .values({ asked_by: by, ...asked, token_hash: tokenHash, asked_at: at })
    .execute();
}

export type RequestRow = {
  request_id: number;
  asked_by: number;
  asked_of: number;
  asked_at: Date;
  given_at: Date | null;
  user_id: number;
};

const requests = sql`
  select request_id, asked_by, asked_of, asked_at, given_at, user_id
  from loan_requests join borrowers on borrower_id = asked_of and lower(email_address) = lower(to_address)`;

/** The request of a link; `user_id` is who was asked. */
export async function requestOfLink(db: Database, tokenHash: Buffer): Promise<RequestRow | undefined> {
  return (await sql<RequestRow>`${requests} where token_hash = ${tokenHash}`.execute(db)).rows[0];
}

/** Locks a request; undefined: somebody of it was forgotten or merged, or has another address. */
export async function lockRequest(tx: Transaction, requestId: number): Promise<RequestRow | undefined> {
  const { rows } = await sql<RequestRow>`
    ${requests} where request_id = ${requestId} for update of loan_requests`.execute(tx);
  return rows[0];
}

export async function noteGiven(tx: Transaction, requestId: number, at: Date): Promise<void> {
  await tx.updateTable("loan_requests").set({ given_at: at }).where("request_id", "=", requestId).execute();
}

/** The orders that went from one to another at an instant, and were not taken back. */
export async function givenAt(db: Database, from: number, to: number, at: Date): Promise<number[]> {
  const { rows } = await sql<{ order_id: number }>`
    select order_id from handovers join orders using (order_id)
    where from_borrower = ${from} and to_borrower = ${to} and handed_over_at = ${at} and borrower_id = ${to}
    order by order_id`.execute(db);
  return rows.map(({ order_id }) => order_id);
}
