// Builds a PostgreSQL cluster that fails over, and two instances of the library behind haproxy. Kills leaders and instances while
// clients order, and counts lost, duplicated, and refused orders. Runs on loopback, from Debian's packages.
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { installPrograms } from "#tools/build/programs.mjs";
import { openDatabase } from "#server/platform/database.ts";
import { ask } from "#server/test/ask.ts";
import { killChildren } from "#server/test/child-process.ts";
import { balancedLibrary } from "#server/test/concurrency/balanced/balanced-library.ts";
import { type Seen, startClients } from "#server/test/concurrency/balanced/ordering-browsers.ts";
import { startCluster, times } from "./cluster.ts";

const clients = 16;
const kills = Number(process.argv[2] ?? 5);
/** Generous, for a busy machine: a quiet one recovers within 15 seconds. */
const goals = { backSeconds: 45, refusedShare: 0.005 };
const say = (sentence: string) => process.stdout.write(`${sentence}\n`);
const settings = { DATABASE_WAIT: String(goals.backSeconds) };
const wrong: string[] = [];

/** Returns the longest time without an acknowledged order, in seconds. */
function maxSilence({ orders }: Seen, from: number, until: number): number {
  const moments = [from, ...orders.map(({ at }) => at).filter((at) => at >= from && at <= until), until];
  return Math.max(...moments.slice(1).map((at, index) => at - (moments[index] ?? at))) / 1000;
}

/** Disturbs the system, waits until orders are acknowledged again, and reports what the clients noticed. */
async function disturb(what: string, seen: Seen, work: () => Promise<void>) {
  const [from, earlierRefusals] = [Date.now(), seen.refused.length];
  await work();
  const [earlierOrders, end] = [seen.orders.length, Date.now() + 120_000];
  while (seen.orders.length < earlierOrders + clients && Date.now() < end) await pause(50);
  const silence = maxSilence(seen, from, Date.now());
  if (silence > goals.backSeconds) wrong.push(`${what}: ${silence.toFixed(1)} s without an order`);
  say(`${what}: ${silence.toFixed(1)} s without an order, ${seen.refused.length - earlierRefusals} requests refused`);
  await pause(2000); // some ordinary work before the next disturbance
}

const percent = (share: number) => `${(share * 100).toFixed(3)} %`;

async function compare(url: string, seen: Seen) {
  const rows = await ask({ connectionString: url }, "select order_id from orders");
  const stored = new Set(rows.map((row) => Number(Object.values(row ?? {})[0])));
  const acknowledged = new Set(seen.orders.map(({ id }) => id));
  const lost = [...acknowledged].filter((id) => !stored.has(id)).length;
  const duplicated =
    seen.orders.length - acknowledged.size + Math.max(0, stored.size - acknowledged.size - seen.unknown);
  const share = seen.refused.length / seen.requests;
  if (lost > 0) wrong.push(`${lost} acknowledged orders are lost`);
  if (duplicated > 0) wrong.push(`${duplicated} orders are duplicated`);
  if (share > goals.refusedShare) wrong.push(`${percent(share)} of the requests failed`);
  say(`${acknowledged.size} orders acknowledged, ${lost} lost, ${duplicated} duplicated`);
  const first = seen.again + seen.refused.length - seen.againInVain;
  say(`${seen.requests} requests: ${seen.refused.length} failed for the client (${percent(share)})`);
  say(`${first} failed at first (${percent(first / seen.requests)}): ${seen.again} were retried as the browser does`);
  for (const { what } of seen.refused.slice(0, 10)) say(`  ${what.slice(0, 200)}`);
}

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
process.once("exit", killChildren);

installPrograms("test:more");
const folder = mkdtempSync(path.join(os.tmpdir(), "library-ha-"));
const closers: (() => Promise<unknown>)[] = [async () => rmSync(folder, { recursive: true, force: true })];
try {
  const cluster = await startCluster(folder);
  closers.push(cluster.stop);
  await cluster.whole();
  say(`A leader, a synchronous standby, and a replica; Patroni's ${JSON.stringify(times)}`);
  const root = { connectionString: cluster.url("postgres", "postgres") };
  await ask(root, "create role library login");
  await ask(root, "create database library owner library");
  const url = cluster.url("library", "library");
  const library = await balancedLibrary(url, settings);
  closers.push(library.stop);
  const db = openDatabase({ connection: { connectionString: url }, poolSize: 2 });
  closers.push(() => db.destroy());
  const { seen, leave } = await startClients(library.address, db, clients);
  const start = Date.now();
  await disturb("nothing", seen, async () => pause(5000));
  for (let round = 1; round <= kills; round += 1) {
    let restart = () => {};
    await disturb(`leader killed with its Patroni, ${round}`, seen, async () => {
      restart = await cluster.killLeader();
    });
    restart();
    await cluster.whole();
    await disturb(`instance killed, ${round}`, seen, () => library.kill(round % 2 === 0 ? 0 : 1));
  }
  await disturb("switchover", seen, cluster.switchOver);
  await cluster.whole();
  await disturb("rolling restart", seen, async () => {
    for (const which of [0, 1] as const)
      if ((await library.restart(which)) !== 0) wrong.push("An instance didn't stop cleanly.");
  });
  const { length: orderCount } = seen.orders;
  say(`${(orderCount / ((Date.now() - start) / 1000)).toFixed(0)} orders per second overall`);
  await leave();
  await compare(url, seen);
} finally {
  for (const close of closers.toReversed()) await close().catch((error: unknown) => say(String(error)));
}
for (const sentence of wrong) say(`WRONG: ${sentence}`);
say(wrong.length === 0 ? "Nothing was lost, and clients noticed little." : `${wrong.length} problems.`);
process.exitCode = wrong.length === 0 ? 0 : 1;
