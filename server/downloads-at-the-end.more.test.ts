import { get, type IncomingMessage } from "node:http";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "./platform/clock.ts";
import { readConfiguration } from "./platform/configuration.ts";
import { type Child, killChildren, startChild } from "./test/child-process.ts";
import { testDatabase } from "./test/database.ts";
import { anAdmin } from "./test/factories.ts";
import { urlOf } from "./test/global-setup.ts";

const { db, connection } = await testDatabase();
const admin = await anAdmin({ db, clock: systemClock, configuration: readConfiguration({}) });
const folder = mkdtempSync(path.join(os.tmpdir(), "library-downloads-"));
afterEach(killChildren);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// Some 25 MB of a download: more than the system keeps between two programs, so that the library waits for who reads slowly.
const borrowers = 30_000;
const usual = 8; // seconds, the default of SHUTDOWN_LIMIT

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

/** The library with a limit of this many seconds, and a download of all borrowers that has begun. */
async function downloading(limit: number) {
  const child = startChild("server/main.ts", {
    DATABASE_URL: urlOf(connection),
    DATA_DIR: folder,
    PORT: "0",
    SEED: "none",
    SHUTDOWN_LIMIT: String(limit),
  });
  const address = (await child.line(/^The lending library is at /)).replace("The lending library is at ", "");
  const headers = { authorization: `Bearer ${admin.token}` };
  const ask = () =>
    new Promise<IncomingMessage>((resolve, reject) => {
      get(`${address}/api/account/borrowers/csv`, { headers }, resolve).on("error", reject);
    });
  let download = await ask();
  while (download.statusCode === 503) {
    download.resume(); // a busy machine turns calls away for a moment
    download = await ask();
  }
  expect(download.statusCode).toBe(200);
  return { child, download };
}

/** Asks it to end; gives its exit code, and after how many seconds it ended. */
async function leave(child: Child) {
  const since = performance.now();
  child.kill("SIGTERM");
  return { code: await child.exited, seconds: (performance.now() - since) / 1000 };
}

/** All that arrives, as a slow line brings it. */
async function readSlowly(download: IncomingMessage): Promise<string> {
  let text = "";
  for await (const piece of download.setEncoding("utf8")) {
    text += String(piece); // at most 64 kB
    await pause(50); // the slow line itself
  }
  return text;
}

describe("a download that is under way when the library is asked to end", { timeout: 120_000 }, () => {
  it("arrives whole, although it takes longer than usual, where the limit lets it", async () => {
    const { child, download } = await downloading(100);
    const [{ code, seconds }, text] = await Promise.all([leave(child), readSlowly(download)]);
    expect(text.trimEnd().split("\r\n")).toHaveLength(1 + borrowers);
    expect(text.endsWith("\r\n")).toBe(true);
    expect(download.complete).toBe(true);
    expect(seconds).toBeGreaterThan(usual);
    expect([code, child.errors()]).toEqual([0, ""]);
  });

  it("is cut at the limit, not before, which the library says, and its reader sees", async () => {
    const { child, download } = await downloading(3);
    const { code, seconds } = await leave(child); // nobody reads
    expect([code, child.errors()]).toEqual([1, "Stopping took longer than 3 seconds; the rest is cut off.\n"]);
    expect(seconds).toBeGreaterThan(3);
    expect(seconds).toBeLessThan(usual);
    await expect(readSlowly(download)).rejects.toThrow("aborted");
    expect(download.complete).toBe(false);
  });
});
