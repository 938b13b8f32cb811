import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { ConnectionSettings } from "./connection/connection-pool.ts";
import { advisoryLocks } from "./backup/locks.ts";
import { isLostConnection } from "./database-errors.ts";
import { projectRoot } from "./project-root.ts";
import { StartError } from "./start-error.ts";

export type Migration = { number: number; name: string; checksum: string; sql: string };
type Applied = Omit<Migration, "sql">;

export const migrationsFolder = path.join(projectRoot, "db/migrations");

type Options = {
  folder?: string;
  /** Called before each file, with its place among those to apply: "2 of 5". */
  onBegin?: (name: string, place: string) => void;
};

/**
 * Migrates the database to the newest numbered file in `folder`, each file in its own transaction. Several processes
 * may run it at once: one works, the others wait. Returns the names of the applied files.
 */
export async function migrate(
  connection: ConnectionSettings,
  { folder = migrationsFolder, onBegin = () => {} }: Options = {},
): Promise<string[]> {
  const migrations = readMigrations(folder);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await migrateUnderLock(connection, migrations, onBegin);
    } catch (error) {
      // An embedded server whose owner was just killed may go away and come back.
      if (!isLostConnection(error) || attempt === 50) throw error;
      await pause(200);
    }
  }
}

function migrateUnderLock(
  connection: ConnectionSettings,
  migrations: Migration[],
  onBegin: Required<Options>["onBegin"],
): Promise<string[]> {
  return withClient(connection, (gate) =>
    withClient(connection, async (client) => {
      // A transaction-level lock, not a session lock, so that it also works through a transaction-mode pooler.
      await gate.query("begin; set local idle_in_transaction_session_timeout = 0");
      await gate.query(`select pg_advisory_xact_lock(${advisoryLocks.schema})`);
      const names = await applyMissing(client, migrations, onBegin);
      await gate.query("commit");
      return names;
    }),
  );
}

async function applyMissing(client: pg.Client, migrations: Migration[], onBegin: Required<Options>["onBegin"]) {
  await client.query(listOfApplied);
  const { rows } = await client.query<Applied>("select number, name, checksum from schema_migrations order by number");
  for (const applied of rows) checkUnchanged(applied, migrations);
  const missing = migrations.filter((migration) => !rows.some((applied) => applied.number === migration.number));
  for (const [place, migration] of missing.entries()) {
    onBegin(migration.name, `${place + 1} of ${missing.length}`);
    await apply(client, migration);
  }
  return missing.map((migration) => migration.name);
}

const listOfApplied =
  "create table if not exists schema_migrations (number integer primary key, name text not null, " +
  "checksum text not null, applied_at timestamptz not null default now())";

/** Applies these migrations in the client's own transaction. */
export async function applyAll(client: pg.Client, migrations: readonly Migration[]): Promise<void> {
  await client.query(listOfApplied);
  for (const { number, name, checksum, sql } of migrations) {
    await client.query(noteApplied, [number, name, checksum]);
    await client.query(sql);
    await client.query("discard temp"); // each counts on a transaction of its own, with which such tables go
  }
}

const noteApplied = "insert into schema_migrations (number, name, checksum) values ($1, $2, $3)";

function checkUnchanged(applied: Applied, migrations: Migration[]) {
  const file = migrations.find((migration) => migration.number === applied.number);
  if (file === undefined) {
    throw new StartError(
      `The database was made by a newer version: it has the migration ${applied.name}, which this version does not know.`,
    );
  }
  if (file.checksum !== applied.checksum) {
    throw new StartError(
      `The migration ${file.name} was changed after it had been applied` +
        (file.name === applied.name ? "" : ` (as ${applied.name})`) +
        ": restore it, and write the change as a new file.",
    );
  }
}

async function apply(client: pg.Client, { number, name, checksum, sql }: Migration) {
  try {
    await client.query("begin; set local statement_timeout = 0; set local lock_timeout = 0");
    await client.query(noteApplied, [number, name, checksum]);
    await client.query(sql);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => {});
    if (isLostConnection(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`The migration ${name} failed, and nothing of it was kept: ${reason}`, { cause: error });
  }
}

/** All migrations, in their order. Throws StartError where a file is not named like one. */
export function readMigrations(folder: string): Migration[] {
  const names = fs
    .readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .toSorted();
  return names.map((name, index) => {
    const number = Number(/^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1] ?? Number.NaN);
    if (Number.isNaN(number)) throw new StartError(`The migration ${name} is not named like 0001-what-it-does.sql.`);
    if (number !== index + 1) {
      const kind = number <= index ? "has a number that is taken" : `leaves a gap: number ${index + 1} is missing`;
      throw new StartError(`The migration ${name} ${kind}.`);
    }
    // Git may have changed the line endings on Windows.
    const sql = fs.readFileSync(path.join(folder, name), "utf8").replaceAll("\r\n", "\n");
    return { number, name, checksum: createHash("sha256").update(sql).digest("hex"), sql };
  });
}

async function withClient<T>(connection: ConnectionSettings, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...connection, application_name: "library migrator" });
  client.on("error", () => {}); // the waiting query fails as well
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end().catch(() => {});
  }
}
