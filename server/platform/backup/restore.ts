import { once } from "node:events";
import { finished } from "node:stream/promises";
import type pg from "pg";
import { type CopyStreamQuery, from as copyFrom } from "pg-copy-streams";
import type { ConnectionSettings } from "../connection/connection-pool.ts";
import type { NamedFile } from "../files/file-store.ts";
import { migrate, readMigrations } from "../migrate.ts";
import { BackupFailed, type Folder, type Manifest } from "./archive.ts";
import type { StoredFiles } from "./back-up.ts";
import { partOf } from "./check-archive.ts";
import { emptyTables, finishTables, prepareSchema } from "./empty-schema.ts";
import { beginAlone } from "./locks.ts";
import { readArchive } from "./read-archive.ts";
import { noLimits, ownTables, patientClient, quoted } from "./snapshot.ts";

type Parts = {
  /** The owner's, which may change tables. */
  owner: ConnectionSettings;
  storedFiles: StoredFiles;
  passphrase: string | undefined;
};

/** What is in the database that a backup would go to. */
export type Target = {
  /** A row or more in what people have made. */
  isEmpty: boolean;
  isLibrary: boolean;
  accounts: number;
  titles: number;
  orders: number;
  /** Connections of a library that runs. */
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

/** Loads tables one after another, as their pieces come. */
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

/** Writes stored files, some at a time. */
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
