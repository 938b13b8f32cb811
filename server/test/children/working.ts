// Starts every job and never finishes one, until a test kills it.
import { openDatabase } from "#server/platform/database.ts";
import { startJobs } from "#server/platform/jobs/run-jobs.ts";
import { createLog } from "#server/platform/log.ts";

const { CONNECTION = "{}" } = process.env;
process.stdin.resume().once("end", () => process.exit(1)); // the test that started this is gone

const run = ({ key }: { key: string }) => {
  process.stdout.write(`working on ${key}\n`);
  return new Promise(() => {});
};
startJobs({
  db: openDatabase({ connection: JSON.parse(CONNECTION) }),
  log: createLog("silent"),
  jobs: [{ kind: "send-mail", run }],
});
