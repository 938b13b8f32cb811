import { cut } from "#contract/wire/cut.ts";
import type { MailKind } from "#contract/admin/mail.ts";
import { sql } from "kysely";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import type { Letter } from "#server/platform/mail/letter/letter.ts";

export type Mail = {
  kind: MailKind;
  to: { name: string; address: string };
  letter: Letter;
  at: Date;
  /** Of two mails with one key the second is never written, in whatever order and however often it is tried. */
  onceKey?: string;
  /** From then on it is not sent anymore, and its content is deleted: its links have expired. */
  expiresAt?: Date;
};

/**
 * Writes a mail in the transaction of what it tells of; it is sent when that has been committed, and never if it is not.
 * Costs one statement and never waits for a mail server. False: staff switched this kind off, or the key was there.
 */
export async function enqueueMail(tx: Transaction, mail: Mail): Promise<boolean> {
  const { kind, to, letter, at, onceKey = null, expiresAt = null } = mail;
  const content = JSON.stringify(letter);
  const { rows } = await sql`
    with mail as (
      insert into mails (kind, once_key, to_name, to_address, subject, letter, written_at, expires_at, language)
      select ${kind}, ${onceKey}, ${oneLine(to.name)}, ${to.address.trim()}, ${oneLine(letter.subject)}, ${content}::jsonb,
        ${at}::timestamptz, ${expiresAt}::timestamptz, coalesce(${content}::jsonb ->> 'language', 'en')
      where not exists (select from mail_kinds_off where kind = ${kind})
      on conflict (once_key) do nothing
      returning mail_id
    ), job as (insert into jobs (kind, key) select 'send-mail', mail_id::text from mail)
    select mail_id from mail`.execute(tx);
  return rows.length > 0;
}

/**
 * Lets the emails of a kind be written again whose keys begin with these parts, as far as they were written since. Returns
 * whether there were any.
 */
export async function releaseKeys(
  tx: Transaction,
  { kind, parts, since }: { kind: MailKind; parts: unknown[]; since: Date },
) {
  const beginning = JSON.stringify([kind, ...parts]).replace(/\]$/, ",");
  const { numAffectedRows = 0n } = await sql`
    update mails set once_key = null
    where kind = ${kind} and written_at >= ${since} and starts_with(once_key, ${beginning})`.execute(tx);
  return numAffectedRows > 0n;
}

/** A name cannot inject a header. */
function oneLine(text: string): string {
  return cut(text.replace(/[\s\p{Cc}]+/gu, " ").trim(), 200);
}

export type MailToSend = {
  mail_id: number;
  message_id: string;
  kind: MailKind;
  to_name: string;
  to_address: string;
  letter: unknown;
  written_at: Date;
  expires_at: Date | null;
  begun_at: Date | null;
  /** Set when the mail has to wait: as many as are sent in an hour were admitted to its address since then. */
  full_since: Date | null;
  /** Nothing is sent now. */
  is_held: boolean;
};

/** A mail that waits, admitted to its address, where `most` are in an hour; undefined when it was sent or given up. */
export async function admitMail(tx: Transaction, mailId: number, { now, most }: { now: Date; most: number }) {
  // workers take turns for an address, so that each counts what the others admitted
  await sql`
    select pg_advisory_xact_lock(hashtextextended('mail to ' || lower(to_address), 0)) from mails
    where mail_id = ${mailId}`.execute(tx);
  const since = new Date(now.getTime() - hour * 1000);
  const { rows } = await sql<MailToSend>`
  with mail as (
    select mail_id, message_id, kind, to_name, to_address, letter, written_at, expires_at, begun_at, (
      select admitted_at from mails as other
      where lower(other.to_address) = lower(mails.to_address) and other.admitted_at > ${since}::timestamptz and other.mail_id <> mails.mail_id
      order by other.admitted_at desc offset ${most - 1} limit 1
    ) as full_since, exists (select from mail_hold) as is_held
    from mails where mail_id = ${mailId} and state = 'waiting'
  ), admitted as (
    update mails set admitted_at = ${now}::timestamptz from mail where mails.mail_id = mail.mail_id and full_since is null and not is_held and mail.begun_at is null
      and (mail.expires_at is null or mail.expires_at > ${now}::timestamptz)
  )
  select * from mail`.execute(tx);
  return rows[0];
}

