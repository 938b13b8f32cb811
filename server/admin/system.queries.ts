import { sql } from "kysely";
import type { Database } from "#server/platform/database.ts";
import * as z from "zod";
import { initialSettings, type LibrarySettings, settingRules } from "#contract/admin/settings.ts";

type SystemRow = {
  postgres: string;
  bytes: number;
  last_migration: string;
  migrated_at: Date;
  mails_waiting: number;
  mails_dead: number;
  held_since_backup_of: Date | null;
  is_stock_checked: boolean;
  is_backed_up: boolean;
  jobs_waiting: number;
  jobs_running: number;
  jobs_dead: number;
};

export async function systemRow(db: Database): Promise<SystemRow> {
  const { rows } = await sql<SystemRow>`
    select current_setting('server_version') as postgres, pg_database_size(current_database())::float8 as bytes,
      last.name as last_migration, last.applied_at as migrated_at,
      (select count(*) from mails where state = 'waiting')::integer as mails_waiting,
      (select count(*) from mails where state = 'dead')::integer as mails_dead,
      (select backup_at from mail_hold) as held_since_backup_of,
      exists (select from jobs where kind = 'check-stock' and (leased_until > now() or run_at <= now())) as is_stock_checked,
      exists (select from jobs where kind = 'back-up-now' and state = 'waiting') as is_backed_up,
      jobs.*
    from (select name, timestamp::timestamptz as applied_at from kysely_migration order by name desc limit 1) as last,
      (select (count(*) filter (where state = 'waiting' and run_at <= now() and not is_running))::integer as jobs_waiting,
        (count(*) filter (where is_running))::integer as jobs_running,
        (count(*) filter (where state = 'dead'))::integer as jobs_dead
      from (select state, run_at, coalesce(leased_until > now(), false) as is_running from jobs
        where state in ('waiting', 'dead')) as jobs) as jobs`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("The database has no migrations.");
  return row;
}

/** Returns the latest backup, and the reason of a failure since; empty if none failed. */
export async function backupRows(db: Database) {
  const latest = await db
    .selectFrom("backups")
    .select(["backup_id", "ended_at", "file_name", "size"])
    .where("file_name", "is not", null)
    .orderBy("backup_id", "desc")
    .limit(1)
    .executeTakeFirst();
  const failed = await db
    .selectFrom("backups")
    .select("trouble")
    .where("backup_id", ">", latest?.backup_id ?? 0)
    .orderBy("backup_id", "desc")
    .limit(1)
    .executeTakeFirst();
  return { latest, trouble: failed?.trouble ?? "" };
}

export type CheckRow = {
  kind: "stock";
  ended_at: Date;
  looked_at: number;
  wrong: number;
  found: { itemId: number | null; title: string | null; sentence: string }[];
};

export async function lastCheckRows(db: Database): Promise<CheckRow[]> {
  const { rows } = await sql<CheckRow>`
    select kind, ended_at, looked_at, wrong, (
      select coalesce(jsonb_agg(jsonb_build_object('itemId', item_id, 'title', title, 'sentence', finding ->> 'sentence') order by at), '[]')
      from jsonb_array_elements(found) with ordinality as findings (finding, at) left join items on item_id = (finding ->> 'itemId')::integer
    ) as found
    from checks where check_id in (select max(check_id) from checks group by kind)`.execute(db);
  return rows;
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
