import { once } from "node:events";
import { finished } from "node:stream/promises";
import pg from "pg";
import { type CopyStreamQuery, from as copyFrom } from "pg-copy-streams";
import type { ConnectionSettings } from "#server/platform/connection/connection-settings.ts";
import { type NamedFile, plainName } from "#server/platform/files/file-store.ts";
import { migrate, readMigrations } from "#server/platform/migrate.ts";
import {
  BackupFailed,
  countRows,
  damaged,
  type Entry,
  type Folder,
  folders,
  type Manifest,
  resetAfterRestore,
} from "./archive.ts";
import type { StoredFiles } from "./back-up.ts";
import { beginExclusive } from "./locks.ts";
import { readArchive } from "./read-archive.ts";
import { namesOf, noLimits, own, ownTables, quoted, schemaScript, withClient } from "./snapshot.ts";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";

type Parts = {
  /** The connection of the role that may change tables. */
  owner: ConnectionSettings;
  storedFiles: StoredFiles;
  passphrase: string | undefined;
};

export type Target = Awaited<ReturnType<typeof targetOf>>;

export const inspectTarget = (owner: ConnectionSettings): Promise<Target> => withClient(owner, targetOf);

async function targetOf(client: pg.Client) {
  const tables = new Set(await namesOf(client, ownTables));
  const count = async (table: string) => {
    if (!tables.has(table)) return 0;
    return (await client.query<{ n: number }>(`select count(*)::integer as n from ${table}`)).rows[0]?.n ?? 0;
  };
  const [accounts, titles, orders] = [await count("accounts"), await count("items"), await count("orders")];
  const isLibrary = tables.has("kysely_migration") && tables.has("accounts");
  const running = await client.query<{ n: number }>(
    `select count(*)::integer as n from pg_stat_activity
     where application_name = 'library' and datname = current_database() and pid <> pg_backend_pid()`,
  );
  return {
    isEmpty: tables.size === 0 || (isLibrary && accounts + titles + orders === 0),
    isLibrary,
    accounts,
    titles,
    orders,
    running: running.rows[0]?.n ?? 0,
  };
}

/** Returns why a backup cannot be restored into the target; undefined if it can. */
export function objectionTo({ isEmpty, isLibrary, accounts, titles, orders, running }: Target, mayReplace: boolean) {
  if (running > 0) return "The library is running with this database: stop every instance of it first.";
  if (isEmpty) return undefined;
  if (!isLibrary) return "The database has tables other than a library’s: use a separate database.";
  if (mayReplace) return undefined;
  return (
    `The database is not empty: it has ${accounts} accounts, ${titles} titles, and ${orders} orders. ` +
    "To replace all of it with the backup, add --over."
  );
}

/** Returns why this version cannot restore the backup; undefined if it can. */
export function objectionToVersion({ migrations, product }: Manifest): string | undefined {
  const known = readMigrations();
  for (const { name, checksum } of migrations) {
    const own = known.find((migration) => migration.name === name);
    if (!own)
      return `The backup was made by a newer version (${product}, migration ${name}): restore it with that version or a newer one.`;
    if (own.checksum !== checksum)
      return `The backup's ${name} differs from this version's: restore it with version ${product}, which made it.`;
  }
  return undefined;
}

/**
 * Replaces the library with a checked archive: all tables in one transaction, with the stored files written before its end,
 * so that a kill leaves the previous library. Waiting email is put on hold. Then applies newer migrations.
 */
export async function restore(
  { owner, storedFiles, passphrase }: Parts,
  file: string,
  manifest: Manifest,
): Promise<void> {
  await withClient(owner, async (client) => {
    await beginExclusive(client, noLimits);
    await prepareSchema(client, manifest);
    const foreignKeys = await emptyTables(client);
    const tables = new TableLoader(client, manifest);
    const files = new FileWriter(storedFiles);
    await readArchive({ file, passphrase }, async (entry) => {
      const part = await partOf(entry);
      if ("table" in part) await tables.take(part.table, part.rows);
      else if ("folder" in part) await files.take(part.folder, part);
    });
    await files.end();
    await tables.end();
    await finishTables(client, manifest, foreignKeys);
    await client.query("commit");
  });
  await migrate(owner);
  await withClient(owner, (client) => client.query("analyze")); // new statistics for the query planner
}

class TableLoader {
  readonly #client: pg.Client;
  readonly #manifest: Manifest;
  #open: { table: string; into: CopyStreamQuery; ended: Promise<void> } | undefined;

  constructor(client: pg.Client, manifest: Manifest) {
    this.#client = client;
    this.#manifest = manifest;
  }

  async take(table: string, rows: Buffer): Promise<void> {
    if (this.#open?.table !== table) {
      await this.end();
      this.#begin(table);
    }
    if (!this.#open) return;
    const { into, ended } = this.#open;
    if (!into.write(rows)) await Promise.race([once(into, "drain"), ended]);
  }

  #begin(table: string) {
    const columns = this.#manifest.tables.find(({ name }) => name === table)?.columns;
    if (!columns) throw new BackupFailed(`The backup holds the table ${table}, which its manifest does not name.`);
    const into = this.#client.query(copyFrom(`copy ${quoted(table)} (${columns.map(quoted).join(", ")}) from stdin`));
    const ended = finished(into);
    ended.catch(() => {}); // thrown by the next piece or the end
    this.#open = { table, into, ended };
  }

  async end(): Promise<void> {
    const last = this.#open;
    this.#open = undefined;
    if (!last) return;
    last.into.end();
    await last.ended;
  }
}

