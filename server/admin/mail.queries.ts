import type { Database, Transaction } from "#server/platform/database.ts";
import { enqueueJob } from "#server/platform/jobs/jobs.queries.ts";
import { sql } from "kysely";
import type { StaffJobs } from "#contract/admin/jobs.ts";

/** Empty fields filter nothing. `troubleBefore` keeps dead emails, and those written before it that still wait. */
export type MailFilter = { state?: string; kind?: string; troubleBefore?: Date };

const canBeResent = sql<boolean>`mails.state = 'dead' and letter is not null`.as("can_be_resent");
// the job has these while an email waits; afterwards, the email does
const ofItsJob = [
  sql<Date | null>`jobs.run_at`.as("next_try_at"),
  sql<number>`coalesce(jobs.tries, mails.tries)`.as("tries"),
  sql<string>`coalesce(jobs.trouble, mails.trouble)`.as("trouble"),
] as const;

/** Returns one page of emails, newest first; pages count from 1. */
export async function mailsOf(db: Database, filter: MailFilter, page: number, pageSize: number) {
  return withJobs(matching(db, filter))
    .orderBy("written_at", "desc")
    .orderBy("mail_id", "desc")
    .limit(sql.lit(pageSize))
    .offset(sql.lit((page - 1) * pageSize))
    .execute();
}

export type MailRow = Awaited<ReturnType<typeof mailsOf>>[number];

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
    .leftJoin("jobs", (join) =>
      join
        .on("jobs.kind", "=", sql.lit("send-mail"))
        .on("jobs.key", "=", sql<string>`mail_id::text`)
        .on("mails.state", "=", sql.lit("waiting")),
    )
    .select(["mail_id", "mails.kind", "to_name", "to_address", "subject", "language", "mails.state", "written_at"])
    .select(["mails.ended_at", "is_file", ...ofItsJob, canBeResent]);
}

export async function mailById(db: Database, mailId: number): Promise<MailRow | undefined> {
  return withJobs(db.selectFrom("mails")).where("mail_id", "=", mailId).executeTakeFirst();
}

/** Puts a dead email with a stored text back into the outbox; false otherwise. */
export async function reviveMail(tx: Transaction, mailId: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("mails")
    .set({ state: "waiting", ended_at: null, tries: 0, trouble: "", begun_at: null })
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

export type JobsRow = Pick<StaffJobs, "kind" | "waiting" | "running" | "dead" | "failures" | "trouble"> & {
  last_run_at: Date | null;
  next_run_at: Date | null;
};

export async function jobsByKind(db: Database): Promise<JobsRow[]> {
  const { rows } = await sql<JobsRow>`
    select kind,
      (count(*) filter (where state = 'waiting' and not is_running))::integer as waiting,
      (count(*) filter (where is_running))::integer as running,
      (count(*) filter (where state = 'dead'))::integer as dead,
      max(started_at) as last_run_at,
      min(run_at) filter (where state = 'waiting' and not is_running) as next_run_at,
      coalesce(max(tries) filter (where trouble <> ''), 0)::integer as failures,
      coalesce((array_agg(trouble order by started_at desc) filter (where trouble <> ''))[1], '') as trouble
    from (select *, coalesce(leased_until > now(), false) as is_running from jobs) as jobs
    group by kind`.execute(db);
  return rows;
}
