import { get, type IncomingMessage } from "node:http";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "./platform/clock.ts";
import { type Child, killChildren, startChild } from "./test/child-process.ts";
import { testDatabase } from "./test/database.ts";
import { anAdmin } from "./test/factories.ts";
import { urlOf } from "./test/global-setup.ts";
import { testConfiguration } from "./test/secret-key.ts";

const { db, connection } = await testDatabase();
const admin = await anAdmin({ db, clock: systemClock, configuration: testConfiguration({}) });
const folder = mkdtempSync(path.join(os.tmpdir(), "library-downloads-"));
afterEach(killChildren);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// A download of about 25 MB: more than the system buffers, so that the library waits for a slow reader.
const borrowers = 30_000;
const defaultLimit = 8; // seconds

beforeAll(async () => {
  await sql`
    with many as (
      insert into accounts (user_name, user_type_id) select 'many' || n, 2 from generate_series(1, ${borrowers}::integer) as n
      returning user_id
    )
    insert into borrowers
      (user_id, name, school_name, school_district, email_address, phone_number, street, city, state, zip)
    select user_id, repeat('n', 200), repeat('s', 200), repeat('d', 200), 'e', 'p', repeat('t', 200), 'c', 'CA', 'z'
    from many`.execute(db);
});

/** Starts a library with a shutdown limit in seconds, and a download of all borrowers. */
async function startDownload(limit: number) {
  const child = startChild("server/main.ts", {
    DATABASE_URL: urlOf(connection),
    DATA_DIR: folder,
    PORT: "0",
    SEED: "none",
    SHUTDOWN_LIMIT: String(limit),
  });
  const address = (await child.line(/^The lending library is at /)).replace("The lending library is at ", "");
  const headers = { authorization: `Bearer ${admin.token}` };
  const request = () =>
    new Promise<IncomingMessage>((resolve, reject) => {
      get(`${address}/api/account/borrowers/csv`, { headers }, resolve).on("error", reject);
    });
  let download = await request();
  while (download.statusCode === 503) {
    download.resume(); // a busy machine answers 503 for a moment
    download = await request();
  }
  expect(download.statusCode).toBe(200);
  return { child, download };
}

/** Asks the library to stop; returns its exit code and the seconds it took. */
async function stop(child: Child) {
  const startedAt = performance.now();
  child.kill("SIGTERM");
  return { code: await child.exited, seconds: (performance.now() - startedAt) / 1000 };
}

/** Reads the download as slowly as a bad connection would. */
async function readSlowly(download: IncomingMessage): Promise<string> {
  let text = "";
  for await (const piece of download.setEncoding("utf8")) {
    text += String(piece); // at most 64 kB
    await pause(50);
  }
  return text;
}

describe("a download in progress when the library is asked to stop", { timeout: 120_000 }, () => {
  it("arrives complete when SHUTDOWN_LIMIT is long enough", async () => {
    const { child, download } = await startDownload(100);
    const [{ code, seconds }, text] = await Promise.all([stop(child), readSlowly(download)]);
    expect(text.trimEnd().split("\r\n")).toHaveLength(1 + borrowers);
    expect(text.endsWith("\r\n")).toBe(true);
    expect(download.complete).toBe(true);
    expect(seconds).toBeGreaterThan(defaultLimit);
    expect([code, child.errors()]).toEqual([0, ""]);
  });

  it("is cut off at the limit, which the library reports and the reader notices", async () => {
    const { child, download } = await startDownload(3);
    const { code, seconds } = await stop(child); // nobody reads
    expect([code, child.errors()]).toEqual([1, "Stopping took longer than 3 seconds; the rest is cut off.\n"]);
    expect(seconds).toBeGreaterThan(3);
    expect(seconds).toBeLessThan(defaultLimit);
    await expect(readSlowly(download)).rejects.toThrow("aborted");
    expect(download.complete).toBe(false);
  });
});
