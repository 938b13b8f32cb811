import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import * as z from "zod";
import type { ConnectionSettings } from "#server/platform/connection/connection-settings.ts";
import { openEmbeddedPostgres } from "#server/platform/embedded-postgres/embedded-postgres.ts";
import { isAlive } from "#server/platform/embedded-postgres/processes.ts";
import { openDatabase } from "#server/platform/database.ts";
import { migrate } from "#server/platform/migrate.ts";
import { prepareSecretKey } from "#server/platform/secret-key/seal.ts";
import { ask } from "./ask.ts";
import { testConfiguration } from "./secret-key.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The test server's URL without a database name. */
    testServer: ConnectionSettings;
    templateDatabase: string;
  }
}

/** Starts one server for the whole run, with the migrated template database that test files copy. */
export async function setup(project: TestProject) {
  const server = await startServer();
  const templateDatabase = `library_template_${process.pid}`;
  await ask(server.connection, `create database ${templateDatabase} encoding 'UTF8' template template0`);
  await migrate(inDatabase(server.connection, templateDatabase));
  const db = openDatabase({ connection: inDatabase(server.connection, templateDatabase), poolSize: 1 });
  await prepareSecretKey(db, testConfiguration().secretKey, new Date());
  await db.destroy();
  project.provide("testServer", server.connection);
  project.provide("templateDatabase", templateDatabase);
  return async () => {
    await ask(server.connection, `drop database if exists ${templateDatabase} with (force)`);
    await server.stop();
  };
}

/** Returns the connection to another database of the same server. */
export function inDatabase(connection: ConnectionSettings, database: string): ConnectionSettings {
  if (!("connectionString" in connection)) return { ...connection, database };
  const url = new URL(connection.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}

/** Returns a connection as a URL, for a separate process. */
export function urlOf(connection: ConnectionSettings): string {
  if ("connectionString" in connection) return connection.connectionString;
  const { host, port, user, password = "", database } = connection;
  return `postgres://${user}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}

async function startServer(): Promise<{ connection: ConnectionSettings; stop(): Promise<void> }> {
  const url = process.env.TEST_DATABASE_URL;
  if (url !== undefined && url !== "") return { connection: { connectionString: url }, stop: async () => {} };
  const prefix = path.join(os.tmpdir(), "library-test-");
  removeFoldersOfKilledRuns(prefix);
  const folder = `${prefix}${process.pid}`;
  // Nothing here outlives the run, so nothing needs to survive a power failure.
  const settings = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "200" };
  const server = await openEmbeddedPostgres(folder, { settings });
  await askForPasswords(server.connection);
  return {
    connection: server.connection,
    stop: async () => {
      await server.stop();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Members of this role log in with a password; other roles of the test server need none. */
export const needsPassword = "needs_password";

async function askForPasswords(connection: ConnectionSettings) {
  await ask(connection, `create role ${needsPassword}`);
  const [row] = z.array(z.object({ hba_file: z.string() })).parse(await ask(connection, "show hba_file"));
  if (!row) throw new Error("no pg_hba.conf");
  fs.writeFileSync(row.hba_file, `local all +${needsPassword} scram-sha-256\nlocal all all trust\n`);
  await ask(connection, "select pg_reload_conf()");
}

function removeFoldersOfKilledRuns(prefix: string) {
  for (const name of fs.readdirSync(path.dirname(prefix))) {
    const pid = Number(name.startsWith(path.basename(prefix)) ? name.slice(path.basename(prefix).length) : Number.NaN);
    if (pid > 0 && !isAlive(pid)) fs.rmSync(path.join(path.dirname(prefix), name), { recursive: true, force: true });
  }
}
