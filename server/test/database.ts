import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import type { ConnectionSettings } from "#server/platform/connection/connection-settings.ts";
import { type Database, openDatabase } from "#server/platform/database.ts";
import { ask } from "./ask.ts";
import { atTheEnd } from "./ends/at-the-end.ts";
import { inDatabase } from "./global-setup.ts";

/** A database of a test, or of a test file. */
export type TestDatabase = { db: Database; connection: ConnectionSettings };

/** Creates a migrated, empty database, and drops it at the end of the test or test file. */
export async function testDatabase({ poolSize = 10 } = {}): Promise<TestDatabase> {
  const connection = await databaseCopiedFrom(inject("templateDatabase"));
  const db = openDatabase({ connection, poolSize });
  atTheEnd(() => db.destroy());
  return { db, connection };
}

/** Creates a database without tables, for tests of migrations. */
export async function bareDatabase(): Promise<ConnectionSettings> {
  return databaseCopiedFrom("template0");
}

async function databaseCopiedFrom(template: string): Promise<ConnectionSettings> {
  const server = inject("testServer");
  const name = `library_test_${randomBytes(6).toString("hex")}`;
  await ask(server, `create database ${name} template ${template}`);
  atTheEnd(() => ask(server, `drop database if exists ${name} with (force)`));
  return inDatabase(server, name);
}
