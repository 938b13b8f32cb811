import { promisify } from "node:util";
import { gzip } from "node:zlib";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import * as z from "zod";
import type { ConnectionSettings } from "#server/platform/connection/connection-settings.ts";
import { BackupFailed, countRows, type Manifest, pieceSize, resetAfterRestore } from "./archive.ts";
import { readMigrations } from "#server/platform/migrate.ts";
import { advisoryLocks } from "./locks.ts";
import type { ArchiveWriter } from "./write-archive.ts";

const compress = promisify(gzip);

/** Opens a client for long work, and closes it afterward. */
export async function withClient<T>(
  connection: ConnectionSettings,
  use: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...connection, application_name: "library backup", keepAlive: true });
  client.on("error", () => {}); // the pending query fails as well
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end().catch(() => {});
  }
}

export const noLimits =
  "set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local lock_timeout = 0";

export class Snapshot {
  readonly #client: pg.Client;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  static take<T>(connection: ConnectionSettings, use: (snapshot: Snapshot) => Promise<T>): Promise<T> {
    return withClient(connection, async (lockClient) => {
      // The lock comes before the snapshot, so that no file in the snapshot can be deleted before it is read.
      await lockClient.query(`begin; ${noLimits}`);
      await lockClient.query(`select pg_advisory_xact_lock_shared(${advisoryLocks.storedFiles})`);
      return withClient(connection, async (client) => {
        await client.query(`begin isolation level repeatable read, read only; ${noLimits}`);
        return use(new Snapshot(client));
      });
    });
  }

  /** Lists the tables and locks them against schema changes until the snapshot ends. */
  async describe() {
    const names = await this.names(ownTables);
    if (!names.includes("kysely_migration")) throw new BackupFailed("The database does not contain a library.");
    await this.#client.query(`lock table ${names.map(quoted).join(", ")} in access share mode`);
    const query = async (text: string): Promise<unknown[]> => (await this.#client.query<object>(text)).rows;
    return {
      ...snapshotRow.parse((await query(`select now() as at, current_setting('server_version') as postgres`))[0]),
      migrations: await this.#migrations(),
      tables: z.array(tableRow).parse(await query(tablesWithColumns)),
      sequences: await this.#sequences(),
    };
  }

  /** Writes a table's rows in COPY's format; returns the number of rows. */
  async write({ name, columns }: { name: string; columns: string[] }, archive: ArchiveWriter): Promise<number> {
    const list = columns.map(quoted).join(", ");
    const rows = this.#client.query(copyTo(`copy ${quoted(name)} (${list}) to stdout`, { highWaterMark: 1 << 18 }));
    let [piece, size, pieces, count]: [Buffer[], number, number, number] = [[], 0, 0, 0];
    const flush = async () => {
      if (size === 0) return;
      pieces += 1;
      const content = await compress(Buffer.concat(piece), { level: 3 });
      [piece, size] = [[], 0];
      await archive.add({ name: `tables/${name}/${String(pieces).padStart(6, "0")}.copy.gz`, content });
    };
    for await (const chunk of rows.iterator()) {
      const bytes = z.instanceof(Buffer).parse(chunk);
      count += countRows(bytes);
      piece.push(bytes);
      size += bytes.length;
      if (size >= pieceSize) await flush();
    }
    await flush();
    return count;
  }

  names(query: string): Promise<string[]> {
    return namesOf(this.#client, query);
  }

  async #migrations(): Promise<Manifest["migrations"]> {
    const known = readMigrations();
    return (await this.names("select name from kysely_migration order by name")).map((name) => {
      const migration = known.find((candidate) => candidate.name === name);
      if (!migration)
        throw new BackupFailed(`The database belongs to a newer version (${name}): back it up with that version.`);
      return { name, checksum: migration.checksum };
    });
  }

  /** Reads sequences after the snapshot started: they are not part of it, so they may only be ahead. */
  async #sequences(): Promise<Manifest["sequences"]> {
    const sequences: Manifest["sequences"] = [];
    for (const name of await this.names(ownSequences)) {
      const { rows } = await this.#client.query(
        `select last_value::text as value, is_called as "isCalled" from ${quoted(name)}`,
      );
      sequences.push({ name, ...sequenceRow.parse(rows[0]) });
    }
    return sequences;
  }
}

