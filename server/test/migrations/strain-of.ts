import type pg from "pg";
import { applyWithin } from "#server/platform/migrations/apply-migration.ts";
import type { Migration } from "#server/platform/migrations/read-migrations.ts";
import { rows as known, smallTables } from "./library-of-long-ago.ts";

/** What a transaction did to a table. */
type Work = { scans: number; fetched: number; changed: number; modes: string[] };
type Shape = {
  /** Of tables: what their rows are stored in, which a rewrite changes. */
  files: Map<string, string>;
  /** Tables, columns and functions, which a version may use. */
  parts: Set<string>;
  /** Columns that a row cannot be made without. */
  demanded: Set<string>;
};

/** Modes of locks that keep others from writing rows, or from reading them. */
const stops = /^(Share|ShareRowExclusive|Exclusive|AccessExclusive)Lock$/;
const writes = /^RowExclusiveLock$/;
/** Rows that one transaction may change: others wait for them until it ends. */
const most = 100;

/**
 * What is wrong with a migration for those who work at the same time, as sentences: measured by applying it in the client's
 * own transaction to a library with rows.
 */
export async function strainOf(client: pg.Client, migration: Migration): Promise<string[]> {
  const before = await shapeOf(client);
  const large = [...before.files.keys()].filter((name) => !smallTables.has(name));
  await client.query("set local enable_seqscan = off"); // whole tables are read where there is no other way
  const wrong =
    migration.way === "batches"
      ? await strainOfBatches(client, migration, large)
      : await strainOfWhole(client, migration, large);
  const after = await shapeOf(client);
  const rewritten = large.filter((name) => after.files.has(name) && after.files.get(name) !== before.files.get(name));
  wrong.unshift(
    ...rewritten.map(
      (name) => `It rewrites ${name}, and nobody can use it until that is done: add a column, and fill it in batches.`,
    ),
  );
  const lost = [...before.parts].filter((part) => !after.parts.has(part));
  if (lost.length > 0 && !(migration.needs > 0 && migration.needs < migration.number))
    wrong.push(
      `It takes away ${lost.join(", ")}: say "-- needs NNNN", the migration since which no version uses that.`,
    );
  const asked = [...after.demanded].filter(
    (column) => !before.demanded.has(column) && before.files.has(tableOf(column)),
  );
  if (asked.length > 0 && migration.needs === 0)
    wrong.push(
      `The version before does not know ${asked.join(", ")}, which no row is made without: give it a default.`,
    );
  return wrong;
}

const tableOf = (column: string) => column.split(".")[0] ?? "";

async function strainOfWhole(client: pg.Client, migration: Migration, large: string[]): Promise<string[]> {
  const start = await workOn(client, large);
  await applyWithin(client, migration);
  if (migration.way === "index") return []; // built beside the work: only here it is not
  const work = await workOn(client, large, start);
  const stopped = [...work].filter(([, { modes }]) => modes.some((mode) => stops.test(mode))).map(([name]) => name);
  const closed = [...work].filter(([, { modes }]) => modes.includes("AccessExclusiveLock")).map(([name]) => name);
  const wrong: string[] = [];
  for (const [name, { scans, fetched, changed, modes }] of work) {
    if (changed > most) wrong.push(`It changes ${changed} of ${known} rows of ${name} at once: do it in batches.`);
    const isWritten = modes.some((mode) => writes.test(mode));
    if (scans === 0 && fetched < known / 2) continue;
    if (stopped.length > 0)
      wrong.push(
        `It reads all of ${name} while others wait for ${stopped.join(" and ")}: ` +
          "create an index concurrently, add a constraint as not valid and validate it in the next file.",
      );
    else if (isWritten && changed <= most) wrong.push(`It reads all of ${name} to change rows: find them by an index.`);
  }
  if (closed.length > 1)
    wrong.push(`It stops ${closed.join(" and ")}, one while it waits for the other: write a file for each.`);
  return wrong;
}

/** Two steps of ten rows, then all of it, then all of it again. */
async function strainOfBatches(client: pg.Client, migration: Migration, large: string[]): Promise<string[]> {
  const wrong: string[] = [];
  const start = await workOn(client, large);
  await client.query(migration.sql, [0, 10]);
  for (const [name, { scans, changed, modes }] of await workOn(client, large, start)) {
    if (changed > 10) wrong.push(`A step of 10 changes ${changed} rows of ${name}.`);
    if (scans > 0) wrong.push(`A step reads all of ${name}: find its rows by an index.`);
    if (modes.some((mode) => stops.test(mode))) wrong.push(`A step keeps others from ${name}.`);
  }
  await applyWithin(client, migration);
  const done = await workOn(client, large);
  await applyWithin(client, migration);
  for (const [name, { changed }] of await workOn(client, large, done))
    if (changed > 0)
      wrong.push(`Begun again after a kill it changes ${changed} rows of ${name} again: leave out what is done.`);
  return wrong;
}

/** What the client's transaction did to tables that were there before, since `start`, and which locks it holds. */
async function workOn(client: pg.Client, tables: string[], start?: Map<string, Work>): Promise<Map<string, Work>> {
  const { rows } = await client.query<Work & { name: string }>(
    `select relname as name, coalesce(seq_scan, 0)::integer as scans, coalesce(idx_tup_fetch, 0)::integer as fetched,
       (n_tup_ins + n_tup_upd + n_tup_del)::integer as changed,
       array(select mode from pg_locks where pid = pg_backend_pid() and relation = relid)::text[] as modes
     from pg_stat_xact_user_tables where relname = any($1) and schemaname = current_schema() order by relname`,
    [tables],
  );
  return new Map(
    rows.map(({ name, scans, fetched, changed, modes }) => {
      const { scans: s, fetched: f, changed: c } = start?.get(name) ?? { scans: 0, fetched: 0, changed: 0 };
      return [name, { scans: scans - s, fetched: fetched - f, changed: changed - c, modes }];
    }),
  );
}

async function shapeOf(client: pg.Client): Promise<Shape> {
  const own = "current_schema()::regnamespace";
  const tables = await client.query<{ name: string; file: string }>(
    `select relname as name, relfilenode::text as file from pg_class where relkind = 'r' and relnamespace = ${own}`,
  );
  const columns = await client.query<{ name: string; demanded: boolean }>(
    `select relname || '.' || attname as name,
       attnotnull and not atthasdef and attidentity = '' and attgenerated = '' as demanded
     from pg_attribute join pg_class on pg_class.oid = attrelid
     where attnum > 0 and not attisdropped and relkind in ('r', 'v') and relnamespace = ${own}`,
  );
  const functions = await client.query<{ name: string }>(
    `select oid::regprocedure::text as name from pg_proc where pronamespace = ${own} and prorettype <> 'trigger'::regtype
       and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')`,
  );
  return {
    files: new Map(tables.rows.map(({ name, file }) => [name, file])),
    parts: new Set([...columns.rows, ...functions.rows].map(({ name }) => name)),
    demanded: new Set(columns.rows.filter(({ demanded }) => demanded).map(({ name }) => name)),
  };
}