export const hour = 3600; // seconds

const waiting = (tx: Transaction, mailId: number) =>
  tx.updateTable("mails").where("mail_id", "=", mailId).where("state", "=", "waiting");

/** Notes that a mail's words now go out; null: they did not. */
export async function noteBegin(tx: Transaction, mailId: number, at: Date | null): Promise<void> {
  await waiting(tx, mailId).set({ begun_at: at }).execute();
}

type End = { now: Date; tries: number };

/** The mail was sent, or saved as a file: its content is deleted. */
export async function markSent(
  tx: Transaction,
  mailId: number,
  { now, tries, isFile }: End & { isFile: boolean },
): Promise<void> {
  const end = { state: "sent", ended_at: now, letter: null, tries, trouble: "", is_file: isFile } as const;
  await waiting(tx, mailId).set(end).execute();
}

export async function giveUp(tx: Transaction, mailId: number, end: End & { trouble: string }): Promise<void> {
  const { now, tries, trouble } = end;
  await waiting(tx, mailId).set({ state: "dead", ended_at: now, tries, trouble }).execute();
}

export const linksAreOver = "Its links have expired.";

/** Gives up mails with expired links, unless they are being sent, and deletes their content and that of dead ones. */
export async function wipeExpiredMails(db: Database, now: Date): Promise<void> {
  await sql`
    with gone as (
      delete from jobs using mails
      where jobs.kind = 'send-mail' and key = mail_id::text and mails.state = 'waiting' and expires_at <= ${now}
        and begun_at is null and (leased_until is null or leased_until <= now())
      returning mail_id, jobs.tries, jobs.trouble
    )
    update mails set state = 'dead', ended_at = ${now}, tries = gone.tries,
      trouble = trim(${linksAreOver} || ' ' || gone.trouble)
    from gone where mails.mail_id = gone.mail_id`.execute(db);
  await db
    .updateTable("mails")
    .set({ letter: null })
    .where("state", "=", "dead")
    .where("expires_at", "<=", now)
    .where("letter", "is not", null)
    .execute();
}

export async function knownMails(db: Database, mailIds: number[]): Promise<number[]> {
  const rows = await db
    .selectFrom("mails")
    .select("mail_id")
    .where(sql<boolean>`mail_id = any(${mailIds})`)
    .execute();
  return rows.map(({ mail_id }) => mail_id);
}

export async function deleteOldMails(db: Database, before: Date): Promise<void> {
  await db.deleteFrom("mails").where("ended_at", "<", before).execute();
}

export const namesOfMailFiles = `
  select to_char(written_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24-MI-SS') || '-' || kind || '-' || mail_id || '.eml' as name
  from mails where is_file and state = 'sent'`;

/** Why nothing is sent: when a backup was restored, and when it had been made; undefined: what is written is sent. */
export type MailHold = { heldAt: Date; backupAt: Date };

export async function mailHold(db: Database): Promise<MailHold | undefined> {
  const held = await db.selectFrom("mail_hold").select(["held_at", "backup_at"]).executeTakeFirst();
  return held && { heldAt: held.held_at, backupAt: held.backup_at };
}

/** Lets the library send again, now; returns how many emails wait, or undefined when nothing was held. */
export function releaseMail(db: Database, audit: (tx: Transaction) => Promise<void> = async () => {}) {
  return inTransaction(db, async (tx) => {
    const { numDeletedRows } = await tx.deleteFrom("mail_hold").executeTakeFirst();
    if (numDeletedRows === 0n) return undefined;
    const due = await sql`
      update jobs set run_at = now(), trouble = '' where kind = 'send-mail' and state = 'waiting' and lease is null`.execute(
      tx,
    );
    await audit(tx);
    return Number(due.numAffectedRows ?? 0);
  });
}
