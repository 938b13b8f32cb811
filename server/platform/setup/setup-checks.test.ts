import { createServer } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { testApp } from "#server/test/app.ts";
import { s3Settings } from "#server/test/s3-server.ts";
import { smtpServer } from "#server/test/smtp-server.ts";
import { readConfiguration } from "../configuration.ts";
import { openFileStore, checkFileStore } from "../files/open-file-store.ts";
import { createLog } from "../log.ts";
import { checkMailServer } from "../mail/smtp-carrier.ts";
import { checkAddress, checkClock, startSetupChecks } from "./setup-checks.ts";
import { createWarnings } from "./warnings.ts";

const bucket = await s3Settings();
const mailServer = await smtpServer({ login: { user: "library", pass: "right" } });
const waitOptions = { timeout: 10_000, interval: 5 };

/** Starts a server that accepts connections and never answers. */
async function silentServer() {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return `smtp://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
}

function startCheck(attempt: () => Promise<void>) {
  const lines: string[] = [];
  const warnings = createWarnings(createLog("info", { write: (line: string) => void lines.push(line) }));
  const stop = startSetupChecks([{ kind: "mail", attempt }], warnings, { failed: 1, troubled: 20, succeeded: 20 });
  onTestFinished(stop);
  return { warnings, lines, stop };
}

it("a failing service causes one warning in the log until it works", async () => {
  let [tries, works] = [0, false];
  const { warnings, lines } = startCheck(async () => {
    tries += 1;
    if (!works) throw new Error("It is closed.");
  });
  await expect.poll(() => tries, waitOptions).toBeGreaterThan(3);
  expect(warnings.all()).toMatchObject([{ kind: "mail", sentence: "It is closed." }]);
  expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([{ level: "warn", msg: "It is closed." }]);
  works = true;
  await expect.poll(() => warnings.all(), waitOptions).toEqual([]);
  expect(lines).toHaveLength(2);
});

it("a mail server that never answers does not delay stopping", async () => {
  const url = await silentServer();
  const { stop } = startCheck(() => checkMailServer(url));
  const startedAt = performance.now();
  await stop();
  expect(performance.now() - startedAt).toBeLessThan(5000);
});

it.each([
  ["right", "accepted"],
  ["wrong", "The mail server isn't working, so emails are waiting. The mail server said: 535 Invalid login"],
])("the mail server check logs in without sending a mail, password %s", async (password, answer) => {
  const url = mailServer.url.replace("right", password);
  const outcome = await checkMailServer(url).then(
    () => "accepted",
    (error: Error) => error.message,
  );
  expect(outcome).toBe(answer);
  expect(mailServer.received).toEqual([]);
});

it("a mail server that is away or never answers is reported within the timeout", async () => {
  await expect(checkMailServer("smtp://127.0.0.1:9")).rejects.toThrow(
    "The mail server isn't working, so emails are waiting. Could not reach the mail server (ECONNREFUSED).",
  );
  await expect(checkMailServer(await silentServer(), 50)).rejects.toThrow(/Could not reach the mail server/);
});

it("the bucket check stores, reads, and removes a file, and reports what is wrong", async () => {
  await checkFileStore(openFileStore(readConfiguration(bucket)));
  const missing = checkFileStore(openFileStore(readConfiguration({ ...bucket, S3_BUCKET: "missing" })));
  await expect(missing).rejects.toThrow('Cannot write to the bucket "missing": the storage answered 404 NoSuchBucket');
  const away = checkFileStore(openFileStore(readConfiguration({ ...bucket, S3_ENDPOINT: "http://127.0.0.1:9" })));
  await expect(away).rejects.toThrow(/^Cannot write to the bucket "pictures": it could not be reached/);
});

it("a clock that differs from the database's by more than five seconds is reported with the difference", async () => {
  const { db } = await testApp();
  await checkClock(db);
  await checkClock(db, () => Date.now() + 4000);
  for (const by of [-90_000, 90_000])
    await expect(checkClock(db, () => Date.now() + by)).rejects.toThrow(/ are (?:89|90) seconds apart\./);
});

it.each([
  ["production", "http://library.example.org", "unsafe"],
  ["production", "https://library.example.org", "safe"],
  ["production", "http://localhost:8080", "safe"],
  ["demonstration", "http://library.example.org", "safe"],
] as const)("in %s mode the address %s is %s", (mode, publicUrl, answer) => {
  const check = () => checkAddress({ mode, publicUrl });
  if (answer === "safe") expect(check).not.toThrow();
  else expect(check).toThrow("PUBLIC_URL is http://library.example.org: without HTTPS");
});
