import { once } from "node:events";
import { finished } from "node:stream/promises";
import pg from "pg";
import { type CopyStreamQuery, from as copyFrom } from "pg-copy-streams";
import type { ConnectionSettings } from "#server/platform/connection/connection-pool.ts";
import { type NamedFile, plainName } from "#server/platform/files/file-store.ts";
import { migrate, readMigrations } from "#server/platform/migrate.ts";
import { BackupFailed, countRows, damaged, type Entry, type Folder, type Manifest, rowsOfPast } from "./archive.ts";
import type { StoredFiles } from "./back-up.ts";
import { beginAlone } from "./locks.ts";
import { readArchive } from "./read-archive.ts";
import { noLimits, ownTables, patientClient, quoted, schemaScript } from "./snapshot.ts";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";

type Parts = {
  /** The owner's, which may change tables. */
  owner: ConnectionSettings;
  storedFiles: StoredFiles;
  passphrase: string | undefined;
};

export type Target = {
  isEmpty: boolean;
  isLibrary: boolean;
  accounts: number;
  titles: number;
  orders: number;
  running: number;
};

export async function lookAtTarget(owner: ConnectionSettings): Promise<Target> {
  const client = await patientClient(owner);
  try {
    return await targetOf(client);
  } finally {
    await client.end().catch(() => {});
  }
}

async function targetOf(client: pg.Client): Promise<Target> {
  const { rows } = await client.query<{ name: string }>(ownTables);
  const names = new Set(rows.map(({ name }) => name));
  const count = async (table: string) => {
    if (!names.has(table)) return 0;
    return (await client.query<{ n: number }>(`select count(*)::integer as n from ${table}`)).rows[0]?.n ?? 0;
  };
  const [accounts, titles, orders] = [await count("accounts"), await count("items"), await count("orders")];
  const isLibrary = names.has("kysely_migration") && names.has("accounts");
  const running = await client.query<{ n: number }>(
    `select count(*)::integer as n from pg_stat_activity
     where application_name = 'library' and datname = current_database() and pid <> pg_backend_pid()`,
  );
  return {
    isEmpty: names.size === 0 || (isLibrary && accounts + titles + orders === 0),
    isLibrary,
    accounts,
    titles,
    orders,
    running: running.rows[0]?.n ?? 0,
  };
}

/** Why a backup may not go there; undefined: it may. */
export function objectionTo({ isEmpty, isLibrary, accounts, titles, orders, running }: Target, isOver: boolean) {
  if (running > 0) return "The library is running with this database: stop every instance of it first.";
  if (isEmpty) return undefined;
  if (!isLibrary) return "The database holds tables that are not a library’s: use one of its own.";
  if (isOver) return undefined;
  return (
    `The database is not empty: it has ${accounts} accounts, ${titles} titles, and ${orders} orders. ` +
    "To replace all of it with the backup, add --over."
  );
}

/** Why this version cannot restore the backup; undefined: it can. */
export function objectionToVersion({ migrations, product }: Manifest): string | undefined {
  const known = readMigrations();
  for (const { name, checksum } of migrations) {
    const own = known.find((migration) => migration.name === name);
    if (!own)
      return `The backup was made by a newer version (${product}, migration ${name}): restore it with that one, or a newer one.`;
    if (own.checksum !== checksum)
      return `The backup has another ${name} than this version: restore it with version ${product}, which made it.`;
  }
  return undefined;
}

/**
 * Puts an archive that was checked in the place of what is there: in one transaction all tables as its version had them, and
 * before its end the stored files. A kill leaves what was there before. What waits to be sent is held. Then it applies the
 * migrations of newer versions, as a start would.
 */
