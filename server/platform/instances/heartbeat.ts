import { setTimeout as pause } from "node:timers/promises";
import { wrongStock } from "../checks/checks.queries.ts";
import type { Database } from "../database.ts";
import type { Log } from "../log.ts";
import { forgetOldInstances, type Instance, sayAlive } from "./instances.queries.ts";
import type { Warnings } from "./warnings.ts";

const every = 10_000; // ms

type Parts = { db: Database; instance: Instance; warnings: Warnings; log: Pick<Log, "debug"> };

/** Says every ten seconds that this instance lives, and sees whether others do. Returns a function that stops it. */
export function startHeartbeat(parts: Parts): () => Promise<void> {
  const stopping = new AbortController();
  const stopped = keepBeating(parts, stopping.signal);
  return async () => {
    stopping.abort();
    await Promise.race([stopped, pause(1000, undefined, { ref: false })]); // a beat waits for a database that is away
  };
}

async function keepBeating(parts: Parts, stopping: AbortSignal): Promise<void> {
  const { db, log } = parts;
  let isTidy = false;
  while (!stopping.aborted) {
    try {
      await beat(parts);
      if (!isTidy) await forgetOldInstances(db);
      isTidy = true;
    } catch (err) {
      log.debug({ err }, "the instance could not say that it lives"); // requests and jobs say what the database has
    }
    await pause(every, undefined, { signal: stopping, ref: false }).catch(() => undefined); // the loop looks why
  }
}

/**
 * One beat: an instance that keeps its pictures elsewhere is a warning for as long as it lives, and a stock that is not what
 * its rows say until a comparison finds it mended.
 */
export async function beat({ db, instance, warnings }: Omit<Parts, "log">): Promise<void> {
  const others = await sayAlive(db, instance, warnings.all());
  const wrong = await wrongStock(db);
  if (wrong === 0) warnings.clear("stock");
  else
    warnings.raise(
      "stock",
      `The stock of ${wrong === 1 ? "1 title" : `${wrong} titles`} is not what its copies and orders say. Which: under “Backups and checks”.`,
    );
  const elsewhere = others.filter((files) => files !== instance.files).length;
  if (elsewhere === 0) warnings.clear("files");
  else
    warnings.raise(
      "files",
      `${elsewhere + 1} instances use this database and keep pictures and documents in different places: what one stores, ` +
        "the others do not have. Set the same S3_ENDPOINT and S3_BUCKET for all.",
    );
}
