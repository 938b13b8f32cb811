import pg from "pg";
import type { ConnectionSettings } from "#server/platform/connection/connection-settings.ts";

/** Runs one statement on its own connection, outside of any transaction, and returns its rows. */
export async function ask(connection: ConnectionSettings, statement: string): Promise<unknown[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement);
    return rows;
  } finally {
    await client.end();
  }
}
