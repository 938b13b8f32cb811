import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import * as z from "zod";
import type { Migration } from "./read-migrations.ts";

export const listOfApplied =
  "create table if not exists schema_migrations (number integer primary key, name text not null, " +
  "checksum text not null, applied_at timestamptz not null default now(), needs integer not null default 0)";

/** Applies these migrations in the client's own transaction. */
export async function applyAll(client: pg.Client, migrations: readonly Migration[]): Promise<void> {
  await client.query(listOfApplied);
  for (const migration of migrations) {
    await note(client, migration);
    await applyWithin(client, migration);
    await client.query("discard temp"); // each counts on a transaction of its own, with which such tables go
  }
}

/** Applies one in the client's own transaction, where nobody else works with the tables. */
export async function applyWithin(client: pg.Client, { way, sql }: Migration): Promise<void> {
  if (way === "batches") await toEnd(stepsOf(client, sql));
  else await client.query(way === "index" ? sql.replace(/\bconcurrently\s+/i, "") : sql);
}

async function toEnd(steps: AsyncIterator<unknown>) {
  while (!(await steps.next()).done) continue;
}

/** A lock that is not to be had for so long is given up, and tried for again: others wait behind who waits. */
const lockTimeout = 400; // ms; less than a request waits for a place while others keep all of them (server/http/shares.ts)

/** How far one in batches is: the last key that was done, and the last there is. */
export type Progress = { last: number; whole: number | null };

/** Applies one beside others who work. Called again with the same `progress`, it goes on from there. */
export async function applyBeside(client: pg.Client, migration: Migration, progress: Progress): Promise<void> {
  if (migration.way === "whole")
    return inOwnTransaction(client, async () => {
      await note(client, migration);
      await client.query(migration.sql);
    });
  if (migration.way === "index") await buildIndex(client, migration.sql, migration.makes);
  else for await (const now of stepsOf(client, migration.sql, beside, progress.last)) Object.assign(progress, now);
  await note(client, migration);
}

const beginning = `begin; set local statement_timeout = 0; set local lock_timeout = ${lockTimeout}`;

/** A transaction as long as its work is, but that lets nobody wait for locks that it cannot have. */
export async function inOwnTransaction(client: pg.Client, work: () => Promise<unknown>): Promise<void> {
  await client.query(beginning);
  await work();
  await client.query("commit");
}

async function note(client: pg.Client, { number, name, checksum, needs }: Migration) {
  const text = "insert into schema_migrations (number, name, checksum, needs) values ($1, $2, $3, $4)";
  await client.query(text, [number, name, checksum, needs]);
}

/** One that a killed migration left half built is built again; one that was not noted any more is only noted. */
async function buildIndex(client: pg.Client, sql: string, name: string | undefined) {
  // what it waits for, it waits for without anybody behind it
  await client.query("set statement_timeout = 0; set lock_timeout = 0");
  const known = "select indisvalid as whole from pg_index where indexrelid = to_regclass($1)";
  const found = name === undefined ? undefined : (await client.query<{ whole: boolean }>(known, [name])).rows[0];
  if (found?.whole === false) await client.query(`drop index concurrently ${name}`);
  if (found?.whole !== true) await client.query(sql);
  await client.query("reset statement_timeout; reset lock_timeout");
}

type Pace = { begin: string; end: string; /** ms that a step should take. */ aim: number; pauses: boolean };

const within: Pace = { begin: "", end: "", aim: 1000, pauses: false };
const beside: Pace = { begin: beginning, end: "commit", aim: 100, pauses: true };
const mostAtOnce = 5000;

/** What a step answers with: the last key that it did, null when none was left, and the last there is. */
const key = z.union([z.null(), z.coerce.number()]);

const stepDone = z.object({ last: key, whole: key });

/** Does the statement step by step: as many rows at once as take the time aimed at, so that nobody waits long for theirs. */
async function* stepsOf(client: pg.Client, sql: string, { begin, end, aim, pauses } = within, start = 0) {
  let [from, size] = [start, 100];
  for (;;) {
    const began = performance.now();
    if (begin !== "") await client.query(begin);
    const { rows } = await client.query<object>(sql, [from, size]);
    if (end !== "") await client.query(end);
    const { last, whole } = stepDone.parse(rows[0]);
    if (last === null) return;
    if (last <= from) throw new Error(`a step that began after ${from} ended at ${last}`);
    yield { last, whole };
    from = last;
    const took = performance.now() - began;
    size = Math.min(mostAtOnce, Math.max(10, Math.round(size * Math.min(2, Math.max(0.25, aim / took)))));
    if (pauses) await pause(took / 2); // the others' turn
  }
}
