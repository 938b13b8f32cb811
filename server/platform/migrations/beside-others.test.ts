import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { ask } from "#server/test/ask.ts";
import { bareDatabase } from "#server/test/database.ts";
import type { ConnectionSettings } from "../connection/connection-pool.ts";
import { errorCode } from "../errors/error-code.ts";
import { migrate } from "../migrate.ts";
import { applyAll } from "./apply-migration.ts";
import type { MigrationEvent } from "./events.ts";
import { readMigrations } from "./read-migrations.ts";
import { watchLocks } from "./watch-locks.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "library-migrations-"));
afterAll(() => fs.rmSync(folder, { recursive: true }));

let connection: ConnectionSettings;
const clients: pg.Client[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) await client.end();
});

beforeEach(async () => {
  for (const name of fs.readdirSync(folder)) fs.rmSync(path.join(folder, name));
  put(
    "0001-books.sql",
    `create table shelves (id integer primary key);
     create table books (id integer primary key, title text, spine text);
     insert into books select number, 'Book ' || number from generate_series(1, 1000) as number;`,
  );
  connection = await bareDatabase();
  await migrate(connection, { folder });
});

function put(name: string, sql: string) {
  fs.writeFileSync(path.join(folder, name), sql);
}

/** Somebody at work, whose statements fail when they wait for ten seconds. */
async function worker(name: string): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, application_name: name, statement_timeout: 10_000 });
  clients.push(client);
  await client.connect();
  return client;
}

/** Migrates, and collects the events. */
function migrating() {
  const events: MigrationEvent[] = [];
  const ended = migrate(connection, { folder, onEvent: (event) => events.push(event) });
  ended.catch(() => {}); // the test looks at it
  const tries = () => events.filter(({ what }) => what === "tries again");
  return { events, ended, tries };
}

const patiently = { timeout: 60_000 };
const spines = `-- in batches
with batch as (select id from books where id > $1 order by id limit $2 for no key update),
changed as (update books set spine = upper(title) from batch where books.id = batch.id and spine is null)
select max(id) as last, (select max(id) from books) as whole from batch;`;

