import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bareDatabase } from "#server/test/database.ts";
import { before, libraryOfLongAgo } from "#server/test/migrations/library-of-long-ago.ts";
import { strainOf } from "#server/test/migrations/strain-of.ts";
import { type Migration, migrationsFolder, readMigrations } from "./read-migrations.ts";

const client = new pg.Client(await bareDatabase());
const migrations = readMigrations(migrationsFolder);
beforeAll(async () => {
  await client.connect();
  await libraryOfLongAgo(client, migrations);
});
afterAll(() => client.end());

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "library-migrations-"));
afterAll(() => fs.rmSync(folder, { recursive: true }));

/** A migration that somebody might write. */
function written(sql: string): Migration {
  fs.writeFileSync(path.join(folder, "0001-example.sql"), sql);
  const [migration] = readMigrations(folder);
  if (!migration) throw new Error("There is no migration.");
  return { ...migration, number: 999 };
}

/** What is wrong with it; nothing of it stays. */
async function complaints(sql: string): Promise<string[]> {
  await client.query("begin");
  try {
    return await strainOf(client, written(sql));
  } finally {
    await client.query("rollback");
  }
}

const filled = (more: string, size = "$2") => `-- in batches
  with batch as (select item_id from items where item_id > $1 order by item_id limit ${size} for no key update),
  changed as (update items set publisher = 'Unknown' from batch where items.item_id = batch.item_id ${more})
  select max(item_id) as last, (select max(item_id) from items) as whole from batch`;

describe("the gate for migrations", () => {
  it.each([
    ["alter table copies alter column copy_number type bigint", "It rewrites copies"],
    ["alter table items add column made timestamptz default clock_timestamp()", "It rewrites items"],
    ["alter table stock_take_scans alter column copy_id type bigint", "It rewrites stock_take_scans"],
    [
      "alter table items add column weight_in_words text generated always as (title || '!') stored",
      "It rewrites items",
    ],
    ["alter table items add check (title <> 'Nothing')", "It reads all of items while others wait for items"],
    [
      "alter table items alter column extent drop not null; alter table items alter column extent set not null",
      "It reads all of items",
    ],
    ["alter table mails add foreign key (mail_id) references accounts (user_id)", "It reads all of"],
    ["create index on items (publisher)", "It reads all of items while others wait for items"],
    ["alter table items add unique (item_id, title)", "It reads all of items while others wait for items"],
    ["update items set publisher = 'Unknown'", "It changes 1000 of 1000 rows of items at once"],
    ["update items set publisher = 'Unknown' where item_id > 0", "It changes 1000 of 1000 rows of items at once"],
    ["update cases set note = '' where note = 'unknown'", "It reads all of cases to change rows"],
    [
      "alter table items add column pages integer; select count(*) from copies",
      "It reads all of copies while others wait for items",
    ],
    [
      "alter table items add column pages integer; alter table copies add column pages integer",
      "It stops copies and items",
    ],
    ["alter table items drop column extent", "It takes away items.extent"],
    ["-- needs 0999\nalter table items drop column extent", "It takes away items.extent"],
    ["drop function copies_named(text)", "It takes away copies_named(text)"],
    ["alter table news add column place integer not null", "does not know news.place"],
    [filled("and publisher <> 'Unknown'", "($2 + 20)"), "A step of 10 changes 30 rows of items"],
    [filled(""), "Begun again after a kill it changes 1000 rows of items again"],
    [filled("and exists (select from mails where subject = title)"), "A step reads all of mails"],
  ])("refuses: %s", async (sql, sentence) => {
    const said = await complaints(sql).catch((error: unknown) => [String(error)]);
    expect(said.join("\n")).toContain(sentence);
  });

  it.each([
    "alter table items add column pages integer",
    "alter table items add column pages integer not null default 0",
    "alter table items add column pages integer, add constraint pages check (pages > 0) not valid",
    "create table pages (item_id integer primary key references items on delete cascade, count integer not null)",
    "create table pages (item_id integer); insert into pages select item_id from items; create index on pages (item_id)",
    "alter table items add constraint pages check (title <> 'Nothing') not valid",
    "alter table copies add foreign key (item_id) references items not valid",
    "create index concurrently items_publisher on items (publisher)",
    "update items set publisher = 'Unknown' where item_id = 7",
    "update subjects set also_called = 'illness' where also_called = ''",
    "create or replace function lexemes_of(text) returns text[] language sql stable as $$ select array[$1] $$",
    "-- needs 0073\nalter table items drop column extent",
    filled("and publisher <> 'Unknown'"),
  ])("lets pass: %s", async (sql) => {
    expect(await complaints(sql)).toEqual([]);
  });

  it("lets a constraint be validated in a file of its own", async () => {
    await client.query("alter table items add constraint pages check (title <> 'Nothing') not valid");
    expect(await complaints("alter table items validate constraint pages")).toEqual([]);
    expect(await complaints("alter table items validate constraint pages, add column pages integer")).not.toEqual([]);
    await client.query("alter table items drop constraint pages");
  });

  it("lets a column be required where a valid constraint says so already", async () => {
    await client.query("alter table items add constraint titled check (attachment_alt is not null)");
    await client.query("alter table items alter column attachment_alt drop not null");
    expect(await complaints("alter table items alter column attachment_alt set not null")).toEqual([]);
    await client.query("alter table items alter column attachment_alt set not null, drop constraint titled");
  });

  it(`finds nothing wrong with the migrations after number ${before}`, async () => {
    expect(migrations.length).toBeGreaterThanOrEqual(before);
    const wrong: string[] = [];
    for (const migration of migrations.slice(before)) {
      await client.query("begin");
      wrong.push(...(await strainOf(client, migration)).map((sentence) => `${migration.name}: ${sentence}`));
      await client.query("commit");
    }
    expect(wrong).toEqual([]);
  });
});
