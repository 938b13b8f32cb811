import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { uploadAttachment } from "#contract/site/media.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import { libraryJobs } from "#server/jobs.ts";
import { inTransaction } from "#server/platform/database.ts";
import { FileStoreError } from "#server/platform/files/file-store.ts";
import { createLog, logOptions } from "#server/platform/log.ts";
import { enqueueMail } from "#server/platform/mail/outbox.queries.ts";
import { aPicture } from "#server/test/a-picture.ts";
import { callsTo, testApp } from "#server/test/app.ts";
import { anAdmin } from "#server/test/factories.ts";
import { logEntries } from "#server/test/outages/log-entries.ts";
import { runDueJobs } from "#server/test/run-jobs.ts";
import { s3Settings } from "#server/test/s3-server.ts";
import { testConfiguration } from "#server/test/secret-key.ts";
import { startSetupChecks } from "./setup-checks.ts";
import { createWarnings } from "./warnings.ts";

const library = await testApp();
const { token } = await anAdmin(library);
const folder = mkdtempSync(path.join(os.tmpdir(), "library-test-noticed-"));
afterAll(() => rmSync(folder, { recursive: true }));
const away = "127.0.0.1:9";

type Answer = { inject: (url: string) => Promise<{ json: () => unknown; statusCode: number }> };
const health = async (app: Answer) => (await app.inject("/health/ready")).json();

/** Starts an instance with these settings, which logs to an array. */
async function instanceWith(settings: Record<string, string>, parts: Parameters<typeof library.another>[0] = {}) {
  const lines: string[] = [];
  const env = { RATE_LIMIT_SCALE: "1000", DATA_DIR: path.join(folder, "data"), ...settings };
  const app = await library.another({
    configuration: testConfiguration(env),
    logger: { ...logOptions("info"), stream: { write: (line: string) => void lines.push(line) } },
    ...parts,
  });
  const upload = async () =>
    callsTo(app).callLoosely(uploadAttachment, { upload: new Blob([await aPicture()]) }, token);
  return { app, upload, health: () => health(app), entries: () => logEntries(lines) };
}

describe("storage that dies", () => {
  const picture = `/media/${"a".repeat(32)}-600.webp`;
  const brokenFolder = path.join(folder, "broken");
  mkdirSync(brokenFolder);
  writeFileSync(path.join(brokenFolder, "media"), "a file instead of a folder");

  it.each([
    ["a bucket", async () => ({ ...(await s3Settings()), S3_ENDPOINT: `http://${away}` })],
    ["a folder", async () => ({ DATA_DIR: brokenFolder })],
  ])("in %s is reported as missing after the first failure, and logs one warning", async (_, settings) => {
    const instance = await instanceWith(await settings());
    expect(await instance.health()).not.toHaveProperty("missing");
    const { status, body } = await instance.upload();
    expect([status, body.message]).toEqual([503, ownMessages.pictureNotStored]);
    expect(await instance.health()).toMatchObject({ status: "ready", missing: ["storage"] });
    for (let time = 0; time < 3; time += 1) expect((await instance.app.inject({ url: picture })).statusCode).toBe(503);
    expect(instance.entries()).toMatchObject([{ level: "warn", warning: "storage" }]);
  });
});

it("an upload to a full disk says so, and makes the library not ready", async () => {
  const full = () => {
    throw new FileStoreError("It cannot be written.", { cause: Object.assign(new Error(), { code: "ENOSPC" }) });
  };
  const files = { write: async () => full(), read: async () => null, remove: async () => {}, tidy: async () => {} };
  const instance = await instanceWith({}, { files });
  for (let time = 0; time < 2; time += 1) {
    const { status, body } = await instance.upload();
    expect([status, body.message]).toEqual([503, ownMessages.diskFull]);
  }
  expect(await instance.health()).toMatchObject({ status: "disk full" });
  expect(instance.entries()).toMatchObject([{ level: "warn", msg: "a disk is full" }]);
});

it("a mail server that dies is reported as missing after the first email that can't be sent", async () => {
  const warnings = createWarnings(createLog("silent"));
  const configuration = testConfiguration({ DATA_DIR: folder, SMTP_URL: `smtp://${away}` });
  const app = await library.another({ configuration, warnings });
  expect(await health(app)).not.toHaveProperty("missing");
  const letter = { subject: "News", preview: "", heading: "News", blocks: [] };
  const mail = { kind: "welcome", to: { borrowerId: null, address: "robin@school.example" }, letter } as const;
  await inTransaction(library.db, (tx) => enqueueMail(tx, { ...mail, at: library.clock.now() }));
  await runDueJobs(
    library.db,
    libraryJobs({ ...library, configuration, warnings, log: createLog("silent") }).filter(
      ({ kind }) => kind === "send-mail",
    ),
  );
  expect(await health(app)).toMatchObject({ status: "ready", missing: ["mail"] });
  expect(warnings.all()).toMatchObject([
    { kind: "mail", sentence: expect.stringMatching(/^The mail server isn't working, so emails are waiting\./) },
  ]);
});

it("a warning raised by a failure is checked again within a minute, not after the usual ten", async () => {
  const warnings = createWarnings(createLog("silent"));
  let attempts = 0;
  const attempt = async () => void (attempts += 1);
  const waits = { failed: 5, troubled: 20, succeeded: 600_000 };
  onTestFinished(startSetupChecks([{ kind: "storage", attempt }], warnings, waits));
  await expect.poll(() => attempts).toBe(1);
  warnings.notice("storage", "It cannot be written.");
  expect(warnings.has("storage")).toBe(true);
  await expect.poll(() => warnings.has("storage"), { timeout: 5000 }).toBe(false);
  expect(attempts).toBe(2);
});

describe("a full disk", () => {
  it("doesn't take out an instance that writes only to another database and a bucket", async () => {
    const bucket = await s3Settings();
    const instance = await instanceWith({ DATA_DIR: "/proc", ...bucket, SMTP_URL: `smtp://${away}` });
    expect(await instance.health()).toMatchObject({ status: "ready" });
  });
});
