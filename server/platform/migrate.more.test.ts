import { randomUUID } from "node:crypto";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { killChildren, startChild } from "#server/test/child-process.ts";
import { bareDatabase } from "#server/test/database.ts";
import { urlOf } from "#server/test/global-setup.ts";

afterAll(killChildren);

describe("npm run migrate", () => {
  async function command(env: Record<string, string>) {
    const child = startChild("server/migrate.ts", env);
    return { code: await child.exited, said: child.lines, errors: child.errors().trim() };
  }

  it("says what it applied, and then finds nothing to do", async () => {
    const env = { DATABASE_URL: urlOf(await bareDatabase()) };
    expect(await command(env)).toMatchObject({ code: 0, said: ["Applied 0000-schema."] });
    expect(await command(env)).toMatchObject({ code: 0, said: ["The database is up to date already."] });
  });

  it("makes no library where there is none", async () => {
    const place = path.join(os.tmpdir(), `library-${randomUUID()}`);
    expect(await command({ DATA_DIR: place })).toMatchObject({
      code: 1,
      errors: `There is no library in ${place}: set DATA_DIR or DATABASE_URL as for npm start.`,
    });
  });
});
