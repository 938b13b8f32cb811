import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startIn } from "#e2e/library.ts";
import { systemClock, today } from "#server/platform/clock.ts";
import { readConfiguration } from "#server/platform/configuration.ts";
import { openDatabase } from "#server/platform/database.ts";
import { openEmbeddedPostgres } from "#server/platform/embedded-postgres/embedded-postgres.ts";
import { migrate } from "#server/platform/migrate.ts";
import { type Instance, racePromises } from "#server/test/concurrency/promise-race.ts";
import { someWeeks } from "#server/test/concurrency/some-weeks.ts";
import { aBorrower, anAdmin, anItem } from "#server/test/factories.ts";
import { urlOf } from "#server/test/global-setup.ts";
import type { AttackOptions, Outcome } from "./attack.ts";

const [readers, copies, killEvery] = [200, 20, 5]; // seconds

/** 200 borrowers race for the weeks of one title at two instances, which are killed in turn, while the desk takes copies away. */
export async function attackByPromises({ seconds }: AttackOptions): Promise<Outcome> {
  const folder = mkdtempSync(path.join(tmpdir(), "library-promises-"));
  chmodSync(folder, 0o755); // the database may run as another user
  const postgres = await openEmbeddedPostgres(path.join(folder, "postgres"));
  const lasting = Math.min(seconds, 30);
  try {
    await migrate(postgres.connection);
    const db = openDatabase({ connection: postgres.connection });
    const configuration = readConfiguration({});
    const parts = { db, clock: systemClock, configuration };
    const racers = [];
    for (let n = 0; n < readers; n += 1) racers.push(await aBorrower(parts));
    const outcome = await racePromises({
      db,
      racers,
      seconds: lasting,
      kills: Math.floor(lasting / killEvery),
      start: () => started(folder, urlOf(postgres.connection)),
      clerk: await anAdmin(parts),
      title: await anItem(parts, copies),
      weeks: someWeeks(today(systemClock, configuration.timeZone)),
    });
    await db.destroy();
    return outcome;
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function started(folder: string, url: string): Promise<Instance> {
  const library = await startIn(mkdtempSync(path.join(folder, "instance-")), {
    DATABASE_URL: url,
    SEED: "none",
    MAX_ORDERS_PER_DAY: "100000",
    MAX_COPIES_PER_BORROWER: "100000",
  });
  const kill = async () => {
    process.kill(library.processId, "SIGKILL");
    await library.stop();
  };
  return { address: library.address, kill };
}
