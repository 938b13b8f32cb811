import { createServer } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { testApp } from "#server/test/app.ts";
import { s3Settings } from "#server/test/s3-server.ts";
import { smtpServer } from "#server/test/smtp-server.ts";
import { readConfiguration } from "../configuration.ts";
import { openFileStore, tryFiles } from "../files/open-file-store.ts";
import { createLog } from "../log.ts";
import { tryMailServer } from "../mail/smtp-carrier.ts";
import { checkAddress, checkClock, keepChecking, keepWarnings } from "./setup-checks.ts";

const bucket = await s3Settings();
const mailServer = await smtpServer({ login: { user: "library", pass: "right" } });
const patience = { timeout: 10_000, interval: 5 };

/** Takes connections and never says a word. */
async function silentServer() {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return `smtp://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
}

function watched(attempt: () => Promise<void>) {
  const lines: string[] = [];
  const warnings = keepWarnings(createLog("info", { write: (line: string) => void lines.push(line) }));
  const stop = keepChecking([{ kind: "mail", attempt }], warnings, { failed: 1, worked: 20 });
  onTestFinished(stop);
  return { warnings, lines, stop };
}

it("a service that fails is one warning in the log until it works", async () => {
  let [tries, works] = [0, false];
  const { warnings, lines } = watched(async () => {
    tries += 1;
    if (!works) throw new Error("It is closed.");
  });
  await expect.poll(() => tries, patience).toBeGreaterThan(3);
  expect(warnings.all()).toMatchObject([{ kind: "mail", sentence: "It is closed." }]);
  expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([{ level: "warn", msg: "It is closed." }]);
  works = true;
  await expect.poll(() => warnings.all(), patience).toEqual([]);
  expect(lines).toHaveLength(2);
});

it("a mail server that says nothing does not keep the library from starting or stopping", async () => {
  const url = await silentServer();
  const { stop } = watched(() => tryMailServer(url));
  const before = performance.now();
  await stop();
  expect(performance.now() - before).toBeLessThan(5000);
});

it.each([
  ["right", "accepted"],
  ["wrong", "The server of SMTP_URL does not work, so emails wait. The mail server said: 535 Invalid login"],
])("a mail server is tried with its password, without a mail: %s", async (password, answer) => {
  const url = mailServer.url.replace("right", password);
  const said = await tryMailServer(url).then(
    () => "accepted",
    (error: Error) => error.message,
  );
  expect(said).toBe(answer);
  expect(mailServer.received).toEqual([]);
});

it("a mail server that is away, or says nothing, is said within its limit", async () => {
  await expect(tryMailServer("smtp://127.0.0.1:9")).rejects.toThrow(
    "The server of SMTP_URL does not work, so emails wait. The mail server could not be used (ECONNREFUSED).",
  );
  await expect(tryMailServer(await silentServer(), 50)).rejects.toThrow(/The mail server could not be used/);
});

it("a bucket is tried by storing, reading and removing, and says what is missing", async () => {
  await tryFiles(openFileStore(readConfiguration(bucket)));
  const missing = tryFiles(openFileStore(readConfiguration({ ...bucket, S3_BUCKET: "missing" })));
  await expect(missing).rejects.toThrow('Cannot write to the bucket "missing": the storage answered 404 NoSuchBucket');
  const away = tryFiles(openFileStore(readConfiguration({ ...bucket, S3_ENDPOINT: "http://127.0.0.1:9" })));
  await expect(away).rejects.toThrow(/^Cannot write to the bucket "pictures": it was not reached/);
});

it("a clock that differs from the database's by more than five seconds is said with the difference", async () => {
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
  else expect(check).toThrow("PUBLIC_URL is http://library.example.org: without https");
});
