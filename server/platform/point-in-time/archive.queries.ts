import { sql } from "kysely";
import type { Database } from "../database.ts";

/** Whether the running server archives its log, and the segment that it cannot archive now. */
export async function stateOfArchiving(db: Database): Promise<{ isOn: boolean; failed: string | null }> {
  const { rows } = await sql<{ isOn: boolean; failed: string | null }>`
    select current_setting('archive_mode') = 'on' as "isOn",
      case when last_failed_time > coalesce(last_archived_time, '-infinity') then last_failed_wal end as failed
    from pg_stat_archiver`.execute(db);
  return rows[0] ?? { isOn: false, failed: null };
}
