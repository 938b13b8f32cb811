import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { testDatabase } from "#server/test/database.ts";
import { silentProxy } from "#server/test/attacks/silent-proxy.ts";
import { inTransaction, openDatabase, type Transaction } from "#server/platform/database.ts";
import { ConnectionLost, DatabaseUnreachable, isDatabaseTrouble } from "#server/platform/errors/database-errors.ts";
import { databaseProbe } from "./database-probe.ts";

const { db, connection } = await testDatabase();
const one = sql`select 1 as one`;

describe("a database that falls silent", () => {
  it("fails what was asked of it after a while, without asking again, and is used when it is back", async () => {
    const proxy = await silentProxy(connection);
    const own = openDatabase({ connection: proxy.connection, poolSize: 1, wait: 300, statementLimit: 10 });
    let attempts = 0;
    const work = async (transaction: Transaction) => {
      attempts += 1;
      proxy.fallSilent();
      await one.execute(transaction);
    };
    await expect(inTransaction(own, work)).rejects.toThrow(ConnectionLost);
    expect(attempts).toBe(1);
    await expect(one.execute(own)).rejects.toThrow(DatabaseUnreachable); // a new connection hangs, too
    proxy.speak();
    expect((await one.execute(own)).rows).toEqual([{ one: 1 }]);
    await own.destroy();
  });

  it("is said to be away, in one question for all who ask, and to be back", async () => {
    const proxy = await silentProxy(connection);
    const probe = databaseProbe(proxy.connection);
    const ask = () => Promise.all(Array.from({ length: 50 }, probe.answers));
    expect(new Set(await ask())).toEqual(new Set([true]));
    proxy.fallSilent();
    let since = performance.now();
    const askNow = () => {
      since = performance.now();
      return ask();
    };
    await expect.poll(askNow, { timeout: 15_000 }).not.toContain(true);
    expect(performance.now() - since).toBeLessThan(4000); // 800 ms on a quiet machine; the question itself goes on for 5 s
    expect(proxy.connections()).toBeLessThanOrEqual(1);
    proxy.speak();
    await expect.poll(probe.answers, { timeout: 15_000 }).toBe(true);
    await probe.end();
  });
});

describe("a server that ended and is back", () => {
  const size = 16;
  /** A pool whose idle connections all broke, which shows at their next use only. */
  async function poolOfBrokenConnections() {
    const proxy = await silentProxy(connection);
    const own = openDatabase({ connection: proxy.connection, poolSize: size });
    await Promise.all(Array.from({ length: size }, () => one.execute(own)));
    expect(proxy.connections()).toBe(size);
    proxy.breakOnUse();
    return own;
  }

  it("fails no lone read and no transaction, although each idle connection broke unnoticed", async () => {
    const read = await poolOfBrokenConnections();
    expect((await one.execute(read)).rows).toEqual([{ one: 1 }]);
    await read.destroy();
    const changed = await poolOfBrokenConnections();
    expect((await inTransaction(changed, async (tx) => one.execute(tx))).rows).toEqual([{ one: 1 }]);
    await changed.destroy();
  });
});

describe("a server that only reads since another took its place", () => {
  /** The next connection only reads; those after it write again. */
  async function poolWithAConnectionThatOnlyReads() {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
    const database = sql.id(rows[0]?.name ?? "");
    const own = openDatabase({ connection, poolSize: 1 });
    await sql`alter database ${database} set default_transaction_read_only = on`.execute(db);
    await one.execute(own);
    await sql`alter database ${database} reset default_transaction_read_only`.execute(db);
    return own;
  }
  const statuses = async () => (await sql<{ n: number }>`select count(*)::integer as n from outcomes`.execute(db)).rows;
  const write = sql`insert into outcomes values (1)`;

  it("is left for the other: a statement and a transaction are done there, once", async () => {
    await sql`create table outcomes (n integer)`.execute(db);
    const lone = await poolWithAConnectionThatOnlyReads();
    await write.execute(lone);
    await lone.destroy();
    expect(await statuses()).toEqual([{ n: 1 }]);
    const together = await poolWithAConnectionThatOnlyReads();
    await inTransaction(together, async (tx) => write.execute(tx));
    await together.destroy();
    expect(await statuses()).toEqual([{ n: 2 }]);
  });
});

describe("a full pool", () => {
  it("turns away at once whom its line has no room for, and serves those in it", async () => {
    const own = openDatabase({ connection, poolSize: 1, line: 2 });
    const inLine = await inTransaction(own, async () => {
      const waiting = [one.execute(own), one.execute(own)];
      await expect(one.execute(own)).rejects.toThrow(DatabaseUnreachable);
      return { waiting };
    });
    expect((await Promise.all(inLine.waiting)).map(({ rows }) => rows)).toEqual([[{ one: 1 }], [{ one: 1 }]]);
    await own.destroy();
  });
});

describe("a statement that waits for longer than it may", () => {
  it("is a trouble of the database, not a fault", async () => {
    const own = openDatabase({ connection, poolSize: 1, statementLimit: 50 });
    await inTransaction(db, async (transaction) => {
      await sql`lock table news`.execute(transaction);
      const error: unknown = await sql`select 1 from news`.execute(own).catch((caught: unknown) => caught);
      expect(error).toMatchObject({ code: "57014" });
      expect(isDatabaseTrouble(error)).toBe(true);
    });
    await own.destroy();
  });
});