describe("a migration beside others at work", { timeout: 120_000 }, () => {
  it("lets them work while it waits for a lock, says who holds it, and is done when it gets it", async () => {
    put("0002-pages.sql", "alter table books add column pages integer;");
    const [reader, writer] = [await worker("a long report"), await worker("the desk")];
    await reader.query("begin; select count(*) from books");
    const { tries, ended } = migrating();
    let written = 0;
    while (tries().length < 2) {
      await writer.query("update books set title = 'Changed' where id = 1"); // behind it, this would wait for the report
      written += 1;
    }
    expect(written).toBeGreaterThan(1);
    expect(tries()[0]).toMatchObject({ migration: "0002-pages.sql", place: "1 of 1", tries: 1, againIn: 500 });
    expect(tries()[1]).toMatchObject({ tries: 2, againIn: 1000 });
    expect(JSON.stringify(tries())).toMatch(/process \d+ \(a long report, idle in transaction, for \d+ s\)/);
    expect(JSON.stringify(tries())).not.toContain("count");
    await reader.query("commit");
    expect(await ended).toEqual(["0002-pages.sql"]);
  });

  it("is interrupted before others wait long for the locks that it has, while it waits for more", async () => {
    const [reader, migrator, desk] = [
      await worker("a long report"),
      await worker("library migrator"),
      await worker("the desk"),
    ];
    await reader.query("begin; select from books");
    await migrator.query("begin; set local statement_timeout = 0; alter table shelves add column place text");
    const { rows } = await migrator.query<{ pid: number }>("select pg_backend_pid() as pid");
    const watcher = await worker("the watcher");
    const watch = watchLocks(watcher, rows[0]?.pid ?? 0);
    const interrupted = migrator.query("alter table books add column pages integer").catch(errorCode);
    const read = desk.query("select from shelves");
    expect(await interrupted).toBe("57014");
    await migrator.query("rollback");
    await read;
    await watch.stop();
    await reader.query("rollback");
  });

  it("fills a large table in steps, tells how far it is, and goes on where it was killed", async () => {
    put("0002-spines.sql", spines);
    const desk = await worker("the desk");
    await desk.query("begin; select from books where id = 500 for update");
    const { tries, ended } = migrating();
    await expect.poll(() => tries().length, patiently).toBe(1); // at row 500
    const filled = "select count(spine)::integer as filled from books";
    const first = (await desk.query<{ filled: number }>(filled)).rows[0]?.filled;
    expect(first).toBeGreaterThanOrEqual(100);
    expect(first).toBeLessThan(500);
    await ask(
      connection,
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'library migrator' and datname = current_database()",
    );
    await desk.query("commit");
    expect(await ended).toEqual(["0002-spines.sql"]);
    expect(await ask(connection, filled)).toEqual([{ filled: 1000 }]);
  });

  it("builds an index while others write, and builds again what a kill left half built", async () => {
    put("0002-titles.sql", "create unique index concurrently books_title on books (title);");
    await ask(connection, "update books set title = 'Book 2' where id = 1");
    await expect(migrating().ended).rejects.toThrow("0002-titles.sql failed");
    const state = "select indisvalid as whole from pg_index where indexrelid = to_regclass('books_title')";
    expect(await ask(connection, state)).toEqual([{ whole: false }]);
    await ask(connection, "update books set title = 'Book 1' where id = 1");
    const desk = await worker("the desk");
    await desk.query("begin; update books set spine = 'red' where id = 1");
    const { events: own, ended } = migrating();
    await expect.poll(() => own.length, patiently).toBe(1);
    const { events, ended: alsoEnded } = migrating();
    const isWaiting =
      "select from pg_stat_activity where application_name = 'library migrator' and wait_event_type = 'Lock'";
    const other = await worker("another desk");
    await expect.poll(async () => (await other.query(isWaiting)).rows.length, patiently).toBe(1);
    await expect.poll(() => events, patiently).toEqual([{ what: "waits for others" }]);
    // only the one with the lock has been in a transaction for long: the index may have to wait for all of them
    const inTransaction =
      "select query from pg_stat_activity where application_name = 'library migrator' and state = 'idle in transaction'";
    const lock: unknown = expect.stringContaining("pg_try_advisory_xact_lock");
    await expect
      .poll(async () => (await other.query<{ query: string }>(inTransaction)).rows, patiently)
      .toEqual([{ query: lock }]);
    await other.query("update books set spine = 'blue' where id = 2");
    await desk.query("commit");
    expect([await ended, await alsoEnded]).toEqual([["0002-titles.sql"], []]);
    expect(await ask(connection, state)).toEqual([{ whole: true }]);
  });

  it("is only noted where its index was built and the note was lost, and an index goes the same way", async () => {
    put("0002-titles.sql", "create index concurrently books_title on books (title);");
    await migrate(connection, { folder });
    await ask(connection, "delete from schema_migrations where number = 2");
    expect(await migrate(connection, { folder })).toEqual(["0002-titles.sql"]);
    put("0003-no-titles.sql", "drop index concurrently if exists books_title;");
    expect(await migrate(connection, { folder })).toEqual(["0003-no-titles.sql"]);
  });

  it("is done in one transaction with all others in a restore", async () => {
    put("0002-spines.sql", spines);
    put("0003-titles.sql", "create index concurrently books_title on books (title);");
    put("0004-no-titles.sql", "drop index concurrently if exists books_title;");
    connection = await bareDatabase();
    const client = await worker("library backup");
    await client.query("begin");
    await applyAll(client, readMigrations(folder));
    await client.query("commit");
    expect(await ask(connection, "select count(spine)::integer as filled from books")).toEqual([{ filled: 1000 }]);
    expect(await migrate(connection, { folder })).toEqual([]);
  });

  it.each([
    ["create index concurrently books_title on books (title); select 1;", "must be only"],
    ["create index concurrently if not exists books_title on books (title);", "must be only"],
    ["drop index concurrently books_title;", "must be only"],
    ["-- in batches\nupdate books set spine = '';", "must be one statement with $1"],
  ])("is refused where it could not be done again: %s", async (sql, sentence) => {
    put("0002-odd.sql", sql);
    await expect(migrate(connection, { folder })).rejects.toThrow(sentence);
  });
});
