import type { StaffJobs } from "#contract/admin/jobs.ts";
import type { System, SystemCheck } from "#contract/admin/system.ts";
import { isoDates } from "#server/iso-dates.ts";
import { sql } from "kysely";
import type { Database } from "#server/platform/database.ts";
import * as z from "zod";
import { initialSettings, type LibrarySettings, settingRules } from "#contract/admin/settings.ts";

type SystemRow = {
  postgres: string;
  bytes: number;
  last_migration: string;
  migrated_at: Date;
  mail: Pick<System["mail"], "waiting" | "dead">;
  is_stock_checked: boolean;
  is_backed_up: boolean;
  jobs: System["jobs"];
};

export async function systemRow(db: Database): Promise<SystemRow> {
  const { rows } = await sql<SystemRow>`
    select current_setting('server_version') as postgres, pg_database_size(current_database())::float8 as bytes,
      last.name as last_migration, last.applied_at as migrated_at,
      json_build_object('waiting', (select count(*) from mails where state = 'waiting'),
        'dead', (select count(*) from mails where state = 'dead')) as mail,
      exists (select from jobs where kind = 'check-stock' and (leased_until > now() or run_at <= now())) as is_stock_checked,
      exists (select from jobs where kind = 'back-up-now' and state = 'waiting') as is_backed_up,
      (select json_build_object('waiting', count(*) filter (where state = 'waiting' and run_at <= now() and not is_running),
          'running', count(*) filter (where is_running), 'dead', count(*) filter (where state = 'dead'))
        from (select state, run_at, coalesce(leased_until > now(), false) as is_running from jobs
          where state in ('waiting', 'dead')) as jobs) as jobs
    from (select name, timestamp::timestamptz as applied_at from kysely_migration order by name desc limit 1) as last`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined) throw new Error("The database has no migrations.");
  return row;
}

export async function lastCheck(db: Database): Promise<SystemCheck | null> {
  const { rows } = await sql<Omit<SystemCheck, "at"> & { at: Date }>`
    select ended_at as at, checked_count as "checkedCount", wrong, (
      select coalesce(jsonb_agg(jsonb_build_object('itemId', item_id, 'title', coalesce(title, ''), 'sentence', finding ->> 'sentence') order by place), '[]')
      from jsonb_array_elements(found) with ordinality as findings (finding, place) left join items on item_id = (finding ->> 'itemId')::integer
    ) as found
    from checks where kind = 'stock' order by check_id desc limit 1`.execute(db);
  return rows[0] ? isoDates(rows[0]) : null;
}

export async function jobsByKind(db: Database): Promise<StaffJobs[]> {
  const { rows } = await sql<
    Omit<StaffJobs, "lastRunAt" | "nextRunAt"> & { lastRunAt: Date | null; nextRunAt: Date | null }
  >`
    select kind,
      (count(*) filter (where state = 'waiting' and not is_running))::integer as waiting,
      (count(*) filter (where is_running))::integer as running,
      (count(*) filter (where state = 'dead'))::integer as dead,
      max(started_at) as "lastRunAt",
      min(run_at) filter (where state = 'waiting' and not is_running) as "nextRunAt",
      coalesce(max(tries) filter (where trouble <> ''), 0)::integer as failures,
      coalesce((array_agg(trouble order by started_at desc) filter (where trouble <> ''))[1], '') as trouble
    from (select *, coalesce(leased_until > now(), false) as is_running from jobs) as jobs
    group by kind`.execute(db);
  return rows.map(isoDates);
}

const allSettings = z.object({ ...settingRules.shape, requireTwoStep: z.boolean() });
const storedSettings = z.record(z.string(), z.unknown());

export async function settingsRow(db: Database) {
  const row = await db
    .selectFrom("settings")
    .select(["version", "changed_by as changedBy", "chosen"])
    .executeTakeFirstOrThrow();
  const { chosen, ...rest } = row;
  const settings: LibrarySettings = allSettings.parse({ ...initialSettings, ...storedSettings.parse(chosen) });
  return { ...rest, settings };
}

/** Stores the next version; false when a concurrent save was first. */
export async function storeSettings(
  db: Database,
  { version, settings }: { version: number; settings: LibrarySettings },
  userId: number | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("settings")
    .set({ version: version + 1, chosen: JSON.stringify(settings), changed_by: userId })
    .where("version", "=", version)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
