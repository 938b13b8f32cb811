import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { getNewOrderCount } from "#contract/orders/orders.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import { saveNewsItem } from "#contract/site/news.ts";
import { FileStoreError } from "#server/platform/files/file-store.ts";
import { watchDatabase } from "#server/platform/connection/watch-database.ts";
import { createLog } from "#server/platform/log.ts";
import { inTransaction, openDatabase } from "#server/platform/database.ts";
import { testApp } from "#server/test/app.ts";
import { silentProxy } from "#server/test/attacks/silent-proxy.ts";
import { anAdmin } from "#server/test/factories.ts";
import Fastify from "fastify";
import { answerError } from "./answer-errors.ts";
import { answerHealth } from "./health.ts";
import { readRelease } from "#server/platform/release.ts";
import { createWarnings } from "#server/platform/setup/warnings.ts";

const library = await testApp();
const { token } = await anAdmin(library);

/** Ends the connection of a call that waits for a lock, `times` times in a row, and then releases the lock. */
async function answerAfterLosing(times: number) {
  const call = await inTransaction(library.db, async (transaction) => {
    await sql`lock table orders`.execute(transaction);
    const answer = library.call(getNewOrderCount, {}, token);
    const end = async () => {
      const { rows } = await sql<{ ended: boolean }>`
        select pg_terminate_backend(pid, 5000) as ended from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(library.db);
      return rows;
    };
    for (let round = 0; round < times; round += 1)
      await expect.poll(end, { timeout: 30_000 }).toEqual([{ ended: true }]);
    return { answer };
  });
  return call.answer;
}

describe("a read outside a transaction", () => {
  it("is retried once on another connection when it loses its own", async () => {
    const { status, body } = await answerAfterLosing(1);
    expect([status, body]).toEqual([200, 0]);
  });

  it("answers 503 with Retry-After when it loses two connections in a row", async () => {
    const { status, body, headers } = await answerAfterLosing(2);
    expect([status, body]).toEqual([503, { isSuccess: false, message: ownMessages.serverBusy }]);
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
  });
});

describe("a crowd of requests while the database is away", () => {
  /** Starts an instance whose requests wait `timeoutMs` for the database. */
  async function instanceWith(timeoutMs: number) {
    const proxy = await silentProxy(library.connection);
    const watch = watchDatabase(createLog("silent"), 60_000, proxy.connection);
    const db = openDatabase({ connection: proxy.connection, poolSize: 10, watch, timeoutMs, connectTimeoutMs: 2000 });
    const configuration = { ...library.configuration, databaseWait: timeoutMs / 1000 };
    const app = await library.another({ db, configuration });
    let page = 0;
    const search = async () => app.inject({ url: `/api/Inventory/GetInventoryBySearchParams?page=${(page += 1)}` });
    expect((await search()).statusCode).toBe(200);
    proxy.close();
    const startedAt = performance.now();
    const answers = Array.from({ length: 8 }, search);
    return { proxy, answers, startedAt, waiting: () => app.callsInProgress(), end: () => db.destroy() };
  }
  const statuses = async (answers: Promise<{ statusCode: number }>[]) =>
    (await Promise.all(answers)).map(({ statusCode }) => statusCode);

  it("waits and is served when the database is back", async () => {
    const { proxy, answers, startedAt, waiting, end } = await instanceWith(60_000);
    await expect.poll(() => performance.now() - startedAt, { timeout: 5000 }).toBeGreaterThan(1500);
    expect(waiting()).toBe(8);
    await proxy.open();
    expect(new Set(await statuses(answers))).toEqual(new Set([200]));
    await end();
  });

  it("gets 503 with Retry-After soon after the configured wait", async () => {
    const { answers, startedAt, end } = await instanceWith(2000);
    expect(new Set(await statuses(answers))).toEqual(new Set([503]));
    expect(performance.now() - startedAt).toBeGreaterThan(1900);
    for (const answer of answers) expect(Number((await answer).headers["retry-after"])).toBeGreaterThan(0);
    expect(performance.now() - startedAt).toBeLessThan(8000);
    await end();
  });
});

describe("a write to a full disk", () => {
  const diskFull = { isSuccess: false, message: ownMessages.diskFull };

  it("in the database gets 503 with a sentence, and makes the library not ready", async () => {
    const ready = async () => (await library.app.inject({ url: "/health/ready" })).statusCode;
    expect(await ready()).toBe(200);
    await sql`
      create function no_room() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`.execute(library.db);
    await sql`create trigger no_room before insert on news execute function no_room()`.execute(library.db);
    const news = { id: 0, title: "News", content: "of today", link: "", attachmentId: null };
    const { status, body } = await library.call(saveNewsItem, { body: news }, token);
    expect([status, body]).toEqual([503, diskFull]);
    expect(await ready()).toBe(503);
  });

  it("in the file store gets the same sentence", async () => {
    const app = Fastify();
    app.setErrorHandler(answerError);
    answerHealth(app, {
      databaseAnswers: async () => true,
      release: readRelease(),
      warnings: createWarnings(app.log),
    });
    app.get("/write", async () => {
      throw new FileStoreError("It cannot be written.", { cause: Object.assign(new Error(), { code: "ENOSPC" }) });
    });
    const answer = await app.inject({ url: "/write" });
    expect([answer.statusCode, answer.json()]).toEqual([503, diskFull]);
    expect((await app.inject({ url: "/health/ready" })).statusCode).toBe(503);
  });
});
