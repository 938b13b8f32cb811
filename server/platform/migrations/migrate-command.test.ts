import { randomUUID } from "node:crypto";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { ask } from "#server/test/ask.ts";
import { killChildren, startChild } from "#server/test/child-process.ts";
import { bareDatabase } from "#server/test/database.ts";
import { urlOf } from "#server/test/global-setup.ts";
import { migrationsFolder, readMigrations } from "./read-migrations.ts";

afterAll(killChildren);

const migrations = readMigrations(migrationsFolder);
const last = migrations.at(-1)?.name ?? "";

async function command(env: Record<string, string>) {
  const child = startChild("server/migrate.ts", env);
  return { code: await child.exited, said: child.lines, errors: child.errors() };
}

it("npm run migrate says which, since when and how far, ends, and then finds nothing to do", async () => {
  const connection = await bareDatabase();
  const env = { DATABASE_URL: urlOf(connection) };
  const { code, said } = await command(env);
  expect(code).toBe(0);
  const all = migrations.length;
  expect(said[0]).toMatch(new RegExp(`^0001-accounts\\.sql \\(1 of ${all}\\) begins at 20.*Z\\.$`));
  expect(said.at(-2)).toMatch(new RegExp(`^${last} \\(${all} of ${all}\\) is done after \\d+\\.\\d s\\.$`));
  expect(said.at(-1)).toMatch(`The database is up to date, with ${last}: ${all} applied in `);
  expect((await command(env)).said).toEqual([
    `There is nothing to do: the database has every migration up to ${last}.`,
  ]);
  await ask(connection, "update schema_migrations set checksum = 'another' where number = 7");
  const refused = await command(env);
  expect([refused.code, refused.errors]).toEqual([1, expect.stringContaining("was changed after it had been applied")]);
});

it("npm run migrate makes no library where there is none", async () => {
  const folder = path.join(os.tmpdir(), `library-${randomUUID()}`);
  const { code, errors } = await command({ DATA_DIR: folder });
  expect([code, errors.trim()]).toEqual([
    1,
    `There is no library in ${folder}: set DATA_DIR or DATABASE_URL as for npm start.`,
  ]);
});
