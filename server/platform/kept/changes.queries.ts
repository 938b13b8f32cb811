import * as z from "zod";
import { hotStatement } from "#server/platform/connection/hot-statements.ts";
import type { Database } from "#server/platform/database.ts";

/** What a statement could see: all transactions before `end`, without those `running`; none before `start` ran. */
export type Snapshot = { start: bigint; end: bigint; running: readonly bigint[] };

export type Looked = {
  snapshot: Snapshot;
  /** Another one after a failover, a restart, a crash, and in another database: its transactions are not numbered on. */
  server: string;
  /** Of a standby nobody knows what it sees. */
  isStandby: boolean;
  /** What the snapshot sees and the one before did not. */
  everything: boolean;
  lists: boolean;
  /** Titles that changed. */
  titles: readonly number[];
  /** Whether lists changed by more than titles: the labels of copies, the words of searches. */
  isMore: boolean;
  /** Those of them of which more than counts changed. */
  moved: readonly number[];
};

/** More changes than this at once are a change of everything. */
const most = 1000;

// What a crash rolls back frees its numbers for others; the statistics begin again with it. The sub-selects hide the parameters:
// PostgreSQL would plan for each, which costs three times as much as the rest. Sorted, each part is read from the index: PostgreSQL
// expects a third of all notes after any transaction, and would read all of them to find none.
const look = hotStatement<Row>(`
  select pg_current_snapshot()::text as snapshot, pg_is_in_recovery() as "isStandby",
    pg_postmaster_start_time()::text as started, pg_stat_get_bgwriter_stat_reset_time()::text as counted,
    'answer_changes'::regclass::oid::text as "table", changes.*
  from (select) as one left join (
    (select what, item_id, trimmed_to from answer_changes where xact >= (select $1::xid8) order by xact limit ${most + 1})
    union all
    (select what, item_id, trimmed_to from answer_changes where xact = any((select $2::xid8[])::xid8[]) order by xact limit ${most + 1})
  ) as changes on true`);

type Row = {
  snapshot: string;
  isStandby: boolean;
  started: string;
  counted: string | null;
  table: string;
  what: "counts" | "lists" | "everything" | "trimmed" | null;
  item_id: number | null;
  trimmed_to: string | null;
};

/** What was committed since a snapshot; without one, nothing. One statement, so it is of one moment. */
export async function lookForChanges(db: Database, since: Snapshot | undefined): Promise<Looked> {
  const { rows } = await db.executeQuery(look([since?.end, since?.running ?? []]));
  const [first] = rows;
  if (!first) throw new Error("The look at what changed has no row.");
  const isMissed = ({ what, trimmed_to: to }: Row) => what === "trimmed" && (!since || BigInt(to ?? 0) >= since.start);
  return {
    snapshot: readSnapshot(first.snapshot),
    server: [first.started, first.counted, first.table].join(),
    isStandby: first.isStandby,
    everything: rows.length > most || rows.some((row) => row.what === "everything" || isMissed(row)),
    lists: rows.some(({ what }) => what === "lists"),
    isMore: rows.some(({ what, item_id: id }) => what === "lists" && id === null),
    titles: idsOf(rows),
    moved: idsOf(rows.filter(({ what }) => what === "lists")),
  };
}

const idsOf = (rows: readonly Row[]) => rows.flatMap(({ item_id: id }) => (id === null ? [] : [id]));

const threeParts = z.tuple([z.coerce.bigint(), z.coerce.bigint(), z.string()]);

/** PostgreSQL writes it as "start:end:running,running". */
export function readSnapshot(text: string): Snapshot {
  const [start, end, running] = threeParts.parse(text.split(":"));
  return { start, end, running: running === "" ? [] : running.split(",").map(BigInt) };
}

const trim = hotStatement(`
  with old as (
    delete from answer_changes where noted_at < now() - interval '10 minutes' returning xact
  )
  insert into answer_changes (what, trimmed_to)
  select 'trimmed', max(xact) from old having bool_or(true)`);

/** Deletes what every instance that is asked has read long ago; who has not takes everything for changed. */
export async function trimChanges(db: Database): Promise<void> {
  await db.executeQuery(trim([]));
}
