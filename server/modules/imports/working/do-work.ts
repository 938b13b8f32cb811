import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { checkImport, WorkLost } from "../check-import.ts";
import { importOf } from "../imports.queries.ts";
import { saveImport } from "../save-import.ts";
import { keepWork, type Work } from "./work.queries.ts";

const restBetween = 8000; // ms; others may take the work after thirty seconds without a word

/** Does one piece of work to its end; throws WorkLost when it is nobody's any more, or somebody else's. */
export async function doWork(db: Database, clock: Clock, work: Work): Promise<void> {
  const file = await importOf(db, work.importId);
  if (!file) throw new WorkLost();
  // a long statement says nothing of how far it is
  const timer = setInterval(() => void keepWork(db, work).catch(() => undefined), restBetween);
  try {
    await (work.state === "checking" ? checkImport(db, clock, work, file) : saveImport(db, clock, work, file));
  } finally {
    clearInterval(timer);
  }
}
