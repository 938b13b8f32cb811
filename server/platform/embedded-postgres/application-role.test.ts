import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { ask } from "#server/test/ask.ts";
import { openStorage } from "#server/platform/connection/open-storage.ts";
import { migrate } from "#server/platform/migrate.ts";
import { openEmbeddedPostgres } from "./embedded-postgres.ts";

const dataFolder = fs.mkdtempSync(path.join(os.tmpdir(), "library-role-"));
fs.chmodSync(dataFolder, 0o755); // the server may run as another user
afterAll(() => fs.rmSync(dataFolder, { recursive: true, force: true }));

const settings = { fsync: "off" };
const open = () => openStorage({ databaseUrl: undefined, dataFolder }, { settings });

describe("the application's role in an older data folder", () => {
  it("can read and write existing rows and tables of later migrations", { timeout: 60_000 }, async () => {
    const olderServer = await openEmbeddedPostgres(path.join(dataFolder, "postgres"), { settings });
    await migrate(olderServer.connection);
    await ask(
      olderServer.connection,
      "insert into news (title, content) values ('Kept', 'from before the role existed')",
    );
    await olderServer.stop();

    const { connection, owner, stop } = await open();
    expect(await migrate(owner)).toEqual([]);
    expect(await ask(connection, "update news set content = 'and changed' returning title, content")).toEqual([
      { title: "Kept", content: "and changed" },
    ]);
    await ask(owner, "create table later (id integer generated always as identity, n integer)");
    expect(await ask(connection, "insert into later (n) values (1) returning id")).toEqual([{ id: 1 }]);
    await stop();
  });

  it("cannot change tables, roles, or files, or start programs", { timeout: 60_000 }, async () => {
    const { connection, stop } = await open();
    const is = "rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls";
    expect(await ask(connection, `select ${is} as more from pg_roles where rolname = current_user`)).toEqual([
      { more: false },
    ]);
    for (const statement of [
      "drop table news",
      "alter table items disable trigger all",
      "create table own (n integer)",
      "create role another superuser",
      "set role library",
      "set session authorization library",
      "set session_replication_role = replica",
      "alter system set fsync = off",
      "copy news to '/tmp/news'",
      "copy news from program 'id'",
      "select pg_read_file('/etc/passwd')",
    ])
      await expect(ask(connection, statement), statement).rejects.toBeInstanceOf(pg.DatabaseError);
    await stop();
  });
});
