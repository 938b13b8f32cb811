import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { importMessages } from "#contract/messages.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { WorkLost } from "../check-import.ts";
import { forgetRows } from "../rows.queries.ts";
import { importOf } from "../imports.queries.ts";
import { claimWork, endWork, releaseWork, type Work } from "./work.queries.ts";

const restBetween = 1000; // ms
const restAfterFault = 5000; // ms: most often the database is away, and everybody says so already
const mostAttempts = 3;

type Parts = {
  db: Database;
  clock: Clock;
  /** Does a piece of work to its end. */
  perform: (work: Work) => Promise<void>;
  onError: (error: unknown) => void;
};
type Stoppable = Parts & { stopping?: AbortSignal };

/** Has imports that wait worked on; `stop` breaks off what is being done, and whoever is there next begins it anew. */
export function startImportWorker(parts: Parts): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const running = (async () => {
    while (!stopping.signal.aborted) {
      const wentWell = await workOnImports({ ...parts, stopping: stopping.signal });
      // the pause ends when the worker is to stop
      await pause(wentWell ? restBetween : restAfterFault, undefined, { signal: stopping.signal }).catch(
        () => undefined,
      );
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

/** Does all that waits now; false when something went wrong. Any number of processes may: each import is one worker's at a time. */
export async function workOnImports({ db, clock, perform, onError, stopping }: Stoppable): Promise<boolean> {
  const worker = randomUUID();
  try {
    while (!stopping?.aborted) {
      const claimed = await claimWork(db, worker);
      if (!claimed) return true;
      const work = { ...claimed, ...(stopping && { stopping }) };
      if (work.attempts > mostAttempts) {
        await endWork(db, work, { state: "failed", message: importMessages.gaveUp, finishedAt: clock.now() });
        continue;
      }
      try {
        await perform(work);
      } catch (error) {
        await putDown(db, work);
        if (error instanceof WorkLost) continue;
        onError(error);
        return false;
      }
    }
    return true;
  } catch (error) {
    onError(error); // the database is away: the next round asks again
    return false;
  }
}

/** Lets others have a work that was broken off; what was written down of one that was given up meanwhile goes. */
async function putDown(db: Database, work: Work): Promise<void> {
  await releaseWork(db, work, { wasTried: !work.stopping?.aborted });
  if ((await importOf(db, work.importId))?.state === "cancelled") await forgetRows(db, work.importId);
}
