import { sql } from "kysely";
import { hotStatement } from "../connection/hot-statements.ts";
import type { Statement } from "../connection/one-trip.ts";
import type { Database } from "../database.ts";
import type { Letter } from "./letter/letter.ts";

type NewMail = {
  kind: string;
  onceKey: string | null;
  toName: string;
  toAddress: string;
  subject: string;
  letter: Letter;
  at: Date;
  expiresAt: Date | null;
};

// Every order writes one.
const insertion = hotStatement<{ mail_id: number }>(`
  insert into mails (kind, once_key, to_name, to_address, subject, letter, written_at, next_try_at, expires_at, language)
  select $1, $2, $3, $4, $5, $6::jsonb, $7::timestamptz, $7::timestamptz, $8::timestamptz,
    coalesce($6::jsonb ->> 'language', 'en')
  where not exists (select from mail_kinds_off where kind = $1)
  on conflict (once_key) do nothing
  returning mail_id`);

/** The statement that stores a mail; no row when its kind is off or its key was there. */
export function insertMail(mail: NewMail): Statement<{ mail_id: number }> {
  const { kind, onceKey, toName, toAddress, subject, letter, at, expiresAt } = mail;
  return insertion([kind, onceKey, toName, toAddress, subject, JSON.stringify(letter), at, expiresAt]);
}

/** A mail that a worker has taken to send. */
export type ClaimedMail = {
  mail_id: number;
  message_id: string;
  claim: string;
  kind: string;
  to_name: string;
  to_address: string;
  letter: unknown;
  written_at: Date;
  tries: number;
};

/** Takes mails whose time has come, for as long as it says; nobody else gets them meanwhile. */
export async function claimMails(db: Database, now: Date, until: Date, most: number): Promise<ClaimedMail[]> {
  const { rows } = await sql<ClaimedMail>`
    with due as (
      select mail_id from mails
      where state = 'waiting' and next_try_at <= ${now} and begun_at is null
        and (claimed_until is null or claimed_until <= ${now})
      order by next_try_at limit ${sql.lit(most)}
      for update skip locked
    )
    update mails set claim = gen_random_uuid(), claimed_until = ${until}, tries = tries + 1
    from due where mails.mail_id = due.mail_id
    returning mails.mail_id, message_id, claim, kind, to_name, to_address, letter, written_at, tries`.execute(db);
  return rows;
}

type Claimed = Pick<ClaimedMail, "mail_id" | "claim">;

/** Notes that a mail's words now go out, unless its claim is over; false then, and they must not. */
export async function beginMail(db: Database, mail: Claimed, now: Date, until: Date): Promise<boolean> {
  const { numUpdatedRows } = await held(db, mail)
    .set({ begun_at: now, claimed_until: until })
    .where("claimed_until", ">", now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The mail was handed over: what it said is forgotten. */
export async function markSent(db: Database, mail: Claimed, now: Date): Promise<void> {
  await held(db, mail)
    .set({ state: "sent", ended_at: now, letter: null, claim: null, claimed_until: null, trouble: "" })
    .execute();
}

/** The mail is to be tried again at another time. */
export async function postpone(db: Database, mail: Claimed, nextTryAt: Date, trouble: string): Promise<void> {
  await held(db, mail)
    .set({ next_try_at: nextTryAt, begun_at: null, claim: null, claimed_until: null, trouble })
    .execute();
}

/** The mail is given up; staff may have it tried again. */
export async function giveUp(db: Database, mail: Claimed, now: Date, trouble: string): Promise<void> {
  await held(db, mail).set({ state: "dead", ended_at: now, claim: null, claimed_until: null, trouble }).execute();
}

function held(db: Database, { mail_id, claim }: Claimed) {
  return db
    .updateTable("mails")
    .where("mail_id", "=", mail_id)
    .where("claim", "=", claim)
    .where("state", "=", "waiting");
}

/**
 * Gives up what nobody is at any more: mails whose worker ended while their words were on the wire, and mails whose
 * links are over, whose words are wiped, those of dead ones too.
 */
export async function giveUpAbandoned(db: Database, now: Date, unknown: string, over: string): Promise<number> {
  const { rows } = await sql`
    with gone as (
      select mail_id from mails
      where state = 'waiting' and (
        (begun_at is not null and claimed_until <= ${now})
        or (expires_at <= ${now} and (claimed_until is null or claimed_until <= ${now}))
      ) for update skip locked
    )
    update mails set state = 'dead', ended_at = ${now}, claim = null, claimed_until = null,
      trouble = case when begun_at is not null then ${unknown} when trouble = '' then ${over} else ${over} || ' ' || trouble end
    from gone where mails.mail_id = gone.mail_id
    returning mails.mail_id`.execute(db);
  await db
    .updateTable("mails")
    .set({ letter: null })
    .where("state", "=", "dead")
    .where("expires_at", "<=", now)
    .where("letter", "is not", null)
    .execute();
  return rows.length;
}

/** Deletes mails that ended before an instant. */
export async function deleteOldMails(db: Database, before: Date): Promise<void> {
  await db.deleteFrom("mails").where("ended_at", "<", before).execute();
}
