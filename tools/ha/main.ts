// Builds a cluster of PostgreSQL that fails over, and two instances of the library behind haproxy; lets clients order while leaders
// and instances are killed, and counts what was lost, doubled, and refused. All of it is on loopback, from Debian's packages.
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { installPrograms } from "#tools/build/programs.mjs";
import { sql } from "kysely";
import { type Database, openDatabase } from "#server/platform/database.ts";
import { ask } from "#server/test/ask.ts";
import { killChildren } from "#server/test/child-process.ts";
import { balancedLibrary } from "#server/test/concurrency/balanced/balanced-library.ts";
import { type Seen, startClients } from "#server/test/concurrency/balanced/ordering-browsers.ts";
import { startCluster, times } from "./cluster.ts";

const clients = 16;
const kills = Number(process.argv[2] ?? 5);
/** Generous, for a busy machine: a quiet one is back within 15 seconds. */
const goals = { backSeconds: 45, refusedShare: 0.005 };
const say = (sentence: string) => process.stdout.write(`${sentence}\n`);
const patience = { DATABASE_WAIT: String(goals.backSeconds) };
const wrong: string[] = [];

/** How long no order was acknowledged after this moment, until `until`, at most; in seconds. */
function longestSilence({ orders }: Seen, from: number, until: number): number {
  const moments = [from, ...orders.map(({ at }) => at).filter((at) => at >= from && at <= until), until];
  return Math.max(...moments.slice(1).map((at, index) => at - (moments[index] ?? at))) / 1000;
}

/** Does something to the system, waits until orders are acknowledged again and all is whole, and says what the clients noticed. */
async function meet(what: string, seen: Seen, work: () => Promise<void>) {
  const [from, refused] = [Date.now(), seen.refused.length];
  await work();
  const [then, end] = [seen.orders.length, Date.now() + 120_000];
  while (seen.orders.length < then + clients && Date.now() < end) await pause(50);
  const silence = longestSilence(seen, from, Date.now());
  if (silence > goals.backSeconds) wrong.push(`${what}: ${silence.toFixed(1)} s without an order`);
  say(`${what}: ${silence.toFixed(1)} s without an order, ${seen.refused.length - refused} requests refused`);
  await pause(2000); // of ordinary work, before the next
}

const percent = (share: number) => `${(share * 100).toFixed(3)} %`;

async function compare(url: string, seen: Seen) {
  const rows = await ask({ connectionString: url }, "select order_id from orders");
  const stored = new Set(rows.map((row) => Number(Object.values(row ?? {})[0])));
  const acknowledged = new Set(seen.orders.map(({ id }) => id));
  const lost = [...acknowledged].filter((id) => !stored.has(id)).length;
  const doubled = seen.orders.length - acknowledged.size + Math.max(0, stored.size - acknowledged.size - seen.unknown);
  const share = seen.refused.length / seen.requests;
  if (lost > 0) wrong.push(`${lost} acknowledged orders are lost`);
  if (doubled > 0) wrong.push(`${doubled} orders are doubled`);
  if (share > goals.refusedShare) wrong.push(`${percent(share)} of the requests failed`);
  say(`${acknowledged.size} orders acknowledged, ${lost} lost, ${doubled} doubled`);
  const first = seen.again + seen.refused.length - seen.againInVain;
  say(`${seen.requests} requests: ${seen.refused.length} failed for who asked (${percent(share)})`);
  say(
    `${first} had no good answer at first (${percent(first / seen.requests)}): ${seen.again} were sent again by the browser's rule`,
  );
  for (const { what } of seen.refused.slice(0, 10)) say(`  ${what.slice(0, 200)}`);
}

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
process.once("exit", killChildren);
/** Counts the connections to the database now and then. */
function watchConnections(db: Database) {
  let most = 0;
  const count = async () => {
    const { rows } = await sql<{ open: number }>`
      select count(*) as open from pg_stat_activity where usename = 'library' and pid <> pg_backend_pid()`.execute(db);
    most = Math.max(most, rows[0]?.open ?? 0);
  };
  const timer = setInterval(() => void count().catch(() => {}), 1000); // while nobody leads, there is nothing to count
  return {
    end: () => {
      clearInterval(timer);
      return most;
    },
  };
}

installPrograms("test:more");
const folder = mkdtempSync(path.join(os.tmpdir(), "library-ha-"));
const closers: (() => Promise<unknown>)[] = [async () => rmSync(folder, { recursive: true, force: true })];
try {
  const cluster = await startCluster(folder);
  closers.push(cluster.stop);
  await cluster.whole();
  say(`A leader, one that follows it synchronously, and one more; Patroni's ${JSON.stringify(times)}`);
  const root = { connectionString: cluster.url("postgres", "postgres") };
  await ask(root, "create role library login");
  await ask(root, "create database library owner library");
  const url = cluster.url("library", "library");
  const library = await balancedLibrary(url, patience);
  closers.push(library.stop);
  const db = openDatabase({ connection: { connectionString: url }, poolSize: 2 });
  closers.push(() => db.destroy());
  const connections = watchConnections(db);
  const { seen, leave } = await startClients(library.address, db, clients);
  const began = Date.now();
  await meet("nothing", seen, async () => pause(5000));
  for (let round = 1; round <= kills; round += 1) {
    let again = () => {};
    await meet(`leader killed with its Patroni, ${round}`, seen, async () => {
      again = await cluster.killLeader();
    });
    again();
    await cluster.whole();
    await meet(`instance killed, ${round}`, seen, () => library.kill(round % 2 === 0 ? 0 : 1));
  }
  await meet("switchover", seen, cluster.switchOver);
  await cluster.whole();
  await meet("rolling restart", seen, async () => {
    for (const which of [0, 1] as const)
      if ((await library.restart(which)) !== 0) wrong.push("An instance ended badly.");
  });
  const { length: found } = seen.orders;
  say(`${(found / ((Date.now() - began) / 1000)).toFixed(0)} orders a second, all in all`);
  await leave();
  say(`${connections.end()} connections of both instances at once, at most`);
  await compare(url, seen);
} finally {
  for (const close of closers.toReversed()) await close().catch((error: unknown) => say(String(error)));
}
for (const sentence of wrong) say(`WRONG: ${sentence}`);
say(wrong.length === 0 ? "Nothing was lost, and nobody noticed much." : `${wrong.length} things are wrong.`);
process.exitCode = wrong.length === 0 ? 0 : 1;
