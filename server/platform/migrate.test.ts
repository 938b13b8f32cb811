import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { ask } from "#server/test/ask.ts";
import { bareDatabase, testDatabase } from "#server/test/database.ts";
import type { ConnectionSettings } from "./connection/connection-settings.ts";
import { migrate } from "./migrate.ts";
import { StartError } from "./errors/source-places.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "library-migrations-"));
afterAll(() => fs.rmSync(folder, { recursive: true }));

let connection: ConnectionSettings;

beforeEach(async () => {
  for (const name of fs.readdirSync(folder)) fs.rmSync(path.join(folder, name));
  put("0001-shelves.sql", "create table shelves (id integer); insert into shelves values (1);");
  connection = await bareDatabase();
});

function put(name: string, sql: string) {
  fs.writeFileSync(path.join(folder, name), sql);
}

async function objection(): Promise<string> {
  return migrate(connection, { folder }).then(
    () => "none",
    (error: unknown) => (error instanceof StartError ? error.message : `unexpected: ${String(error)}`),
  );
}

const applied = () => ask(connection, "select name from kysely_migration order by name");

describe("migrate", () => {
  it("creates the schema and reference data in an empty database, and then applies only missing migrations", async () => {
    expect(await migrate(connection, { folder })).toEqual(["0000-schema", "0001-shelves"]);
    expect(await migrate(connection, { folder })).toEqual([]);
    put("0002-loans.sql", "create table loans (id integer);");
    expect(await migrate(connection, { folder })).toEqual(["0002-loans"]);
    expect(await applied()).toEqual([{ name: "0000-schema" }, { name: "0001-shelves" }, { name: "0002-loans" }]);
    const [rows] = await ask(
      connection,
      `select (select count(*)::integer from statuses) as statuses, (select count(*)::integer from subjects) as subjects,
        exists (select from synonym_words where word = 'tabaquismo') as knows_synonyms`,
    );
    expect(rows).toEqual({ statuses: 6, subjects: 11, knows_synonyms: true });
  });

  it("rolls back a failed run and names the migration", async () => {
    put("0002-loans.sql", "create table loans (id integer); insert into nowhere values (1);");
    expect(await objection()).toBe(
      'The migration 0002-loans failed and was rolled back: relation "nowhere" does not exist',
    );
    expect(await ask(connection, "select to_regclass('accounts') as accounts, to_regclass('loans') as loans")).toEqual([
      { accounts: null, loans: null },
    ]);
  });

  it("accepts a database that a newer version extended, and refuses one with diverging migrations", async () => {
    put("0002-loans.sql", "create table loans (id integer);");
    ({ connection } = await testDatabase());
    await migrate(connection, { folder });
    fs.rmSync(path.join(folder, "0002-loans.sql"));
    expect(await objection()).toBe("none");
    put("0002-books.sql", "create table books (id integer);");
    expect(await objection()).toBe(
      "The database belongs to a version that this one does not know: it has the migration 0002-loans.",
    );
  });

  it("refuses a file that is not named like 0001-what-it-does.sql", async () => {
    put("loans.sql", "select 1;");
    expect(await objection()).toBe("The migration loans.sql is not named like 0001-what-it-does.sql.");
  });

  it("lets others work while it waits for a lock", async () => {
    ({ connection } = await testDatabase());
    await migrate(connection, { folder });
    put("0002-rows.sql", "alter table shelves add column rows integer;");
    const reader = new pg.Client(connection);
    await reader.connect();
    try {
      await reader.query("begin; select from shelves");
      const events: string[] = [];
      const ended = migrate(connection, { folder, onEvent: (event) => events.push(event) });
      let updates = 0;
      while (events.length < 2) {
        await ask(connection, "set statement_timeout = 5000; update shelves set id = 2");
        updates += 1;
      }
      expect(updates).toBeGreaterThan(1);
      expect(events[0]).toBe("0002-rows is waiting for a lock");
      await reader.query("commit");
      expect(await ended).toEqual(["0002-rows"]);
    } finally {
      await reader.end();
    }
  });
});
