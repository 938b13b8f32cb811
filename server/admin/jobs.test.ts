import { expect, it } from "vitest";
import { getJobs, jobKinds } from "#contract/admin/jobs.ts";
import { inTransaction } from "#server/platform/database.ts";
import { type JobDefinition, JobFailed } from "#server/platform/jobs/job.ts";
import { enqueueJob, scheduleJobs } from "#server/platform/jobs/jobs.queries.ts";
import { testApp } from "#server/test/app.ts";
import { anAdmin } from "#server/test/factories.ts";
import { letPass, runDueJobs } from "#server/test/run-jobs.ts";

const fixture = await testApp();
const { db } = fixture;
const clerk = await anAdmin(fixture);
const jobRows = async () => (await fixture.call(getJobs, {}, clerk.token)).body.data;
const ofKind = async (kind: string) => (await jobRows()).find((row) => row.kind === kind);

it("the list of jobs has every kind with its last run, next run, and failures", async () => {
  expect((await jobRows()).map(({ kind }) => kind)).toEqual(jobKinds);
  const failing: JobDefinition = {
    kind: "send-mail",
    waits: [60],
    run: () => Promise.reject(new JobFailed("The mail server is closed.")),
  };
  const hourly: JobDefinition = { kind: "clean-up-carts", every: 3600, run: async () => undefined };
  await scheduleJobs(db, ["clean-up-carts"]);
  for (const key of ["1", "2"]) await inTransaction(db, (tx) => enqueueJob(tx, { kind: "send-mail", key }));
  await runDueJobs(db, [failing, hourly]);
  expect(await ofKind("send-mail")).toMatchObject({
    waiting: 2,
    dead: 0,
    failures: 1,
    trouble: "The mail server is closed.",
  });
  await letPass(db, 61);
  await runDueJobs(db, [failing]);
  expect(await ofKind("send-mail")).toMatchObject({ waiting: 0, running: 0, dead: 2, failures: 2, nextRunAt: null });
  const cleanup = await ofKind("clean-up-carts");
  expect(cleanup).toMatchObject({ waiting: 1, dead: 0, failures: 0, trouble: "" });
  const [last, next] = [Date.parse(cleanup?.lastRunAt ?? ""), Date.parse(cleanup?.nextRunAt ?? "")];
  expect(next - last).toBeGreaterThan(3_500_000 - 61_000);
});