export async function restore(
  { owner, storedFiles, passphrase }: Parts,
  file: string,
  manifest: Manifest,
): Promise<void> {
  const client = await patientClient(owner);
  try {
    await beginAlone(client, noLimits);
    await prepareSchema(client, manifest);
    const left = await emptyTables(client);
    const tables = new TableLoader(client, manifest);
    const files = new FileWriter(storedFiles);
    await readArchive({ file, passphrase }, async (entry) => {
      const part = await partOf(entry);
      if ("table" in part) await tables.take(part.table, part.rows);
      else if ("folder" in part) await files.take(part.folder, part);
    });
    await files.end();
    await tables.end();
    await finishTables(client, manifest, left);
    await client.query("commit");
  } finally {
    await client.end().catch(() => {});
  }
  await migrate(owner);
  const after = await patientClient(owner);
  try {
    await after.query("analyze"); // how rows are found is decided by their numbers
  } finally {
    await after.end().catch(() => {});
  }
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
    ended.catch(() => {}); // the next piece, or the end, throws it
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

const atOnce = 8;

class FileWriter {
  readonly #stores: StoredFiles;
  #folder: Folder = "media";
  #waiting: NamedFile[] = [];

  constructor(stores: StoredFiles) {
    this.#stores = stores;
  }

  async take(folder: Folder, file: NamedFile): Promise<void> {
    if (folder !== this.#folder || this.#waiting.length === atOnce) await this.end();
    this.#folder = folder;
    this.#waiting.push(file);
  }

  async end(): Promise<void> {
    const files = this.#waiting;
    this.#waiting = [];
    if (files.length > 0) await this.#stores[this.#folder].store.write(files);
  }
}

const expanded = promisify(gunzip);

/** What an entry holds: rows of a table as COPY's text, a stored file, or the script for psql. */
type Part = { table: string; rows: Buffer } | { folder: Folder; name: string; content: Buffer } | { script: Buffer };

const isFolder = (name: string): name is Folder => name === "media" || name === "mail";

async function partOf({ name, content }: Entry): Promise<Part> {
  const [folder = "", first = "", ...more] = name.split("/");
  if (folder === "tables" && more.length === 1) return { table: first, rows: await rowsOf(name, content) };
  if (isFolder(folder) && more.length === 0) return { folder, name: plainName(first), content };
  if (name === schemaScript) return { script: content };
  throw new BackupFailed(`The backup holds ${name}, which is no part of a library.`);
}

async function rowsOf(name: string, content: Buffer): Promise<Buffer> {
  try {
    return await expanded(content);
  } catch (error) {
    throw damaged(name, "its bytes are wrong", error);
  }
}

/** Reads an archive from end to end and gives its manifest. Throws BackupFailed unless all of it is there and whole. */
export async function checkArchive(file: string, passphrase: string | undefined): Promise<Manifest> {
  const rows = new Map<string, number>();
  const files = { media: 0, mail: 0 };
  const manifest = await readArchive({ file, passphrase }, async (entry) => {
    const part = await partOf(entry);
    if ("table" in part) rows.set(part.table, (rows.get(part.table) ?? 0) + countRows(part.rows));
    else if ("folder" in part) files[part.folder] += 1;
  });
  for (const table of manifest.tables) {
    const found = rows.get(table.name) ?? 0;
    if (found !== table.rows)
      throw new BackupFailed(
        `The backup has ${found} rows of ${table.name} instead of ${table.rows}. Nothing was changed.`,
      );
  }
  for (const folder of ["media", "mail"] as const)
    if (files[folder] !== manifest.files[folder])
      throw new BackupFailed(
        `The backup has ${files[folder]} files of ${folder} instead of ${manifest.files[folder]}. Nothing was changed.`,
      );
  return manifest;
}

const names = async (client: pg.Client, text: string) =>
  (await client.query<{ name: string }>(text)).rows.map(({ name }) => name);

async function prepareSchema(client: pg.Client, { migrations }: Pick<Manifest, "migrations">): Promise<void> {
  const tables = await names(client, ownTables);
  if (tables.length > 0) await client.query(`drop table ${tables.map(quoted).join(", ")} cascade`);
  for (const what of ["view", "sequence", "routine", "type"] as const)
    for (const name of await names(client, leftover[what]))
      await client.query(`drop ${what} if exists ${name} cascade`);
  const applied = new Set(migrations.map(({ name }) => name));
  for (const { name, sql } of readMigrations()) if (applied.has(name)) await client.query(sql);
}

/** What is not in a table and was not brought by an extension, by its full name. */
const unextended = (catalog: string) =>
  `not exists (select from pg_depend where classid = '${catalog}'::regclass and objid = ${catalog}.oid and deptype = 'e')`;
const leftover = {
  view: `select oid::regclass::text as name from pg_class
    where relkind = 'v' and relnamespace = current_schema()::regnamespace and ${unextended("pg_class")}`,
  sequence: `select oid::regclass::text as name from pg_class
    where relkind = 'S' and relnamespace = current_schema()::regnamespace and ${unextended("pg_class")}`,
  routine: `select oid::regprocedure::text as name from pg_proc
    where pronamespace = current_schema()::regnamespace and ${unextended("pg_proc")}`,
  type: `select oid::regtype::text as name from pg_type
    where typnamespace = current_schema()::regnamespace and typtype in ('e', 'd') and ${unextended("pg_type")}`,
};

type ForeignKey = { table: string; name: string; definition: string };

/** Makes all tables empty and quiet; returns the foreign keys that are to be added, and thereby checked, again. */
async function emptyTables(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace order by 1, 2`);
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${quoted(name)}`);
  const tables = await names(client, ownTables);
  // Rows come as they were: what triggers derive is in them. Only the library's own, as other triggers ask for a superuser.
  for (const name of tables) await client.query(`alter table ${quoted(name)} disable trigger user`);
  for (const name of tables) await client.query(`delete from ${quoted(name)}`); // what migrations put there: little
  return rows;
}

/**
 * Checks what was loaded: foreign keys and numbers of rows; and lets numbers go on where they were.
 */
async function finishTables(client: pg.Client, manifest: Manifest, keys: ForeignKey[]): Promise<void> {
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`);
  for (const { name, rows } of manifest.tables) {
    const found = await client.query<{ n: string }>(`select count(*)::text as n from ${quoted(name)}`);
    if (found.rows[0]?.n !== String(rows))
      throw new BackupFailed(`${name} has ${found.rows[0]?.n} rows instead of ${rows}; nothing was changed.`);
  }
  for (const name of await names(client, ownTables))
    await client.query(`alter table ${quoted(name)} enable trigger user`);
  for (const { name, value, isCalled } of manifest.sequences)
    await client.query("select setval($1::regclass, $2::bigint, $3)", [quoted(name), value, isCalled]);
  await client.query(rowsOfPast(pg.escapeLiteral(manifest.at)));
}