export const namesOf = async (client: pg.Client, query: string): Promise<string[]> =>
  (await client.query<{ name: string }>(query)).rows.map(({ name }) => name);

export const quoted = (name: string) => pg.escapeIdentifier(name);

const snapshotRow = z.object({ at: z.date().transform((at) => at.toISOString()), postgres: z.string() });
const tableRow = z.object({ name: z.string(), columns: z.array(z.string()) });
const sequenceRow = z.object({ value: z.string(), isCalled: z.boolean() });

/** A condition for objects in the library's schema that do not belong to an extension. */
export const own = (catalog: "pg_class" | "pg_proc" | "pg_type", prefix: "rel" | "pro" | "typ") =>
  `${prefix}namespace = current_schema()::regnamespace
  and not exists (select from pg_depend where classid = '${catalog}'::regclass and objid = ${catalog}.oid and deptype = 'e')`;
const ownRelation = own("pg_class", "rel");

export const ownTables = `select relname as name from pg_class where relkind in ('r', 'p') and ${ownRelation} order by relname`;
const ownSequences = `select relname as name from pg_class where relkind = 'S' and ${ownRelation} order by relname`;

/** Tables that backups leave empty: a restore ends all sessions, and uses its machine's secret key. */
const leftOut = ["sessions", "first_steps", "rate_limits", "secret_key"];

/** Leaves out generated columns, which are computed again. */
const tablesWithColumns = `
  select relname as name, array_agg(attname::text order by attnum) as columns
  from pg_class join pg_attribute on attrelid = pg_class.oid
  where relkind in ('r', 'p') and ${ownRelation} and attnum > 0 and not attisdropped and attgenerated = ''
    and relname not in (${leftOut.map((name) => pg.escapeLiteral(name)).join(", ")})
  group by relname order by relname`;

export const schemaScript = "schema.sql";

type SchemaParts = Pick<Manifest, "at" | "migrations" | "tables" | "sequences">;

/** Returns a psql script that recreates the library from an unpacked backup, even without this product. */
export function schemaScriptFor({ at, migrations, tables, sequences }: SchemaParts): string {
  const applied = new Set(migrations.map(({ name }) => name));
  const own = tables.map(({ name }) => quoted(name));
  return `-- Recreates the library of ${at} in an empty database of PostgreSQL 15 or later. In the unpacked folder, run:
--   psql -v ON_ERROR_STOP=1 -d DATABASE -f ${schemaScript}
set client_encoding = 'UTF8';
begin;

${readMigrations()
  .filter(({ name }) => applied.has(name))
  .map(({ sql }) => sql)
  .join("\n")}

-- Triggers must not change the rows, and foreign keys are checked once all rows are loaded.
create temporary table foreign_keys as
  select conrelid::regclass::text as name, conname, pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace;
do $$ declare key record; begin
  for key in select * from foreign_keys loop
    execute format('alter table %s drop constraint %I', key.name, key.conname);
  end loop;
end $$;
${own.map((name) => `alter table ${name} disable trigger user;`).join("\n")}
truncate ${own.join(", ")};

${tables
  .filter(({ rows }) => rows > 0)
  .map(
    ({ name, columns }) =>
      `\\copy ${quoted(name)} (${columns.map(quoted).join(", ")}) from program 'gzip -dc tables/${name}/*.copy.gz'`,
  )
  .join("\n")}

do $$ declare key record; begin
  for key in select * from foreign_keys loop
    execute format('alter table %s add constraint %I %s', key.name, key.conname, key.definition);
  end loop;
end $$;
${own.map((name) => `alter table ${name} enable trigger user;`).join("\n")}
${sequences.map(({ name, value, isCalled }) => `select setval('${quoted(name)}', ${value}, ${isCalled});`).join("\n")}

-- Waiting email may have been sent after the backup, so it is on hold until someone releases it at admin/mail.
${resetAfterRestore(pg.escapeLiteral(at))}
commit;
`;
}