const batchSize = 8;

class FileWriter {
  readonly #stores: StoredFiles;
  #folder: Folder = "media";
  #waiting: NamedFile[] = [];

  constructor(stores: StoredFiles) {
    this.#stores = stores;
  }

  async take(folder: Folder, file: NamedFile): Promise<void> {
    if (folder !== this.#folder || this.#waiting.length === batchSize) await this.end();
    this.#folder = folder;
    this.#waiting.push(file);
  }

  async end(): Promise<void> {
    const files = this.#waiting;
    this.#waiting = [];
    if (files.length > 0) await this.#stores[this.#folder].store.write(files);
  }
}

const expand = promisify(gunzip);

/** The content of an entry: rows of a table in COPY's format, a stored file, or the psql script. */
type Part = { table: string; rows: Buffer } | { folder: Folder; name: string; content: Buffer } | { script: Buffer };

async function partOf({ name, content }: Entry): Promise<Part> {
  const [folder = "", first = "", ...more] = name.split("/");
  if (folder === "tables" && more.length === 1) return { table: first, rows: await rowsOf(name, content) };
  if ((folder === "media" || folder === "mail") && more.length === 0)
    return { folder, name: plainName(first), content };
  if (name === schemaScript) return { script: content };
  throw new BackupFailed(`The backup holds ${name}, which is not part of a library.`);
}

async function rowsOf(name: string, content: Buffer): Promise<Buffer> {
  try {
    return await expand(content);
  } catch (error) {
    throw damaged(name, "its bytes are wrong", error);
  }
}

/**
 * Reads an archive to the end and returns its manifest; reports the bytes of each part to `measure`. Throws
 * BackupFailed if anything is missing or damaged.
 */
export async function checkArchive(
  file: string,
  passphrase: string | undefined,
  measure: (bytes: { rows: number; files: number }) => void = () => {},
): Promise<Manifest> {
  const rows = new Map<string, number>();
  const files = { media: 0, mail: 0 };
  const manifest = await readArchive({ file, passphrase }, async (entry) => {
    const part = await partOf(entry);
    if ("table" in part) rows.set(part.table, (rows.get(part.table) ?? 0) + countRows(part.rows));
    else if ("folder" in part) files[part.folder] += 1;
    measure({ rows: "table" in part ? part.rows.length : 0, files: "folder" in part ? part.content.length : 0 });
  });
  for (const table of manifest.tables) {
    const count = rows.get(table.name) ?? 0;
    if (count !== table.rows)
      throw new BackupFailed(
        `The backup has ${count} rows of ${table.name} instead of ${table.rows}. Nothing was changed.`,
      );
  }
  for (const folder of folders)
    if (files[folder] !== manifest.files[folder])
      throw new BackupFailed(
        `The backup has ${files[folder]} ${folder} files instead of ${manifest.files[folder]}. Nothing was changed.`,
      );
  return manifest;
}

async function prepareSchema(client: pg.Client, { migrations }: Pick<Manifest, "migrations">): Promise<void> {
  const tables = await namesOf(client, ownTables);
  if (tables.length > 0) await client.query(`drop table ${tables.map(quoted).join(", ")} cascade`);
  for (const kind of ["view", "sequence", "routine", "type"] as const)
    for (const name of await namesOf(client, leftover[kind]))
      await client.query(`drop ${kind} if exists ${name} cascade`);
  const applied = new Set(migrations.map(({ name }) => name));
  for (const { name, sql } of readMigrations()) if (applied.has(name)) await client.query(sql);
}

const leftover = {
  view: `select oid::regclass::text as name from pg_class where relkind = 'v' and ${own("pg_class", "rel")}`,
  sequence: `select oid::regclass::text as name from pg_class where relkind = 'S' and ${own("pg_class", "rel")}`,
  routine: `select oid::regprocedure::text as name from pg_proc where ${own("pg_proc", "pro")}`,
  type: `select oid::regtype::text as name from pg_type where typtype in ('e', 'd') and ${own("pg_type", "typ")}`,
};

type ForeignKey = { table: string; name: string; definition: string };

/** Empties all tables and disables their triggers; returns the dropped foreign keys, which `finishTables` adds and checks. */
async function emptyTables(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace order by 1, 2`);
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${quoted(name)}`);
  const tables = await namesOf(client, ownTables);
  // Rows already contain derived values. System triggers would need a superuser.
  for (const name of tables) await client.query(`alter table ${quoted(name)} disable trigger user`);
  for (const name of tables) await client.query(`delete from ${quoted(name)}`); // the few rows that migrations insert
  return rows;
}

/** Adds foreign keys, checks row counts, and sets sequences. */
async function finishTables(client: pg.Client, manifest: Manifest, keys: ForeignKey[]): Promise<void> {
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`);
  for (const { name, rows } of manifest.tables) {
    const count = await client.query<{ n: string }>(`select count(*)::text as n from ${quoted(name)}`);
    if (count.rows[0]?.n !== String(rows))
      throw new BackupFailed(`${name} has ${count.rows[0]?.n} rows instead of ${rows}; nothing was changed.`);
  }
  for (const name of await namesOf(client, ownTables))
    await client.query(`alter table ${quoted(name)} enable trigger user`);
  for (const { name, value, isCalled } of manifest.sequences)
    await client.query("select setval($1::regclass, $2::bigint, $3)", [quoted(name), value, isCalled]);
  await client.query(resetAfterRestore(pg.escapeLiteral(manifest.at)));
}
