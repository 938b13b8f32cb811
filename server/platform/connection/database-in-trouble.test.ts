import { once } from "node:events";
import { connect, createServer } from "node:net";
import { CompiledQuery, sql } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { testDatabase } from "#server/test/database.ts";
import { silentProxy } from "#server/test/attacks/silent-proxy.ts";
import { inTransaction, openDatabase, type Transaction } from "#server/platform/database.ts";
import { ConnectionLost, DatabaseUnreachable, isDatabaseTrouble } from "#server/platform/errors/database-errors.ts";
import type { ConnectionSettings } from "./connection-settings.ts";
import { databaseProbe } from "./database-probe.ts";
import { watchDatabase } from "./watch-database.ts";
import { createLog } from "#server/platform/log.ts";

const { db, connection } = await testDatabase();
const query = sql`select 1 as one`;

describe("a database that stops answering", () => {
  it("fails pending work after a timeout, without retries, and works again when it is back", async () => {
    const proxy = await silentProxy(connection);
    const own = openDatabase({ connection: proxy.connection, poolSize: 1, connectTimeoutMs: 300, statementLimit: 10 });
    let attempts = 0;
    const work = async (transaction: Transaction) => {
      attempts += 1;
      proxy.fallSilent();
      await query.execute(transaction);
    };
    await expect(inTransaction(own, work)).rejects.toThrow(ConnectionLost);
    expect(attempts).toBe(1);
    await expect(query.execute(own)).rejects.toThrow(DatabaseUnreachable); // a new connection hangs, too
    proxy.speak();
    expect((await query.execute(own)).rows).toEqual([{ one: 1 }]);
    await own.destroy();
  });

  it("is reported as away, with one query for all callers, and as back", async () => {
    const proxy = await silentProxy(connection);
    const probe = databaseProbe(proxy.connection, watchDatabase(createLog("silent"), 60_000, proxy.connection));
    const probeAll = () => Promise.all(Array.from({ length: 50 }, probe.answers));
    expect(new Set(await probeAll())).toEqual(new Set([true]));
    proxy.fallSilent();
    let startedAt = performance.now();
    const probeNow = () => {
      startedAt = performance.now();
      return probeAll();
    };
    await expect.poll(probeNow, { timeout: 15_000 }).not.toContain(true);
    expect(performance.now() - startedAt).toBeLessThan(4000); // 800 ms on a quiet machine; the query itself times out after 5 s
    expect(proxy.connections()).toBeLessThanOrEqual(1);
    proxy.speak();
    await expect.poll(probe.answers, { timeout: 15_000 }).toBe(true);
    await probe.end();
  });
});

describe("a restarted server", () => {
  const size = 16;
  /** Returns a pool whose idle connections are all broken, which shows only at their next use. */
  async function poolOfBrokenConnections() {
    const proxy = await silentProxy(connection);
    const own = openDatabase({ connection: proxy.connection, poolSize: size });
    await Promise.all(Array.from({ length: size }, () => query.execute(own)));
    expect(proxy.connections()).toBe(size);
    proxy.breakOnUse();
    return own;
  }

  it("fails no read and no transaction, although every idle connection broke unnoticed", async () => {
    const forRead = await poolOfBrokenConnections();
    expect((await query.execute(forRead)).rows).toEqual([{ one: 1 }]);
    await forRead.destroy();
    const forTransaction = await poolOfBrokenConnections();
    expect((await inTransaction(forTransaction, async (tx) => query.execute(tx))).rows).toEqual([{ one: 1 }]);
    await forTransaction.destroy();
  });
});

