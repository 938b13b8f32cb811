import type { Database, Transaction } from "#server/platform/database.ts";
import { enqueueJob } from "#server/platform/jobs/jobs.queries.ts";
import { sql } from "kysely";
import type { StaffMail } from "#contract/admin/mail.ts";
import { isoDates } from "#server/iso-dates.ts";

/** Empty fields filter nothing. `troubleBefore` selects dead emails, and waiting ones written before it. */
export type MailFilter = { state?: string; kind?: string; troubleBefore?: Date };

/** Returns one page of emails, newest first; pages count from 1. */
export async function mailsOf(db: Database, filter: MailFilter, page: number, pageSize: number): Promise<StaffMail[]> {
  const rows = await withJobs(matching(db, filter))
    .orderBy("written_at", "desc")
    .orderBy("mail_id", "desc")
    .limit(sql.lit(pageSize))
    .offset(sql.lit((page - 1) * pageSize))
    .execute();
  return rows.map(isoDates);
}

export async function countMails(db: Database, filter: MailFilter): Promise<number> {
  const { count } = await matching(db, filter)
    .select(sql<number>`count(*)::integer`.as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

function matching(db: Database, { state, kind, troubleBefore }: MailFilter) {
  let mails = db.selectFrom("mails");
  if (troubleBefore)
    mails = mails.where(
      sql<boolean>`(mails.state = 'dead' or (mails.state = 'waiting' and written_at < ${troubleBefore}))`,
    );
  else if (state) mails = mails.where("mails.state", "=", state);
  if (kind) mails = mails.where("mails.kind", "=", kind);
  return mails;
}

function withJobs(mails: ReturnType<typeof matching>) {
  return mails
    .leftJoin("borrowers", "borrowers.borrower_id", "mails.borrower_id")
    .leftJoin("jobs", (join) =>
      join
        .on("jobs.kind", "=", sql.lit("send-mail"))
        .on("jobs.key", "=", sql<string>`mail_id::text`)
        .on("mails.state", "=", sql.lit("waiting")),
    )
    .select(["mail_id as mailId", "mails.kind", sql<string>`coalesce(borrowers.name, '')`.as("toName")])
    .select(["to_address as toAddress", "subject"])
    .select(["written_at as writtenAt", "mails.ended_at as endedAt", "is_file as isFile"])
    .select([
      sql<StaffMail["language"]>`language`.as("language"),
      sql<StaffMail["state"]>`mails.state`.as("state"),
      sql<boolean>`mails.state = 'dead' and letter is not null`.as("canBeResent"),
      sql<string | null>`case when written_by is not null then (
        select string_agg(block ->> 'text', E'\\n\\n' order by place)
        from jsonb_array_elements(letter -> 'blocks') with ordinality as listed (block, place)) end`.as("text"),
      sql<string>`coalesce((
        select account_names.name from account_names where account_names.user_id = written_by), '')`.as(
        "writtenByName",
      ),
      // the job has these while an email waits; afterward, the email does
      sql<Date | null>`jobs.run_at`.as("nextTryAt"),
      sql<number>`coalesce(jobs.tries, mails.tries)`.as("tries"),
      sql<string>`coalesce(jobs.trouble, mails.trouble)`.as("trouble"),
    ]);
}

export async function mailById(db: Database, mailId: number): Promise<StaffMail | undefined> {
  const row = await withJobs(db.selectFrom("mails")).where("mail_id", "=", mailId).executeTakeFirst();
  return row && isoDates(row);
}

/** Requeues a dead email that has a stored text; false otherwise. */
export async function reviveMail(tx: Transaction, mailId: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("mails")
    .set({ state: "waiting", ended_at: null, tries: 0, trouble: "", started_at: null })
    .where("mail_id", "=", mailId)
    .where("state", "=", "dead")
    .where("letter", "is not", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await enqueueJob(tx, { kind: "send-mail", key: String(mailId) });
  return true;
}

export async function kindsOff(db: Database): Promise<string[]> {
  const rows = await db.selectFrom("mail_kinds_off").select("kind").execute();
  return rows.map(({ kind }) => kind);
}

/** Turns a type on or off. Turning it off fails its waiting emails, except those being sent. */
export async function switchKind(tx: Transaction, kind: string, isOn: boolean, now: Date): Promise<void> {
  if (isOn) {
    await tx.deleteFrom("mail_kinds_off").where("kind", "=", kind).execute();
    return;
  }
  await tx
    .insertInto("mail_kinds_off")
    .values({ kind, since: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await sql`
    with deleted as (
      delete from jobs using mails
      where jobs.kind = 'send-mail' and key = mail_id::text and lease is null
        and mails.state = 'waiting' and mails.kind = ${kind}
      returning mail_id, jobs.tries
    )
    update mails set state = 'dead', ended_at = ${now}, tries = deleted.tries,
      trouble = 'Staff turned off this type of email.'
    from deleted where mails.mail_id = deleted.mail_id`.execute(tx);
}
