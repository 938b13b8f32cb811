import { randomBytes } from "node:crypto";
import { afterAll, inject } from "vitest";
import type { ConnectionSettings } from "#server/platform/connection/connection-pool.ts";
import { type Database, openDatabase } from "#server/platform/database.ts";
import { ask } from "./ask.ts";
import { inDatabase } from "./global-setup.ts";

/** A test file's own database. */
export type TestDatabase = { db: Database; connection: ConnectionSettings };

/** Gives the test file a migrated, empty database, and drops it after its last test. Await it at the top level. */
export async function testDatabase({ poolSize = 10 } = {}): Promise<TestDatabase> {
  const connection = await databaseCopiedFrom(inject("templateDatabase"));
  const db = openDatabase({ connection, poolSize });
  afterAll(() => db.destroy());
  return { db, connection };
}

/** A database without tables, for tests of migrations. */
export async function bareDatabase(): Promise<ConnectionSettings> {
  return databaseCopiedFrom("template0");
}

const made: string[] = [];
// Registered before the test file's own hooks, so that it runs after them.
afterAll(async () => {
  for (const name of made) await ask(inject("testServer"), `drop database if exists ${name} with (force)`);
});

async function databaseCopiedFrom(template: string): Promise<ConnectionSettings> {
  const server = inject("testServer");
  const name = `library_test_${randomBytes(6).toString("hex")}`;
  await ask(server, `create database ${name} template ${template}`);
  made.push(name);
  return inDatabase(server, name);
}
