import fs from "node:fs";
import os from "node:os";
import { expect, it } from "vitest";
import * as z from "zod";
import { getMails, sendHeldMail } from "#contract/admin/mail.ts";
import { backUpNow, getRelease, getSystem } from "#contract/admin/system.ts";
import { recordBackup } from "#server/platform/backup/backups.queries.ts";
import { recordCheck } from "#server/platform/checks/checks.queries.ts";
import { createLog } from "#server/platform/log.ts";
import { readMigrations } from "#server/platform/migrate.ts";
import { createWarnings } from "#server/platform/setup/warnings.ts";
import { callsTo, testApp } from "#server/test/app.ts";
import { anAdmin } from "#server/test/factories.ts";

const log = createLog("silent");
const fixture = await testApp();
const { db } = fixture;
const manager = await anAdmin(fixture);
const system = async () => (await fixture.call(getSystem, {}, manager.token)).body.data;
const { version } = z.object({ version: z.string() }).parse(JSON.parse(fs.readFileSync("package.json", "utf8")));

it("the system page has the versions, the storage, and the last migration", async () => {
  expect(await system()).toMatchObject({
    version,
    host: os.hostname(),
    mode: "demonstration",
    node: process.versions.node,
    database: { version: expect.stringMatching(/^\d+\.\d+/), isEmbedded: true },
    lastMigration: { name: readMigrations().at(-1)?.name },
    storage: { isBucket: false, place: expect.stringMatching(/\/media$/) },
    mail: { isToFiles: true, waiting: 0, dead: 0 },
    jobs: { waiting: 0, running: 0, dead: 0 },
  });
  expect((await system()).database.bytes).toBeGreaterThan(1_000_000);
  expect((await fixture.call(getRelease, {}, manager.token)).body.data).toMatchObject({ version });
});

it("an unknown proxy raises one warning for managers, and a known proxy raises none", async () => {
  const request = (app: typeof fixture.app, address: string) =>
    app.inject({ url: "/health/ready", headers: { "x-forwarded-for": "203.0.113.9" }, remoteAddress: address });
  const proxyWarnings = async () => (await system()).warnings.filter(({ kind }) => kind === "proxy");
  await request(fixture.app, "8.8.8.8"); // from outside, anyone can send the header
  expect(await proxyWarnings()).toEqual([]);
  for (let time = 0; time < 3; time += 1) await request(fixture.app, "10.0.0.7");
  expect(await proxyWarnings()).toMatchObject([{ sentence: expect.stringContaining("TRUST_PROXY is off") }]);
  const trusting = await testApp({ settings: { TRUST_PROXY: "1" } });
  await request(trusting.app, "10.0.0.7");
  const { body } = await trusting.call(getSystem, {}, (await anAdmin(trusting)).token);
  expect(body.data.warnings).toEqual([]);
});

it("the ready endpoint names what is missing or wrong, and the list of emails says when the mail server is away", async () => {
  const warnings = createWarnings(log);
  const app = await fixture.another({ warnings });
  const ready = async (): Promise<unknown> => (await app.inject("/health/ready")).json();
  expect(await ready()).toEqual({ status: "ready", version, commit: expect.any(String) });
  warnings.raise("mail", "Could not reach the mail server (ECONNREFUSED).");
  warnings.raise("storage", "Cannot write to the bucket.");
  expect(await ready()).toMatchObject({ status: "ready", missing: ["storage", "mail"] });
  const mails = await callsTo(app).call(getMails, { query: {} }, manager.token);
  expect(mails.body.isServerAway).toBe(true);
  warnings.clear("mail");
  warnings.clear("storage");
  warnings.raise("stock", "The stock of 1 title is wrong.");
  expect(await ready()).toEqual({ status: "ready", version, commit: expect.any(String), wrong: ["stock"] });
  warnings.clear("stock");
  expect(await ready()).toEqual({ status: "ready", version, commit: expect.any(String) });
});

it("the system page has the last backup and the last restore test", async () => {
  expect(await system()).toMatchObject({ backup: { isNightly: false, isElsewhere: false, last: null, test: null } });
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 23, 3, minute));
  const name = "library-1.tar";
  const times = { startedAt: at(1), endedAt: at(2) };
  await recordBackup(db, { ...times, isNightly: true, file: { name, size: 1234 }, trouble: "" });
  await recordBackup(db, { startedAt: at(3), endedAt: at(3), isNightly: true, file: null, trouble: "It is full." });
  const check = { ...times, kind: "restore", subject: name, checkedCount: 5 } as const;
  await recordCheck(db, { ...check, wrong: [] });
  expect((await system()).backup).toMatchObject({
    last: { at: at(2).toISOString(), name, bytes: 1234 },
    test: { at: at(2).toISOString(), name, trouble: "" },
  });
  await recordCheck(db, { ...check, wrong: [{ sentence: "It is damaged." }] });
  expect((await system()).backup.test).toMatchObject({ trouble: "It is damaged." });
});

it("releasing held email clears its warning at once", async () => {
  const warnings = createWarnings(log);
  const calls = callsTo(await fixture.another({ warnings }));
  await db.insertInto("mail_hold").values({ backup_at: new Date() }).execute();
  warnings.raise("mail-hold", "Emails are on hold.");
  await calls.call(sendHeldMail, {}, manager.token);
  expect(warnings.all()).toEqual([]);
});

it("a backup is started once while one is pending, and never without a folder", async () => {
  const folderless = await fixture.call(backUpNow, {}, manager.token);
  expect(folderless.body).toMatchObject({ isSuccess: false, reason: { kind: "no-backup-folder" } });
  const withFolder = await testApp({ settings: { BACKUP_DIR: "/backups" } });
  const { token } = await anAdmin(withFolder);
  const backup = async () => (await withFolder.call(getSystem, {}, token)).body.data.backup;
  expect(await backup()).toMatchObject({ isNightly: true, isRunning: false });
  const answers = await Promise.all([0, 1, 2].map(() => withFolder.call(backUpNow, {}, token)));
  expect(answers.map(({ body }) => body.isSuccess)).toEqual([true, true, true]);
  expect(await backup()).toMatchObject({ isRunning: true });
  const jobs = await withFolder.db.selectFrom("jobs").select("kind").where("kind", "=", "back-up-now").execute();
  expect(jobs).toHaveLength(1);
  const entries = withFolder.db.selectFrom("activity_log").select("user_id").where("call", "=", "POST System/BackUp");
  expect(await entries.execute()).toHaveLength(1);
});
