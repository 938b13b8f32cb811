import { once } from "node:events";
import { connect, createServer } from "node:net";
import { CompiledQuery, sql } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { testDatabase } from "#server/test/database.ts";
import type { ConnectionSettings } from "./connection-pool.ts";
import { inTransaction, openDatabase } from "#server/platform/database.ts";
import { hotStatement, hotWrite } from "./hot-statements.ts";

const { connection, db } = await testDatabase();
const double = hotStatement("select $1::integer * 2 as doubled");
const usual = CompiledQuery.raw("select $1::integer * 3", [1]);

/** Runs a hot and a plain statement over one connection, and returns what the connection then caches. */
async function keptAfterAsking(settings: ConnectionSettings) {
  const db = openDatabase({ connection: settings, poolSize: 1 });
  try {
    for (const n of [1, 2, 3]) expect((await db.executeQuery(double([n]))).rows).toEqual([{ doubled: n * 2 }]);
    await db.executeQuery(usual);
    return (await db.executeQuery(CompiledQuery.raw("select statement from pg_prepared_statements"))).rows;
  } finally {
    await db.destroy();
  }
}

/** A proxy between us and the server that greets clients in its own name, as poolers do. */
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

describe("a hot statement", () => {
  it("is parsed once per connection, which then knows it by name", async () => {
    expect(await keptAfterAsking(connection)).toEqual([{ statement: "select $1::integer * 2 as doubled" }]);
  });

  it("leaves nothing behind a pooler, where the next transaction may use another server", async () => {
    expect(await keptAfterAsking(behindPooler())).toEqual([]);
  });
});

describe("a write that nobody reads", async () => {
  await sql`create table notes (id integer primary key)`.execute(db);
  const note = hotWrite("insert into notes values ($1)");
  const notes = async () => (await sql<{ id: number }>`select id from notes order by id`.execute(db)).rows;

  it("is stored with its transaction", async () => {
    await inTransaction(db, async (tx) => {
      await tx.executeQuery(note([1]));
      await tx.executeQuery(note([2]));
    });
    expect(await notes()).toEqual([{ id: 1 }, { id: 2 }]);
  });

  it("fails the commit, and then nothing is stored", async () => {
    const work = inTransaction(db, async (tx) => {
      await tx.executeQuery(note([3]));
      await tx.executeQuery(note([1]));
    });
    await expect(work).rejects.toMatchObject({ code: "23505" });
    expect(await notes()).toEqual([{ id: 1 }, { id: 2 }]);
  });

  it("fails the next statement with its own error", async () => {
    const work = inTransaction(db, async (tx) => {
      await tx.executeQuery(note([1]));
      await tx.executeQuery(double([1]));
    });
    await expect(work).rejects.toMatchObject({ code: "23505" });
  });

  it("does not hide why its transaction was given up", async () => {
    const work = inTransaction(db, async (tx) => {
      await tx.executeQuery(note([1]));
      throw new Error("given up");
    });
    await expect(work).rejects.toThrow("given up");
  });

  it("is waited for outside a transaction", async () => {
    await expect(db.executeQuery(note([1]))).rejects.toMatchObject({ code: "23505" });
  });
});

describe("the server's time limits", () => {
  const limits = CompiledQuery.raw(`
    select current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle`);
  const both = [{ statement: "30s", idle: "30s" }];

  it.each([
    ["stay with a connection of our own", () => connection, both],
    ["are given to each transaction behind a pooler", behindPooler, [{ statement: "0", idle: "0" }]],
  ])("%s", async (_, settings, outside) => {
    const db = openDatabase({ connection: settings(), poolSize: 1 });
    expect((await inTransaction(db, (tx) => tx.executeQuery(limits))).rows).toEqual(both);
    expect((await db.executeQuery(limits)).rows).toEqual(outside);
    await db.destroy();
  });
});
