import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { startChild } from "#server/test/child-process.ts";
import { ask } from "#server/test/ask.ts";
import { bareDatabase } from "#server/test/database.ts";
import type { ConnectionSettings } from "./connection/connection-pool.ts";
import { migrate } from "./migrate.ts";
import type { MigrationEvent } from "./migrations/events.ts";
import { StartError } from "./errors/start-error.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "library-migrations-"));
afterAll(() => fs.rmSync(folder, { recursive: true }));

let connection: ConnectionSettings;

beforeEach(async () => {
  for (const name of fs.readdirSync(folder)) fs.rmSync(path.join(folder, name));
  put("0001-shelves.sql", "create table shelves (id integer);\ninsert into shelves values (1);\n");
  put("0002-books.sql", "create table books (id integer); select pg_sleep(0.2);");
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

describe("the migrator", () => {
  it("applies what is missing, in order, and then finds nothing to do", async () => {
    expect(await migrate(connection, { folder })).toEqual(["0001-shelves.sql", "0002-books.sql"]);
    expect(await migrate(connection, { folder })).toEqual([]);
    put("0003-loans.sql", "create table loans (id integer);");
    expect(await migrate(connection, { folder })).toEqual(["0003-loans.sql"]);
    expect(await ask(connection, "select number, name from schema_migrations order by number")).toEqual([
      { number: 1, name: "0001-shelves.sql" },
      { number: 2, name: "0002-books.sql" },
      { number: 3, name: "0003-loans.sql" },
    ]);
  });

  it("lets one of four processes work and the other three find nothing to do", async () => {
    put("0003-indexed.sql", "create index concurrently shelves_id on shelves (id);"); // waits for all who are at work
    const env = { CONNECTION: JSON.stringify(connection), FOLDER: folder };
    const children = Array.from({ length: 4 }, () => startChild("server/test/children/migrating.ts", env));
    await Promise.all(children.map((child) => child.line(/^ready/)));
    for (const child of children) child.send("go");
    const answers = await Promise.all(children.map((child) => child.line(/^applied/)));
    expect(answers.toSorted()).toEqual([
      'applied ["0001-shelves.sql","0002-books.sql","0003-indexed.sql"]',
      "applied []",
      "applied []",
      "applied []",
    ]);
    expect(await Promise.all(children.map((child) => child.exited))).toEqual([0, 0, 0, 0]);
    expect(await ask(connection, "select count(*)::int as count from shelves")).toEqual([{ count: 1 }]);
  });

  it("keeps nothing of a file that fails, and all of the files before it", async () => {
    put("0003-loans.sql", "create table loans (id integer); insert into nowhere values (1);");
    expect(await objection()).toBe(
      'The migration 0003-loans.sql failed, and nothing of it was kept: relation "nowhere" does not exist',
    );
    expect(
      await ask(
        connection,
        "select to_regclass('books') is not null as books, to_regclass('loans') is not null as loans",
      ),
    ).toEqual([{ books: true, loans: false }]);
    put("0003-loans.sql", "create table loans (id integer);");
    expect(await migrate(connection, { folder })).toEqual(["0003-loans.sql"]);
  });

  it("stops at an applied file that was changed, by name", async () => {
    await migrate(connection, { folder });
    put("0001-shelves.sql", "create table shelves (id bigint);");
    expect(await objection()).toBe(
      "The migration 0001-shelves.sql was changed after it had been applied: restore it, and write the change as a new file.",
    );
  });

  it("ignores the line endings that Git writes on Windows", async () => {
    await migrate(connection, { folder });
    put("0001-shelves.sql", "create table shelves (id integer);\r\ninsert into shelves values (1);\r\n");
    expect(await migrate(connection, { folder })).toEqual([]);
  });

  it("stops at a gap, at a number given twice, and at a name without one", async () => {
    put("0004-loans.sql", "select 1;");
    expect(await objection()).toBe("The migration 0004-loans.sql leaves a gap: number 3 is missing.");
    fs.rmSync(path.join(folder, "0004-loans.sql"));
    put("0002-loans.sql", "select 1;");
    expect(await objection()).toBe("The migration 0002-loans.sql has a number that is taken.");
    fs.rmSync(path.join(folder, "0002-loans.sql"));
    put("loans.sql", "select 1;");
    expect(await objection()).toBe("The migration loans.sql is not named like 0001-what-it-does.sql.");
    expect(await ask(connection, "select to_regclass('schema_migrations') as made")).toEqual([{ made: null }]);
  });

  it("works with what a newer version added, and not with what it took away since", async () => {
    put("0003-loans.sql", "create table loans (id integer);");
    await migrate(connection, { folder });
    fs.rmSync(path.join(folder, "0003-loans.sql"));
    expect(await objection()).toBe("none");
    put("0003-loans.sql", "create table loans (id integer);");
    put("0004-no-books.sql", "-- needs 0003\ndrop table books;");
    await migrate(connection, { folder });
    fs.rmSync(path.join(folder, "0004-no-books.sql"));
    expect(await objection()).toBe("none");
    fs.rmSync(path.join(folder, "0003-loans.sql"));
    expect(await objection()).toBe(
      "The database was made by a newer version: it has the migration 0004-no-books.sql, with which this version cannot work.",
    );
  });

  it("goes on with a database of a version that did not note what a migration needs", async () => {
    await migrate(connection, { folder });
    await ask(connection, "alter table schema_migrations drop column needs");
    expect(await objection()).toBe("none");
    put("0003-loans.sql", "create table loans (id integer);");
    expect(await migrate(connection, { folder })).toEqual(["0003-loans.sql"]);
  });

  it("says which migration begins, of how many, since when, and which is done", async () => {
    const events: MigrationEvent[] = [];
    await migrate(connection, { folder, onEvent: (event) => events.push(event) });
    const since: unknown = expect.stringMatching(/^\d{4}-.*Z$/);
    expect(events).toEqual([
      { what: "begins", migration: "0001-shelves.sql", place: "1 of 2", since },
      { what: "done", migration: "0001-shelves.sql", place: "1 of 2", since },
      { what: "begins", migration: "0002-books.sql", place: "2 of 2", since },
      { what: "done", migration: "0002-books.sql", place: "2 of 2", since },
    ]);
  });
});
