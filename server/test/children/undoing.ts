// Undoes imports of a database in its own process, until a test kills it.
import { importKinds } from "#server/import-kinds.ts";
import { undoJob } from "#server/imports/undo-import.ts";
import { systemClock } from "#server/platform/clock.ts";
import { openDatabase } from "#server/platform/database.ts";
import { startJobs } from "#server/platform/jobs/run-jobs.ts";
import { createLog } from "#server/platform/log.ts";

const { CONNECTION = "{}" } = process.env;
process.stdin.resume().once("end", () => process.exit(1)); // the test that started this is gone

const db = openDatabase({ connection: JSON.parse(CONNECTION) });
startJobs({ db, log: createLog("info"), jobs: [undoJob({ db, clock: systemClock, kinds: importKinds })] });