describe("a server that became read-only after a failover", () => {
  /** Returns a pool whose next connection is read-only; later ones can write. */
  async function poolWithReadOnlyConnection() {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
    const database = sql.id(rows[0]?.name ?? "");
    const own = openDatabase({ connection, poolSize: 1 });
    await sql`alter database ${database} set default_transaction_read_only = on`.execute(db);
    await query.execute(own);
    await sql`alter database ${database} reset default_transaction_read_only`.execute(db);
    return own;
  }
  const outcomes = async () => (await sql<{ n: number }>`select count(*)::integer as n from outcomes`.execute(db)).rows;
  const write = sql`insert into outcomes values (1)`;

  it("is abandoned for the new one, where a statement and a transaction each run once", async () => {
    await sql`create table outcomes (n integer)`.execute(db);
    const first = await poolWithReadOnlyConnection();
    await write.execute(first);
    await first.destroy();
    expect(await outcomes()).toEqual([{ n: 1 }]);
    const second = await poolWithReadOnlyConnection();
    await inTransaction(second, async (tx) => write.execute(tx));
    await second.destroy();
    expect(await outcomes()).toEqual([{ n: 2 }]);
  });
});

describe("a full pool", () => {
  it("refuses requests beyond its queue at once and serves those in the queue", async () => {
    const own = openDatabase({ connection, poolSize: 1, maxWaiting: 2 });
    const queued = await inTransaction(own, async () => {
      const waiting = [query.execute(own), query.execute(own)];
      await expect(query.execute(own)).rejects.toThrow(DatabaseUnreachable);
      return { waiting };
    });
    expect((await Promise.all(queued.waiting)).map(({ rows }) => rows)).toEqual([[{ one: 1 }], [{ one: 1 }]]);
    await own.destroy();
  });
});

describe("a statement that exceeds its time limit", () => {
  it("counts as database trouble, not as a fault", async () => {
    const own = openDatabase({ connection, poolSize: 1, statementLimit: 50 });
    await inTransaction(db, async (transaction) => {
      await sql`lock table news`.execute(transaction);
      const error: unknown = await sql`select 1 from news`.execute(own).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: "57014" });
      expect(isDatabaseTrouble(error)).toBe(true);
    });
    await own.destroy();
  });
});

/** A proxy that sends its own process id to clients, as poolers do. */
const pooler = createServer((caller) => {
  if (!("host" in connection)) return;
  const server = connect(`${connection.host}/.s.PGSQL.${connection.port}`);
  caller.pipe(server).on("error", () => caller.destroy());
  caller.on("error", () => server.destroy());
  server.on("data", (bytes: Buffer) => {
    const hello = bytes.indexOf(Buffer.from([0x4b, 0, 0, 0, 12])); // BackendKeyData: the process id follows
    if (hello >= 0) bytes.writeUInt32BE(1, hello + 5);
    caller.write(bytes);
  });
  server.on("end", () => caller.end());
}).listen(0, "127.0.0.1");
await once(pooler, "listening");
afterAll(() => pooler.close());

function behindPooler(): ConnectionSettings {
  const address = pooler.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { ...connection, host: "127.0.0.1", port: address.port };
}

describe("the server's statement limits", () => {
  const limits = CompiledQuery.raw(`
    select current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle`);
  const both = [{ statement: "30s", idle: "30s" }];

  it.each([
    ["stay set on a direct connection", () => connection, both],
    ["are set in each transaction behind a pooler", behindPooler, [{ statement: "0", idle: "0" }]],
  ])("%s", async (_, settings, outsideTransaction) => {
    const own = openDatabase({ connection: settings(), poolSize: 1 });
    expect((await inTransaction(own, (tx) => tx.executeQuery(limits))).rows).toEqual(both);
    expect((await own.executeQuery(limits)).rows).toEqual(outsideTransaction);
    await own.destroy();
  });
});

describe("a frequent statement", () => {
  const statement = CompiledQuery.raw("select count(*)::integer as plans from pg_prepared_statements");

  it.each([
    ["is planned once on a direct connection", () => connection, [1]],
    ["is planned each time behind a pooler, where another server may answer", behindPooler, [0]],
  ])("%s", async (_, settings, planCounts) => {
    const own = openDatabase({ connection: settings(), poolSize: 1 });
    for (let uses = 0; uses < 25; uses += 1) await own.executeQuery(statement);
    const { rows } = await own.executeQuery<{ plans: number }>(statement);
    expect(rows.map(({ plans }) => plans)).toEqual(planCounts);
    await own.destroy();
  });
});
