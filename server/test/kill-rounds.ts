import fs from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import * as z from "zod";
import { inTransaction, openDatabase } from "#server/platform/database.ts";
import type { EmbeddedConnection } from "#server/platform/embedded-postgres/embedded-postgres.ts";
import { type Child, startChild } from "./child-process.ts";

export const victims = ["app", "database", "both"] as const;
type Victim = (typeof victims)[number];

export type Round = { victim: Victim; acknowledged: number; missing: number; openedInMs: number; orphans: string[] };

/**
 * Kills (-9) the application, its database, or both while they write, round after round in the same `folder`, and
 * reopens it: every acknowledged row must be there. Every other round reopens right away, while the killed server's
 * processes still exist; in the others, no process may be left.
 */
export async function killRounds(
  folder: string,
  rounds: number,
  onRound: (round: Round) => void = () => {},
): Promise<Round[]> {
  const done: Round[] = [];
  const acknowledged = new Set<number>();
  for (let number = 0; number < rounds; number += 1) {
    const victim = victims[Math.floor(number / 2) % victims.length] ?? "app";
    const child = startWriting(folder);
    const { ms } = await opened(child);
    const before = await missingRows(child, acknowledged);
    await acknowledgements(child, 30 + Math.floor(Math.random() * 100));
    await killOne(victim, child, folder);
    for (const line of child.lines) if (line.startsWith("acknowledged ")) acknowledged.add(Number(line.slice(13)));
    const round = {
      victim,
      acknowledged: acknowledged.size,
      missing: before,
      openedInMs: ms,
      orphans: number % 2 === 0 ? [] : await remainingProcesses(folder),
    };
    done.push(round);
    onRound(round);
  }
  done.push(await reopenOnce(folder, acknowledged));
  return done;
}

/** Starts a process that writes into the database of `folder`. */
export function startWriting(folder: string): Child {
  return startChild("server/test/children/writing.ts", { FOLDER: folder });
}

const opening = z.object({
  owner: z.boolean(),
  ms: z.number(),
  connection: z.object({
    host: z.string(),
    port: z.number(),
    user: z.string(),
    database: z.string(),
    password: z.string().default(""), // none for a socket
  }),
});

/** Waits until the process has opened the database. */
export async function opened(child: Child): Promise<{ owner: boolean; ms: number; connection: EmbeddedConnection }> {
  return opening.parse(JSON.parse((await child.line(/^open /)).slice("open ".length)));
}

/** Waits for this many more "acknowledged" lines. */
export async function acknowledgements(child: Child, more: number) {
  const count = () => child.lines.filter((line) => line.startsWith("acknowledged")).length;
  const goal = count() + more;
  while (count() < goal) await child.count(child.lines.length + 1);
}

async function killOne(victim: Victim, child: Child, folder: string) {
  if (victim !== "app") process.kill(postmasterOf(folder), "SIGKILL");
  if (victim === "database") {
    await acknowledgements(child, 30); // the same process continues to write without help
  }
  child.kill("SIGKILL");
  await child.exited;
}

/** Returns the process id of the server in `folder`. */
export function postmasterOf(folder: string): number {
  const cluster = fs.readdirSync(folder).find((name) => /^\d+$/.test(name)) ?? "";
  return Number(fs.readFileSync(path.join(folder, cluster, "postmaster.pid"), "utf8").split("\n")[0]);
}

/** Returns the process ids of the server in `folder` and of all its helpers. */
export function databaseOf(folder: string): number[] {
  const postmaster = postmasterOf(folder);
  return [postmaster, ...childrenOf(postmaster)];
}

const childrenOf = (pid: number) =>
  fs.readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);

async function missingRows(child: Child, acknowledged: ReadonlySet<number>): Promise<number> {
  const { connection } = await opened(child);
  const db = openDatabase({ connection, poolSize: 1 });
  // in a transaction, which is retried if the killed application's server is just shutting down
  const { rows } = await inTransaction(db, (transaction) =>
    sql<{ id: number }>`select id from written`.execute(transaction),
  );
  await db.destroy();
  const storedIds = new Set(rows.map(({ id }) => id));
  return [...acknowledged].filter((id) => !storedIds.has(id)).length;
}

async function reopenOnce(folder: string, acknowledged: ReadonlySet<number>): Promise<Round> {
  const child = startWriting(folder);
  const { ms } = await opened(child);
  const missing = await missingRows(child, acknowledged);
  child.kill("SIGTERM");
  await child.exited;
  return {
    victim: "app",
    acknowledged: acknowledged.size,
    missing,
    openedInMs: ms,
    orphans: await remainingProcesses(folder),
  };
}

const orphanLimit = 10_000; // ms until every process of a killed application must be gone

/** Returns the processes still working in `folder` after a killed server had time to end. */
export async function remainingProcesses(folder: string): Promise<string[]> {
  const end = Date.now() + orphanLimit;
  for (;;) {
    const pids = fs.existsSync("/proc") ? processesIn(folder) : [];
    if (pids.length === 0 || Date.now() > end) return pids;
    await pause(20);
  }
}

/** Every part of a PostgreSQL server, and its watchdog, has its working directory there. */
function processesIn(folder: string): string[] {
  return fs
    .readdirSync("/proc")
    .filter((pid) => /^\d+$/.test(pid) && workingDirectory(pid)?.startsWith(fs.realpathSync(folder)));
}

function workingDirectory(pid: string): string | undefined {
  try {
    return fs.readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined; // gone, or not ours
  }
}
