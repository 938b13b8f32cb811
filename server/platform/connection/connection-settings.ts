import { secretIn } from "../environment/given-settings.ts";
import { isWrongPassword } from "../errors/database-errors.ts";
import type { EmbeddedConnection } from "../embedded-postgres/embedded-postgres.ts";

/** A database URL, with the file that it comes from if it can change, or the connection details of the embedded server. */
export type ConnectionSettings = { connectionString: string; file?: string } | EmbeddedConnection;

/** Reads the database's URL again after the server refused its password, in case its file has a newer one. */
export function rereadAddress(connection: ConnectionSettings, error: unknown): void {
  if (!("file" in connection) || connection.file === undefined || !isWrongPassword(error)) return;
  try {
    const url = secretIn("DATABASE_URL", connection.file);
    if (URL.canParse(url)) connection.connectionString = url;
  } catch {
    // the file is being replaced: the next refusal reads it again
  }
}
