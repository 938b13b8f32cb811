import { randomUUID } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { describe, expect, it, onTestFinished } from "vitest";
import { databaseProbe } from "#server/platform/connection/database-probe.ts";
import { watchDatabase } from "#server/platform/connection/watch-database.ts";
import { openDatabase } from "#server/platform/database.ts";
import { DatabaseUnreachable } from "#server/platform/errors/database-errors.ts";
import { createLog, logOptions } from "#server/platform/log.ts";
import { testApp } from "#server/test/app.ts";
import { silentProxy } from "#server/test/attacks/silent-proxy.ts";
import { logEntries } from "#server/test/outages/log-entries.ts";
import { roleWithPassword } from "#server/test/outages/role-with-password.ts";

const library = await testApp();
const passwords = { first: "the-first-one", second: "the-second-one" };
const slowly = { timeout: 15_000, interval: 100 };
const refusal = { level: "error", msg: "the database cannot be reached" };

/** Starts an instance whose DATABASE_URL is in a file; its requests wait up to 60 seconds for the database to be back. */
async function instanceWithFile() {
  const account = await roleWithPassword(library.connection, passwords.first);
  const file = path.join(os.tmpdir(), `library-test-url-${randomUUID()}`);
  const writeUrl = (password: string) => writeFileSync(file, `${account.urlWith(password)}\n`);
  writeUrl(passwords.first);
  const connection = { connectionString: account.urlWith(passwords.first), file };
  const lines: string[] = [];
  const stream = { write: (line: string) => void lines.push(line) };
  const watch = watchDatabase(createLog("info", stream), 60_000, connection);
  const db = openDatabase({ connection, watch, poolSize: 3, timeoutMs: 1500, connectTimeoutMs: 1000 });
  const probe = databaseProbe(connection, watch);
  onTestFinished(async () => {
    await probe.end();
    await db.destroy();
    rmSync(file, { force: true });
  });
  const app = await library.another({
    db,
    databaseAnswers: probe.answers,
    databaseFacts: watch.facts,
    configuration: { ...library.configuration, databaseWait: 60 },
    logger: { ...logOptions("info"), stream },
  });
  let page = 0;
  return {
    ...account,
    writeUrl,
    search: async () => app.inject({ url: `/api/Inventory/GetInventoryBySearchParams?page=${(page += 1)}` }),
    ready: async () => {
      const { statusCode, json } = await app.inject({ url: "/health/ready" });
      return [statusCode, json<{ status: string }>().status];
    },
    lines: () => logEntries(lines).filter(({ msg }) => msg !== "security"),
    text: () => lines.join(""),
  };
}

describe("an instance whose database password changes", () => {
  async function instanceWithOldPassword() {
    const instance = await instanceWithFile();
    expect((await instance.search()).statusCode).toBe(200);
    expect(await instance.ready()).toEqual([200, "ready"]);
    await instance.alter(`password '${passwords.second}'`);
    return instance;
  }

  it("answers 503 with Retry-After, logs one line without secrets, and works once the new password is in its file", async () => {
    const instance = await instanceWithOldPassword();
    const answers = await Promise.all([instance.search(), instance.search(), instance.search()]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503]);
    for (const { headers } of answers) expect(Number(headers["retry-after"])).toBeGreaterThan(0);
    expect(await instance.ready()).toEqual([503, "database unreachable"]);
    expect(instance.lines()).toMatchObject([
      { ...refusal, cause: "it refuses our password (28P01)", host: expect.any(String), port: expect.any(Number) },
    ]);
    for (const secret of [...Object.values(passwords), instance.role]) expect(instance.text()).not.toContain(secret);

    // it reads DATABASE_URL_FILE again, and needs no restart
    instance.writeUrl(passwords.second);
    await expect.poll(async () => (await instance.search()).statusCode, slowly).toBe(200);
    await expect.poll(instance.ready, slowly).toEqual([200, "ready"]);
    await expect
      .poll(instance.lines, slowly)
      .toMatchObject([refusal, { level: "info", msg: "the database answers again" }]);
  });

  it("keeps waiting requests until the new password is in the file", async () => {
    const instance = await instanceWithOldPassword();
    const answer = instance.search();
    instance.writeUrl(passwords.second);
    expect((await answer).statusCode).toBe(200);
  });
});

describe("an instance whose database role", () => {
  it("has no connection left answers 503 until it gets one", async () => {
    const instance = await instanceWithFile();
    expect((await instance.search()).statusCode).toBe(200);
    await instance.alter("connection limit 0");
    expect((await instance.search()).statusCode).toBe(503);
    const cause = "it has no connections left for us (53300)";
    expect(instance.lines()).toMatchObject([{ ...refusal, cause }]);
    await instance.alter("connection limit -1");
    await expect.poll(async () => (await instance.search()).statusCode, slowly).toBe(200);
  });
});

it("a refused pool tries the server about once a second, no matter how many requests wait", async () => {
  const account = await roleWithPassword(library.connection, passwords.first);
  const proxy = await silentProxy(library.connection);
  const connection = { ...proxy.connection, user: account.role, password: passwords.first };
  const db = openDatabase({ connection, poolSize: 3, timeoutMs: 2500 });
  const query = async () => sql`select 1`.execute(db);
  await query();
  await account.alter("nologin");
  await expect(query()).rejects.toThrow(DatabaseUnreachable);
  const before = proxy.accepted();
  const outcomes = await Promise.allSettled(Array.from({ length: 30 }, query));
  expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(["rejected"]));
  expect(proxy.accepted() - before).toBeGreaterThan(1);
  expect(proxy.accepted() - before).toBeLessThan(6);
  await db.destroy();
});
