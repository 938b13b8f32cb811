// Lets people use two instances behind haproxy for a long time, and fails when anything goes on growing that should not: memory, open
// files, connections, work that waits, or how long the slowest hundredth of the answers takes. Needs a build; all of it is on loopback.
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { installPrograms } from "#tools/build/programs.mjs";
import { openDatabase } from "#server/platform/database.ts";
import { openEmbeddedPostgres } from "#server/platform/embedded-postgres/embedded-postgres.ts";
import { killChildren } from "#server/test/child-process.ts";
import { balancedLibrary } from "#server/test/concurrency/balanced/balanced-library.ts";
import { faultsIn } from "#server/test/concurrency/faults.ts";
import { urlOf } from "#server/test/global-setup.ts";
import { growing, type Sample } from "#server/test/soak/growth.rules.ts";
import { startWork } from "#server/test/soak/soak-work.ts";
import { allowedGrowth, sampleOf } from "#server/test/soak/watch-library.ts";

const { values } = parseArgs({ options: { minutes: { type: "string", default: "60" } } });
const samplesInAll = 36;
const between = (Number(values.minutes) * 60_000) / samplesInAll;
const say = (sentence: string) => process.stdout.write(`${sentence}\n`);
const wrong: string[] = [];
const closers: (() => Promise<unknown>)[] = [];

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
process.once("exit", killChildren);
installPrograms();
const folder = mkdtempSync(path.join(os.tmpdir(), "library-soak-"));
closers.push(async () => rmSync(folder, { recursive: true, force: true }));
try {
  const postgres = await openEmbeddedPostgres(path.join(folder, "postgres"));
  closers.push(() => postgres.stop());
  const library = await balancedLibrary(urlOf(postgres.connection), {}, "dist/server/main.js");
  closers.push(() => library.stop());
  const db = openDatabase({ connection: postgres.connection, poolSize: 4 });
  closers.push(() => db.destroy());
  const work = await startWork(library.address, db, {
    borrowers: 6,
    readers: 2,
    pages: ["/", "/user/inventories", "/sitemap.xml"],
  });
  const samples: Sample[] = [];
  const begun = performance.now();
  for (let count = 0; count < samplesInAll; count += 1) {
    await pause(between);
    const slowest = work.slowest();
    const sample = {
      ...(await sampleOf(db, library.processIds())),
      ...(slowest !== undefined && { "slowest hundredth of the answers, ms": slowest }),
    };
    samples.push(sample);
    const figures = Object.entries(sample).map(([figure, value]) => `${figure}: ${value.toFixed(0)}`);
    say(`${Math.round((performance.now() - begun) / 60_000)} min; ${figures.join("; ")}`);
  }
  await work.leave();
  say([...work.done].map(([what, count]) => `${what}: ${count}`).join(", "));
  const failures = [...work.failures].map(([failure, count]) => `${count} times: ${failure}`);
  wrong.push(...failures.slice(0, 10), ...growing(samples, allowedGrowth), ...(await faultsIn(db, [])));
  const open = await db.selectFrom("assignments").select("copy_id").where("released_at", "is", null).execute();
  if (open.length > 0) wrong.push(`${open.length} copies did not come back`);
  say(`${[...work.failures.values()].reduce((sum, count) => sum + count, 0)} turns failed.`);
} finally {
  for (const close of closers.toReversed()) await close();
}
for (const sentence of wrong) say(`WRONG: ${sentence}`);
say(wrong.length === 0 ? "Nothing grew, and nothing was lost." : "Not as it should be.");
process.exit(wrong.length === 0 ? 0 : 1);
