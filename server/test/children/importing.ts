// Works on the imports of a database as the library does, by a process of its own, until a test kills it.
import { inOwnProcess, startImportWorker } from "#server/modules/imports/public.ts";
import { systemClock } from "#server/platform/clock.ts";
import { openDatabase } from "#server/platform/database.ts";
import { createLog } from "#server/platform/log.ts";

const { CONNECTION = "{}", ENTRY = "" } = process.env;
process.stdin.resume().once("end", () => process.exit(1)); // the test that wanted us is gone

const connection = JSON.parse(CONNECTION);
const log = createLog("info");
const db = openDatabase({ connection });
startImportWorker({
  db,
  clock: systemClock,
  perform: inOwnProcess({ db, connection, log, entry: ENTRY }),
  onError: (err) => log.warn({ err }, "broken off"),
});
