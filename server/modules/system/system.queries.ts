import { sql } from "kysely";
import type { Database } from "#server/platform/database.ts";
import type { Warning } from "#server/platform/instances/warnings.ts";

const seen = sql`seen_at > now() - interval '1 minute'`;

type SystemRow = {
  postgres: string;
  bytes: number;
  migrations: number;
  last_migration: string;
  migrated_at: Date;
  mails_waiting: number;
  mails_dead: number;
  jobs_waiting: number;
  jobs_running: number;
  jobs_dead: number;
};

/** The database and what waits in it. */
export async function systemRow(db: Database): Promise<SystemRow> {
  const { rows } = await sql<SystemRow>`
    select current_setting('server_version') as postgres, pg_database_size(current_database())::float8 as bytes,
      last.number as migrations, last.name as last_migration, last.applied_at as migrated_at,
      (select count(*) from mails where state = 'waiting')::integer as mails_waiting,
      (select count(*) from mails where state = 'dead')::integer as mails_dead,
      jobs.*
    from (select * from schema_migrations order by number desc limit 1) as last,
      (select (count(*) filter (where state = 'waiting' and run_at <= now() and not is_running))::integer as jobs_waiting,
        (count(*) filter (where is_running))::integer as jobs_running,
        (count(*) filter (where state = 'dead'))::integer as jobs_dead
      from (select state, run_at, coalesce(leased_until > now(), false) as is_running from jobs
        where state in ('waiting', 'dead')) as jobs) as jobs`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("The database has no migrations.");
  return row;
}

export type InstanceRow = {
  instance_id: string;
  host: string;
  version: string;
  commit: string;
  started_at: Date;
  seen_at: Date;
  warnings: Warning[];
};

/** Those that were seen in the last minute, the latest to start first. */
export async function instanceRows(db: Database): Promise<InstanceRow[]> {
  const { rows } = await sql<InstanceRow>`
    select instance_id, host, version, commit, started_at, seen_at, warnings from instances
    where ${seen} order by started_at desc, instance_id limit 50`.execute(db);
  return rows;
}
