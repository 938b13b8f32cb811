import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Configuration } from "../configuration.ts";
import type { ConnectionSettings } from "./connection-pool.ts";
import { isLostConnection } from "../errors/database-errors.ts";
import { applicationRole } from "../embedded-postgres/application-role.ts";
import { type EmbeddedOptions, openEmbeddedPostgres } from "../embedded-postgres/embedded-postgres.ts";
import { errorCode } from "../errors/error-code.ts";
import { StartError } from "../errors/start-error.ts";

type Storage = {
  /** For the application. */
  connection: ConnectionSettings;
  /** For migrations, which change what the application may not: the same, where we were given only one. */
  owner: ConnectionSettings;
  stop: () => Promise<void>;
};

/** The database of the settings: that of DATABASE_URL, or else the embedded one. */
export async function openStorage(
  { databaseUrl, dataFolder }: Pick<Configuration, "databaseUrl" | "dataFolder">,
  options?: EmbeddedOptions,
): Promise<Storage> {
  if (databaseUrl === undefined) return openEmbedded(dataFolder, options);
  const connection = { connectionString: databaseUrl };
  await waitForDatabase(connection);
  return { connection, owner: connection, stop: async () => {} };
}

async function openEmbedded(dataFolder: string, options: EmbeddedOptions | undefined): Promise<Storage> {
  const server = await openEmbeddedPostgres(path.join(dataFolder, "postgres"), options);
  const owner = server.connection;
  return { connection: await applicationRole(owner), owner, stop: () => server.stop() };
}

/** A database that starts at the same time may need a while. */
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
        throw new StartError(`The database of DATABASE_URL refuses us: ${reason}.`, { cause: error });
      if (Date.now() > end)
        throw new StartError(`The database of DATABASE_URL does not answer: ${reason}.`, { cause: error });
      await pause(300);
    }
  }
}
