import { sql } from "kysely";
import type { Database } from "../database.ts";
import type { Warning } from "./warnings.ts";

/** A running library process; `files` names where its pictures are. */
export type Instance = { id: string; host: string; version: string; commit: string; files: string };

/** Says that this instance lives; gives where those keep their pictures that have said so since it started. */
export async function sayAlive(db: Database, instance: Instance, warnings: readonly Warning[]): Promise<string[]> {
  const { id, host, version, commit, files } = instance;
  const { rows } = await sql<{ files: string }>`
    with own as (
      insert into instances (instance_id, host, version, commit, files, warnings)
      values (${id}, ${host}, ${version}, ${commit}, ${files}, ${JSON.stringify(warnings)}::jsonb)
      on conflict (instance_id) do update set seen_at = now(), warnings = excluded.warnings
      returning started_at
    )
    select instances.files from instances, own
    where instance_id <> ${id} and seen_at > greatest(own.started_at, now() - interval '30 seconds')`.execute(db);
  return rows.map(({ files: others }) => others);
}

export async function forgetOldInstances(db: Database): Promise<void> {
  await sql`delete from instances where seen_at < now() - interval '1 day'`.execute(db);
}
