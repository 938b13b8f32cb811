import { existsSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Configuration } from "../configuration.ts";
import type { ConnectionSettings } from "./connection-settings.ts";
import { isLostConnection } from "../errors/database-errors.ts";
import {
  type EmbeddedConnection,
  type EmbeddedOptions,
  openEmbeddedPostgres,
} from "../embedded-postgres/embedded-postgres.ts";
import { errorCode } from "../errors/error-code.ts";
import { createHmac } from "node:crypto";
import { StartError } from "../errors/source-places.ts";

type Storage = {
  /** For the application, which may only read and write rows. */
  connection: ConnectionSettings;
  /** For migrations; the same as `connection` for an external database. */
  owner: ConnectionSettings;
  stop: () => Promise<void>;
};

type StorageSettings = Pick<Configuration, "databaseUrl" | "dataFolder"> &
  Partial<Pick<Configuration, "databaseUrlFile">>;

/** Throws StartError if there is no library in DATA_DIR, because opening the storage would create one. */
export function requireLibrary({ databaseUrl, dataFolder }: StorageSettings): void {
  if (databaseUrl !== undefined || existsSync(path.join(dataFolder, "postgres"))) return;
  throw new StartError(`There is no library in ${dataFolder}: set DATA_DIR or DATABASE_URL as you do for npm start.`);
}

/** Opens the database of DATABASE_URL, or else the embedded one. */
export async function openStorage(
  { databaseUrl, databaseUrlFile: file, dataFolder }: StorageSettings,
  options?: EmbeddedOptions,
): Promise<Storage> {
  if (databaseUrl === undefined) return openEmbedded(dataFolder, options);
  const connection = { connectionString: databaseUrl, ...(file !== undefined && { file }) };
  await waitForDatabase(connection);
  return { connection, owner: connection, stop: async () => {} };
}

async function openEmbedded(dataFolder: string, options: EmbeddedOptions | undefined): Promise<Storage> {
  const server = await openEmbeddedPostgres(path.join(dataFolder, "postgres"), options);
  const owner = server.connection;
  return { connection: await applicationRole(owner), owner, stop: () => server.stop() };
}

/** Waits up to 30 seconds, because the database may be starting, too. */
async function waitForDatabase(connection: ConnectionSettings): Promise<void> {
  const end = Date.now() + 30_000;
  for (;;) {
    const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5000 });
    client.on("error", () => {});
    try {
      await client.connect();
      return await client.end();
    } catch (error) {
      const reason = error instanceof Error ? error.message || (errorCode(error) ?? error.name) : String(error);
      if (!isLostConnection(error))
        throw new StartError(`The database in DATABASE_URL refused the connection: ${reason}.`, { cause: error });
      if (Date.now() > end)
        throw new StartError(`The database in DATABASE_URL does not answer: ${reason}.`, { cause: error });
      await pause(300);
    }
  }
}

const role = "application";

/**
 * Returns a connection for the application's role, which can only read and write rows. Each start creates the role or adds
 * missing rights, because older data folders have none.
 */
async function applicationRole(owner: EmbeddedConnection): Promise<EmbeddedConnection> {
  const connection = {
    ...owner,
    user: role,
    ...(owner.password !== undefined && { password: ownPassword(owner.password) }),
  };
  const client = new pg.Client({ ...owner, application_name: "library roles" });
  client.on("error", () => {}); // the pending query fails as well
  await client.connect();
  try {
    await client.query(`begin; select pg_advisory_xact_lock(716253414)`); // two processes may start at once
    const { rows } = await client.query("select from pg_roles where rolname = $1", [role]);
    if (rows.length === 0) await client.query(`create role ${role}`);
    const secret = connection.password === undefined ? "null" : pg.escapeLiteral(connection.password);
    await client.query(`
      alter role ${role} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password ${secret};
      grant usage on schema public to ${role};
      grant select, insert, update, delete on all tables in schema public to ${role};
      grant usage, select on all sequences in schema public to ${role};
      alter default privileges in schema public grant select, insert, update, delete on tables to ${role};
      alter default privileges in schema public grant usage, select on sequences to ${role};
      commit`);
  } finally {
    await client.end().catch(() => {});
  }
  return connection;
}

/** Derives the role's password, which does not reveal the owner's. */
const ownPassword = (ownerPassword: string) => createHmac("sha256", ownerPassword).update(role).digest("base64url");
