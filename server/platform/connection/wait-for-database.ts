import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { ConnectionSettings } from "./connection-pool.ts";
import { isLostConnection } from "#server/platform/database-errors.ts";
import { StartError } from "#server/platform/start-error.ts";

/** Waits until the database accepts connections: a server that starts at the same time may need a while. */
export async function waitForDatabase(connection: ConnectionSettings, patience = 30_000): Promise<void> {
  const end = Date.now() + patience;
  for (;;) {
    const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5000 });
    client.on("error", () => {});
    try {
      await client.connect();
      return await client.end();
    } catch (error) {
      const reason =
        error instanceof Error ? error.message || ("code" in error ? String(error.code) : error.name) : String(error);
      if (!isLostConnection(error))
        throw new StartError(`The database of DATABASE_URL refuses us: ${reason}.`, { cause: error });
      if (Date.now() > end)
        throw new StartError(`The database of DATABASE_URL does not answer: ${reason}.`, { cause: error });
      await pause(300);
    }
  }
}
