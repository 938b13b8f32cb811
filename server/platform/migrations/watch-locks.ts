import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";

const interval = 100; // ms
/** How long others may wait for a migration that itself waits for a lock, in ms: then it steps back. */
const patience = 300;

export type LockWatch = {
  /** Who held what was waited for, at the last look that found somebody: process and program, nothing of what it does. */
  holders: () => string[];
  /** How far PostgreSQL is with an index that is being built. */
  progress: () => Promise<string | undefined>;
  stop: () => Promise<void>;
};

/**
 * Watches a migrating connection over another one, which is in no transaction. A migration that holds one lock and waits
 * for the next lets others wait for both: it is interrupted before they have waited for too long.
 */
export function watchLocks(watcher: pg.Client, processId: number): LockWatch {
  let [isOver, holders]: [boolean, string[]] = [false, []];
  const stopping = new AbortController();
  const look = async () => {
    const { rows } = await watcher.query<Holder>(whoHolds, [processId]);
    if (rows.length === 0) return;
    holders = rows.map(inWords);
    await watcher.query(stepBack, [processId, patience]);
  };
  const watching = (async () => {
    while (!isOver) {
      await pause(interval, undefined, { signal: stopping.signal }).catch(() => {});
      if (!isOver) await look();
    }
  })().catch(() => {}); // without its watcher's connection the migration fails as well, at its end
  return {
    holders: () => holders,
    progress: async () => {
      const { rows } = await watcher.query<{ progress: string | null }>(indexProgress, [processId]);
      return rows[0]?.progress ?? undefined;
    },
    stop: async () => {
      isOver = true;
      stopping.abort();
      await watching;
    },
  };
}

type Holder = { pid: number; application: string | null; state: string | null; seconds: number | null };

/** The states and times of others' sessions are hidden from a role that may not see them. */
const whoHolds = `
  select distinct held.pid, application_name as application, state,
    extract(epoch from clock_timestamp() - xact_start)::integer as seconds
  from unnest(pg_blocking_pids($1)) as held (pid) left join pg_stat_activity using (pid) order by 1 limit 5`;

const stepBack = `
  select pg_cancel_backend($1) where cardinality(pg_blocking_pids($1)) > 0 and exists (
    select from pg_locks where not granted and waitstart < clock_timestamp() - $2 * interval '1 ms'
      and pid <> $1 and $1 = any(pg_blocking_pids(pid)))`;

const indexProgress = `
  select format('%s, %s of %s blocks', phase, blocks_done, blocks_total) as progress
  from pg_stat_progress_create_index where pid = $1`;

function inWords({ pid, application, state, seconds }: Holder): string {
  if (pid === 0) return "a prepared transaction";
  const known = [application, state, seconds === null ? null : `for ${seconds} s`].filter(Boolean);
  return known.length === 0 ? `process ${pid}` : `process ${pid} (${known.join(", ")})`;
}
