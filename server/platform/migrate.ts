import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parse } from "csv-parse/sync";
import { Kysely, type Migration as KyselyMigration, Migrator, PostgresDialect, sql } from "kysely";
import pg from "pg";
import { beginExclusive } from "./backup/locks.ts";
import type { ConnectionSettings } from "./connection/connection-settings.ts";
import { isLostConnection } from "./errors/database-errors.ts";
import { errorCode } from "./errors/error-code.ts";
import { projectRoot } from "./project-root.ts";
import { StartError } from "./errors/source-places.ts";

/** In order of creation: each refers only to those before it. */
const nouns = ["people", "titles", "stock", "orders", "desk", "waitlist", "site", "imports", "system"];

export type Migration = {
  name: string;
  sql: string;
  data: string;
  checksum: string;
};

export const migrationsFolder = path.join(projectRoot, "db/migrations");

/** Returns the schema of the first release, followed by the files in `folder` by name. */
export function readMigrations(folder = migrationsFolder): Migration[] {
  const names = fs.readdirSync(folder).filter((name) => name.endsWith(".sql"));
  return [
    migration(
      "0000-schema",
      // functions may refer to tables that come later
      ["set local check_function_bodies = off;", ...nouns.map((noun) => read(`db/schema/${noun}.sql`))].join("\n"),
      [read("db/reference-data.sql"), synonyms()].join("\n"),
    ),
    ...names.toSorted().map((name) => {
      if (!/^\d{4}-[a-z0-9-]+\.sql$/.test(name) || name < "0001")
        throw new StartError(`The migration ${name} is not named like 0001-what-it-does.sql.`);
      return migration(path.basename(name, ".sql"), read(path.join(folder, name)), "");
    }),
  ];
}

const migration = (name: string, text: string, data: string): Migration => ({
  name,
  sql: text,
  data,
  checksum: createHash("sha256").update(text).digest("hex"),
});

/** Reads a file whose line endings Git may have changed on Windows. */
const read = (file: string) => fs.readFileSync(path.resolve(projectRoot, file), "utf8").replaceAll("\r\n", "\n");

function synonyms(): string {
  const rows = JSON.stringify(parse(read("db/synonyms.csv"), { columns: true }));
  return `insert into synonym_groups (words, also_typed, broader)
    select * from json_to_recordset(${pg.escapeLiteral(rows)}) as entries (words text, also_typed text, broader text);`;
}

type Options = { folder?: string; onEvent?: (event: string) => void };

/**
 * Creates the schema in an empty database and applies missing migrations; returns their names. When several processes call
 * it at once, the others wait.
 */
export async function migrate(connection: ConnectionSettings, options: Options = {}): Promise<string[]> {
  const { folder, onEvent = () => {} } = options;
  const migrations = readMigrations(folder);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await migrateExclusively(connection, migrations, onEvent);
    } catch (error) {
      // an embedded server whose owner was just killed may restart
      if (!isLostConnection(error) || attempt === 50) throw error;
      await pause(200);
    }
  }
}

/** Holds a lock that, unlike Kysely's own, backup restores also take. */
async function migrateExclusively(
  connection: ConnectionSettings,
  migrations: Migration[],
  report: (event: string) => void,
) {
  const lockClient = new pg.Client({ ...connection, application_name: "library migrator" });
  lockClient.on("error", () => {}); // the pending query fails as well
  await lockClient.connect();
  try {
    const unlimited = "set local idle_in_transaction_session_timeout = 0";
    await beginExclusive(lockClient, unlimited, () => report("another process is migrating the database"));
    const names = await missingOf(lockClient, migrations);
    if (names.length > 0) await applyMissing(connection, migrations, report);
    await lockClient.query("commit");
    return names;
  } finally {
    await lockClient.end().catch(() => {});
  }
}

/** Returns the missing migrations. A newer version may have added more, so that the previous one still runs during a rollout. */
async function missingOf(client: pg.Client, migrations: Migration[]): Promise<string[]> {
  const { rows: tables } = await client.query("select where to_regclass('kysely_migration') is not null");
  if (tables.length === 0) return migrations.map(({ name }) => name);
  const { rows } = await client.query<{ name: string }>("select name from kysely_migration order by name");
  const [known, applied] = [migrations.map(({ name }) => name), rows.map(({ name }) => name)];
  const missing = known.filter((name) => !applied.includes(name));
  const newer = applied.find((name) => !known.includes(name));
  if (missing.length > 0 && newer !== undefined)
    throw new StartError(
      `The database belongs to a version that this one does not know: it has the migration ${newer}.`,
    );
  return missing;
}

const lockTimeout = 400; // ms; requests queue behind a migration that waits for a lock

async function applyMissing(connection: ConnectionSettings, migrations: Migration[], report: (event: string) => void) {
  const pool = new pg.Pool({ ...connection, max: 1, application_name: "library migrator" });
  pool.on("error", () => {});
  const db = new Kysely<object>({ dialect: new PostgresDialect({ pool }) });
  const provider = {
    getMigrations: async () =>
      Object.fromEntries(migrations.map((migration) => [migration.name, forKysely(migration)])),
  };
  try {
    for (let wait = 500; ; wait = Math.min(2 * wait, 10_000)) {
      const { error, results } = await new Migrator({ db, provider }).migrateToLatest();
      if (error === undefined) return;
      const name = results?.find(({ status }) => status === "Error")?.migrationName;
      if (errorCode(error) !== "55P03") throw failureOf(error, name);
      report(`${name ?? "a migration"} is waiting for a lock`);
      await pause(wait);
    }
  } finally {
    await db.destroy();
  }
}

const forKysely = ({ sql: text, data }: Migration): KyselyMigration => ({
  up: async (db) => {
    await sql.raw(`set local statement_timeout = 0; set local lock_timeout = ${lockTimeout}`).execute(db);
    await sql.raw(text).execute(db);
    if (data !== "") await sql.raw(data).execute(db);
  },
});

function failureOf(error: unknown, name: string | undefined): unknown {
  if (isLostConnection(error)) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new StartError(`The migration ${name ?? "of the database"} failed and was rolled back: ${reason}`, {
    cause: error,
  });
}
