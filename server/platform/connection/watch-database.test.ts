import { sql } from "kysely";
import { expect, it } from "vitest";
import { inTransaction, openDatabase, poolCounts } from "#server/platform/database.ts";
import { DatabaseUnreachable } from "#server/platform/errors/database-errors.ts";
import { createLog } from "#server/platform/log.ts";
import { ask } from "#server/test/ask.ts";
import { silentProxy } from "#server/test/attacks/silent-proxy.ts";
import { testDatabase } from "#server/test/database.ts";
import { watchDatabase, withoutValues } from "./watch-database.ts";

const { connection } = await testDatabase();

/** Creates a watch that logs into an array. */
function loggingWatch(slow = 60_000, server = connection) {
  const lines: string[] = [];
  const log = createLog("info", { write: (line: string) => void lines.push(line) });
  const messages = () => lines.map((line) => /"msg":"([^"]*)"/.exec(line)?.[1]);
  return { lines, messages, watch: watchDatabase(log, slow, server) };
}

const one = sql`select 1 as one`;

it("an outage logs one error line with the server's address and the cause, and one line when it ends", async () => {
  const proxy = await silentProxy(connection);
  const { lines, messages, watch } = loggingWatch(60_000, proxy.connection);
  const own = openDatabase({ connection: proxy.connection, poolSize: 3, timeoutMs: 20_000, watch });
  await Promise.all([1, 2, 3].map(() => inTransaction(own, (tx) => sql`select pg_sleep(0.05)`.execute(tx))));
  expect(messages()).toEqual([]);
  proxy.close();
  const pending = Promise.all([1, 2, 3].map(() => one.execute(own)));
  await expect.poll(messages).toEqual(["the database cannot be reached"]);
  expect(watch.facts().awaySince).toBeLessThanOrEqual(performance.now());
  await proxy.open();
  await pending;
  await expect.poll(messages, { timeout: 5000 }).toHaveLength(2);
  expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
    {
      level: "error",
      host: "127.0.0.1",
      port: proxy.connection.port,
      cause: "nothing is listening at its address (ECONNREFUSED)",
    },
    { level: "info", msg: "the database answers again", lost: 3, ms: expect.any(Number) },
  ]);
  expect(watch.facts()).toMatchObject({ lost: 3, awaySince: undefined });
  await own.destroy();
});

it("lost connections that are replaced at once log no error", async () => {
  const { lines, messages, watch } = loggingWatch();
  const own = openDatabase({ connection, poolSize: 1, watch });
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(own);
  await ask(connection, `select pg_terminate_backend(${rows[0]?.pid}, 5000)`);
  await expect.poll(() => watch.facts().lost).toBe(1);
  await one.execute(own);
  await expect.poll(messages, { timeout: 5000 }).toEqual(["lost connections to the database were replaced"]);
  expect(lines.join("")).toContain('"level":"info"');
  await own.destroy();
});

it("a slow statement is logged without its values", async () => {
  const { lines, watch } = loggingWatch(1000);
  const own = openDatabase({ connection, poolSize: 1, watch });
  await own.selectFrom("items").select("item_id").where("title", "=", "quick").execute();
  expect(lines).toEqual([]);
  await sql`select title, pg_sleep(1.1) from items right join (select ${"Jane Doe"}::text) one on true`.execute(own);
  await sql`select pg_sleep(1.1), ${"Jane Doe"}::text::integer from grades`.execute(own).catch(() => {});
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
    {
      level: "warn",
      time: expect.any(String),
      statement: "select title, pg_sleep(1.1) from items right join (select $1::text) one on true",
      ms: expect.any(Number),
      msg: "slow statement",
    },
  ]);
  expect(lines.join("")).not.toContain("Jane");
  expect(watch.facts().slow).toBe(1);
  await own.destroy();
});

it("a database that becomes read-only, and writable again, is logged", async () => {
  const { messages, watch } = loggingWatch();
  const own = openDatabase({ connection, poolSize: 1, watch });
  const add = () => sql`insert into categories (category_id, category_name) select 9, 'x' where false`.execute(own);
  const name = "database" in connection ? connection.database : "";
  await ask(connection, `alter database ${name} set default_transaction_read_only = on`);
  for (let time = 0; time < 2; time += 1) await expect(add()).rejects.toThrow(/connection was lost/);
  expect(messages()).toEqual(["the database is read-only: another server may have taken over"]);
  await ask({ ...connection, database: "postgres" }, `alter database ${name} reset default_transaction_read_only`);
  await one.execute(own);
  expect(watch.facts().isReadOnly).toBe(true);
  await expect
    .poll(() =>
      add().then(
        () => "added",
        () => "refused",
      ),
    )
    .toBe("added");
  expect(messages().slice(1)).toEqual(["the database is writable again"]);
  await own.destroy();
});

it("a pool whose connections are all busy does not count as an unreachable database", async () => {
  const { messages, watch } = loggingWatch();
  const own = openDatabase({ connection, poolSize: 1, connectTimeoutMs: 100, watch });
  const busy = sql`select pg_sleep(1)`.execute(own);
  await expect.poll(() => poolCounts(own)).toMatchObject({ size: 1, open: 1, idle: 0 });
  await expect(one.execute(own)).rejects.toThrow(DatabaseUnreachable);
  expect(poolCounts(own).waiting).toBe(0);
  await busy;
  expect(messages()).toEqual([]);
  await own.destroy();
});

it("the text of a slow statement contains no values", () => {
  const text = withoutValues("select 1\n  from accounts where name = 'it''s from Jane' and note like $1");
  expect(text).toBe("select 1 from accounts where name = '' and note like $1");
});
