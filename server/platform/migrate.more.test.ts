import { randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { killChildren, startChild } from "#server/test/child-process.ts";
import { ask } from "#server/test/ask.ts";
import { bareDatabase } from "#server/test/database.ts";
import { urlOf } from "#server/test/global-setup.ts";

afterAll(killChildren);

it("of four processes that start at once, one migrates and the others find nothing to do", async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "library-migrations-"));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  fs.writeFileSync(
    path.join(folder, "0001-shelves.sql"),
    "create table shelves (id integer); insert into shelves values (1);",
  );
  const connection = await bareDatabase();
  const env = { CONNECTION: JSON.stringify(connection), FOLDER: folder };
  const children = Array.from({ length: 4 }, () => startChild("server/test/children/migrating.ts", env));
  await Promise.all(children.map((child) => child.line(/^ready/)));
  for (const child of children) child.send("go");
  const answers = await Promise.all(children.map((child) => child.line(/^applied/)));
  expect(answers.toSorted()).toEqual([
    'applied ["0000-schema","0001-shelves"]',
    "applied []",
    "applied []",
    "applied []",
  ]);
  expect(await Promise.all(children.map((child) => child.exited))).toEqual([0, 0, 0, 0]);
  expect(await ask(connection, "select count(*)::int as count from shelves")).toEqual([{ count: 1 }]);
});

describe("npm run migrate", () => {
  async function command(env: Record<string, string>) {
    const child = startChild("server/migrate.ts", env);
    return { code: await child.exited, output: child.lines, errors: child.errors().trim() };
  }

  it("lists what it applied, and then finds nothing to do", async () => {
    const env = { DATABASE_URL: urlOf(await bareDatabase()) };
    expect(await command(env)).toMatchObject({ code: 0, output: ["Applied 0000-schema."] });
    expect(await command(env)).toMatchObject({ code: 0, output: ["The database is already up to date."] });
  });

  it("creates no library where there is none", async () => {
    const dataFolder = path.join(os.tmpdir(), `library-${randomUUID()}`);
    expect(await command({ DATA_DIR: dataFolder })).toMatchObject({
      code: 1,
      errors: `There is no library in ${dataFolder}: set DATA_DIR or DATABASE_URL as you do for npm start.`,
    });
  });
});
