import { cut } from "#contract/wire/cut.ts";
import type { MailKind } from "#contract/admin/mail.ts";
import { sql } from "kysely";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { type Letter, sealedPath, sealLinks } from "#server/platform/mail/letter/letter.ts";
import { seal } from "#server/platform/secret-key/seal.ts";

export type Mail = {
  kind: MailKind;
  /** The header has the borrower's name once they confirm the mailbox. */
  to: { borrowerId: number | null; address: string };
  letter: Letter;
  at: Date;
  /** The member of staff who wrote the letter. Its text then stays after sending. */
  writtenBy?: number;
  /** At most one mail with the same key is ever written. */
  onceKey?: string;
  /** When its links expire. After that it isn't sent, and its content is deleted; until then, the links are encrypted. */
  expiresAt?: Date;
};

/**
 * Enqueues a mail, which is sent once the transaction commits. Returns false if staff turned this kind off or the key was
 * used before.
 */
export async function enqueueMail(tx: Transaction, mail: Mail): Promise<boolean> {
  const { kind, to, at, writtenBy = null, onceKey = null, expiresAt = null } = mail;
  const letter = expiresAt ? await sealLinks(mail.letter, (path) => seal(tx, path)) : mail.letter;
  const content = JSON.stringify(letter);
  const { rows } = await sql`
    with mail as (
      insert into mails (kind, once_key, borrower_id, to_address, subject, letter, written_by, written_at, expires_at, language)
      select ${kind}, ${onceKey}, ${to.borrowerId}::integer, ${to.address.trim()}, ${oneLine(letter.subject)}, ${content}::jsonb,
        ${writtenBy}::integer, ${at}::timestamptz, ${expiresAt}::timestamptz, coalesce(${content}::jsonb ->> 'language', 'en')
      where not exists (select from mail_kinds_off where kind = ${kind})
      on conflict (once_key) do nothing
      returning mail_id
    ), job as (insert into jobs (kind, key) select 'send-mail', mail_id::text from mail)
    select mail_id from mail`.execute(tx);
  return rows.length > 0;
}

/**
 * Frees the keys of a kind that start with these parts, for mails written since then, so that they can be written again.
 * Returns whether there were any.
 */
export async function releaseKeys(
  tx: Transaction,
  { kind, parts, since }: { kind: MailKind; parts: unknown[]; since: Date },
) {
  const { numAffectedRows = 0n } = await sql`
    update mails set once_key = null
    where kind = ${kind} and written_at >= ${since} and starts_with(once_key, ${prefixOf(kind, parts)})`.execute(tx);
  return numAffectedRows > 0n;
}

/** Returns whether a mail was written with a key of this kind that starts with these parts. */
export async function hasMail(
  tx: Transaction,
  { kind, parts }: { kind: MailKind; parts: unknown[] },
): Promise<boolean> {
  const { rows } = await sql`
    select from mails where kind = ${kind} and starts_with(once_key, ${prefixOf(kind, parts)}) limit 1`.execute(tx);
  return rows.length > 0;
}

const prefixOf = (kind: MailKind, parts: unknown[]) => JSON.stringify([kind, ...parts]).replace(/\]$/, ",");

/** Joins lines, so that a name or a title cannot inject a header. */
export function oneLine(text: string): string {
  return cut(text.replace(/[\s\p{Cc}]+/gu, " ").trim(), 200);
}

export type MailToSend = {
  mail_id: number;
  message_id: string;
  kind: MailKind;
  /** Empty unless it goes to a borrower's confirmed mailbox. */
  to_name: string;
  to_address: string;
  letter: unknown;
  written_at: Date;
  expires_at: Date | null;
  started_at: Date | null;
  /** If the address has reached its hourly limit, when the oldest mail in that limit was admitted. */
  full_since: Date | null;
  /** True while all mail is on hold. */
  is_held: boolean;
};

/** The borrower's name if a mail goes to their confirmed mailbox; a stranger may have chosen any other name. */
const nameOfMailbox = sql`(
  select name from borrowers where borrowers.borrower_id = mails.borrower_id and mailbox_confirmed_at is not null
    and lower(email_address) = lower(to_address))`;

/** Admits a waiting mail unless its address reached `maxPerHour`; undefined if it was sent or given up. */
export async function admitMail(
  tx: Transaction,
  mailId: number,
  { now, maxPerHour }: { now: Date; maxPerHour: number },
) {
  // locks the address, so that workers count each other's mails
  await sql`
    select pg_advisory_xact_lock(hashtextextended('mail to ' || lower(to_address), 0)) from mails
    where mail_id = ${mailId}`.execute(tx);
  const since = new Date(now.getTime() - hour * 1000);
  const { rows } = await sql<MailToSend>`
  with mail as (
    select mail_id, message_id, kind, coalesce(${nameOfMailbox}, '') as to_name, to_address, letter, written_at, expires_at, started_at, (
      select admitted_at from mails as other
      where lower(other.to_address) = lower(mails.to_address) and other.admitted_at > ${since}::timestamptz and other.mail_id <> mails.mail_id
      order by other.admitted_at desc offset ${maxPerHour - 1} limit 1
    ) as full_since, exists (select from mail_hold) as is_held
    from mails where mail_id = ${mailId} and state = 'waiting'
  ), admitted as (
    update mails set admitted_at = ${now}::timestamptz from mail where mails.mail_id = mail.mail_id and full_since is null and not is_held and mail.started_at is null
      and (mail.expires_at is null or mail.expires_at > ${now}::timestamptz)
  )
  select * from mail`.execute(tx);
  return rows[0];
}

