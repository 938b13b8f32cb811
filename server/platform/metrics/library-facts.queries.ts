import { sql } from "kysely";
import type { Database } from "../database.ts";

/** Counts and times for the metrics. Ages are in seconds, 0 if nothing is waiting; times are null if there is none. */
export type LibraryFacts = {
  read_at: Date;
  mails_waiting: number;
  mails_dead: number;
  oldest_mail: number;
  is_mail_held: boolean;
  jobs_due: number;
  jobs_running: number;
  jobs_failing: number;
  jobs_dead: number;
  oldest_job: number;
  backup_at: Date | null;
  restore_tested_at: Date | null;
  stock_checked_at: Date | null;
  stock_wrong: number;
};

const age = (since: string) => sql.raw(`coalesce(greatest(0, extract(epoch from now() - ${since})), 0)::float8`);

/** Reads all facts in one statement that uses indexes. */
export async function libraryFacts(db: Database): Promise<LibraryFacts> {
  const { rows } = await sql<LibraryFacts>`
    select
      now() as read_at,
      (select count(*) from mails where state = 'waiting')::integer as mails_waiting,
      (select count(*) from mails where state = 'dead')::integer as mails_dead,
      (select ${age("min(written_at)")} from mails where state = 'waiting') as oldest_mail,
      exists (select from mail_hold) as is_mail_held,
      jobs.*,
      (select ended_at from checks where kind = 'stock' order by check_id desc limit 1) as stock_checked_at,
      coalesce((select wrong from checks where kind = 'stock' order by check_id desc limit 1), 0) as stock_wrong,
      (select ended_at from backups where file_name is not null order by started_at desc limit 1) as backup_at,
      (select ended_at from checks where kind = 'restore' and wrong = 0 order by check_id desc limit 1) as restore_tested_at
    from (
      select (count(*) filter (where is_due))::integer as jobs_due,
        (count(*) filter (where is_running))::integer as jobs_running,
        (count(*) filter (where state = 'waiting' and trouble <> ''))::integer as jobs_failing,
        (count(*) filter (where state = 'dead'))::integer as jobs_dead,
        ${age("min(run_at) filter (where is_due)")} as oldest_job
      from (
        select state, trouble, run_at, is_running, state = 'waiting' and run_at <= now() and not is_running as is_due
        from jobs cross join lateral (select coalesce(leased_until > now(), false)) as lease (is_running)
        where state in ('waiting', 'dead')
      ) as jobs
    ) as jobs`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("A statement without a condition returned no row.");
  return row;
}
