// Works on a database's imports in its own process, until a test kills it.
import { importJob, inOwnProcess } from "#server/imports/own-process.ts";
import { systemClock } from "#server/platform/clock.ts";
import { openDatabase } from "#server/platform/database.ts";
import { startJobs } from "#server/platform/jobs/run-jobs.ts";
import { createLog } from "#server/platform/log.ts";

const { CONNECTION = "{}", ENTRY = "" } = process.env;
process.stdin.resume().once("end", () => process.exit(1)); // the test that started this is gone

const connection = JSON.parse(CONNECTION);
const log = createLog("info");
const db = openDatabase({ connection });
const perform = inOwnProcess({ connection, log, entry: ENTRY });
startJobs({ db, log, jobs: [importJob({ db, clock: systemClock, perform })] });