export const hour = 3600; // seconds

const waiting = (tx: Transaction, mailId: number) =>
  tx.updateTable("mails").where("mail_id", "=", mailId).where("state", "=", "waiting");

/** Records when sending the mail's content started; null if it did not. */
export async function recordBegin(tx: Transaction, mailId: number, at: Date | null): Promise<void> {
  await waiting(tx, mailId).set({ started_at: at }).execute();
}

type End = { now: Date; tries: number };

/** Marks a mail as sent, or saved as a file, and deletes its content unless staff wrote it. */
export async function markSent(
  tx: Transaction,
  mailId: number,
  { now, tries, isFile }: End & { isFile: boolean },
): Promise<void> {
  const letter = sql<null>`case when written_by is not null then letter end`;
  const end = { state: "sent", ended_at: now, letter, tries, trouble: "", is_file: isFile } as const;
  await waiting(tx, mailId).set(end).execute();
}

export async function giveUp(tx: Transaction, mailId: number, end: End & { trouble: string }): Promise<void> {
  const { now, tries, trouble } = end;
  await waiting(tx, mailId).set({ state: "dead", ended_at: now, tries, trouble }).execute();
}

export const linksExpired = "Its links have expired.";

/** Returns the ids of the keys that encrypted the links of unsent mails. */
export async function keyIdsOfMails(db: Database): Promise<string[]> {
  const { rows } = await sql<{ keyId: string }>`
    select distinct split_part(split_part(block ->> 'path', ${sealedPath}, 2), '.', 1) as "keyId"
    from mails, jsonb_array_elements(letter -> 'blocks') as block
    where expires_at is not null and letter is not null and starts_with(block ->> 'path', ${sealedPath})`.execute(db);
  return rows.map(({ keyId }) => keyId);
}

/** Gives up mails with expired links unless they are being sent, and deletes the content of expired and dead ones. */
export async function wipeExpiredMails(db: Database, now: Date): Promise<void> {
  await sql`
    with gone as (
      delete from jobs using mails
      where jobs.kind = 'send-mail' and key = mail_id::text and mails.state = 'waiting' and expires_at <= ${now}
        and mails.started_at is null and (leased_until is null or leased_until <= now())
      returning mail_id, jobs.tries, jobs.trouble
    )
    update mails set state = 'dead', ended_at = ${now}, tries = gone.tries,
      trouble = trim(${linksExpired} || ' ' || gone.trouble)
    from gone where mails.mail_id = gone.mail_id`.execute(db);
  await db
    .updateTable("mails")
    .set({ letter: null })
    .where("state", "=", "dead")
    .where("expires_at", "<=", now)
    .where("letter", "is not", null)
    .execute();
}

const nameOfFile = `to_char(written_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24-MI-SS') || '-' || kind || '-' || mail_id || '.eml'`;

/** Returns those of the file names that an email has. */
export async function namesOfMails(db: Database, names: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    select named.name from unnest(${[...names]}::text[]) as named (name)
    join mails on mail_id = substring(named.name from '(\\d+)\\.eml$')::integer and ${sql.raw(nameOfFile)} = named.name`.execute(
    db,
  );
  return new Set(rows.map(({ name }) => name));
}

export async function deleteOldMails(db: Database, before: Date): Promise<void> {
  await db.deleteFrom("mails").where("ended_at", "<", before).execute();
}

/** Leaves out emails with links that expire, because some of these log their reader in. */
export const namesOfMailFiles = `
  select ${nameOfFile} as name from mails where is_file and state = 'sent' and expires_at is null`;

/** The hold on mail after a restore; `backupAt` is the time of the backup. */
export type MailHold = { heldAt: Date; backupAt: Date };

export async function mailHold(db: Database): Promise<MailHold | undefined> {
  const hold = await db.selectFrom("mail_hold").select(["held_at", "backup_at"]).executeTakeFirst();
  return hold && { heldAt: hold.held_at, backupAt: hold.backup_at };
}

/** Ends the hold on mail; returns how many emails are waiting, or undefined if there was no hold. */
export function releaseMail(db: Database, record: (tx: Transaction) => Promise<void> = async () => {}) {
  return inTransaction(db, async (tx) => {
    const { numDeletedRows } = await tx.deleteFrom("mail_hold").executeTakeFirst();
    if (numDeletedRows === 0n) return undefined;
    const due = await sql`
      update jobs set run_at = now(), trouble = '' where kind = 'send-mail' and state = 'waiting' and lease is null`.execute(
      tx,
    );
    await record(tx);
    return Number(due.numAffectedRows ?? 0);
  });
}
