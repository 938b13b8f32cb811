import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { ConnectionSettings } from "./connection/connection-pool.ts";
import { beginAlone } from "./backup/locks.ts";
import { isConflict, isHeldElsewhere, isLostConnection } from "./errors/database-errors.ts";
import { errorCode } from "./errors/error-code.ts";
import { applyBeside, inOwnTransaction, listOfApplied, type Progress } from "./migrations/apply-migration.ts";
import type { MigrationEvent } from "./migrations/events.ts";
import { type Migration, migrationsFolder, readMigrations } from "./migrations/read-migrations.ts";
import { type LockWatch, watchLocks } from "./migrations/watch-locks.ts";
import { StartError } from "./errors/start-error.ts";

type Applied = Pick<Migration, "number" | "name" | "checksum"> & { needs?: number };
type Options = { folder?: string; onEvent?: (event: MigrationEvent) => void };
type Hear = (event: MigrationEvent) => void;

/**
 * Migrates the database to the newest numbered file in `folder`, beside other processes that work with it. Several may run it
 * at once: one works, the others wait. Returns the names of the applied files.
 */
export async function migrate(
  connection: ConnectionSettings,
  { folder = migrationsFolder, onEvent = () => {} }: Options = {},
): Promise<string[]> {
  const migrations = readMigrations(folder);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await migrateUnderLock(connection, migrations, onEvent);
    } catch (error) {
      // An embedded server whose owner was just killed may go away and come back.
      if (!isLostConnection(error) || attempt === 50) throw error;
      await pause(200);
    }
  }
}

function migrateUnderLock(connection: ConnectionSettings, migrations: Migration[], hear: Hear): Promise<string[]> {
  return withClient(connection, (gate) =>
    withClient(connection, async (client) => {
      const unlimited = "set local idle_in_transaction_session_timeout = 0";
      await beginAlone(gate, unlimited, () => hear({ what: "waits for others" }));
      // not over the gate's connection: see beginAlone
      const names = await withClient(connection, (watcher) => applyMissing({ client, watcher, hear }, migrations));
      await gate.query("commit");
      return names;
    }),
  );
}

type Parts = { client: pg.Client; watcher: pg.Client; hear: Hear };

async function applyMissing(parts: Parts, migrations: Migration[]) {
  const { client, hear } = parts;
  await client.query(listOfApplied);
  const { rows, fields } = await client.query<Applied>("select * from schema_migrations order by number");
  for (const applied of rows) checkUnchanged(applied, migrations);
  const missing = migrations.filter((migration) => !rows.some((applied) => applied.number === migration.number));
  if (missing.length > 0 && !fields.some(({ name }) => name === "needs"))
    await patiently(parts, whichOf("schema_migrations", missing), () =>
      inOwnTransaction(client, () => client.query(addNeeds)),
    );
  for (const [index, migration] of missing.entries()) {
    const which = whichOf(migration.name, missing, index + 1);
    const progress: Progress = { last: 0, whole: null };
    hear({ ...which, what: "begins" });
    await patiently(parts, which, () => applyBeside(client, migration, progress), progress).catch((error: unknown) => {
      throw refused(error, migration);
    });
    hear({ ...which, what: "done" });
  }
  return missing.map((migration) => migration.name);
}

/** Only migrations read this table, and the System page for a moment. */
const addNeeds = "alter table schema_migrations add column needs integer not null default 0";

/**
 * A version that does not know a migration works with what it made, unless that one says otherwise: the version before can
 * be started again.
 */
function checkUnchanged(applied: Applied, migrations: Migration[]) {
  const file = migrations.find((migration) => migration.number === applied.number);
  if (file === undefined) {
    if ((applied.needs ?? 0) <= migrations.length) return;
    throw new StartError(
      `The database was made by a newer version: it has the migration ${applied.name}, with which this version cannot work.`,
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

type Which = { migration: string; place: string; since: string };

const whichOf = (migration: string, { length }: Migration[], place = 0): Which => ({
  migration,
  place: `${place} of ${length}`,
  since: new Date().toISOString(),
});

/** Tries until it has the locks that it needs, with longer and longer pauses in which the others go on. */
async function patiently(parts: Parts, which: Which, work: () => Promise<void>, progress?: Progress) {
  const processId = await processOf(parts.client);
  for (let tries = 1; ; tries += 1) {
    const watch = watchLocks(parts.watcher, processId);
    const stopTelling = tellOn(watch, (further) => {
      const far = progress && progress.whole !== null ? `${progress.last} of ${progress.whole}` : further;
      parts.hear({ ...which, what: "goes on", progress: far });
    });
    try {
      return await work();
    } catch (error) {
      await parts.client.query("rollback").catch(() => {});
      if (!isInTheWay(error)) throw error;
    } finally {
      stopTelling();
      await watch.stop();
    }
    const againIn = Math.min(500 * 2 ** (tries - 1), 10_000);
    parts.hear({ ...which, what: "tries again", tries, holders: watch.holders(), againIn });
    await pause(againIn);
  }
}

/** The server process that does the work; 0 behind a pooler, where it is another one in each transaction. */
async function processOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return rows[0] && "processID" in client && client.processID === rows[0].pid ? rows[0].pid : 0;
}

/** Whether others hold what it needs, or it stepped back for those who wait for it. */
const isInTheWay = (error: unknown) => isHeldElsewhere(error) || isConflict(error) || errorCode(error) === "57014";

function refused(error: unknown, { name, way }: Migration) {
  if (isLostConnection(error)) return error;
  const reason = error instanceof Error ? error.message : String(error);
  const kept = way === "whole" ? "and nothing of it was kept" : "and goes on from there when it is tried again";
  return new StartError(`The migration ${name} failed, ${kept}: ${reason}`, { cause: error });
}

/** Says every ten seconds that it goes on; returns how to end that. */
function tellOn({ progress }: LockWatch, tell: (progress: string | undefined) => void): () => void {
  const timer = setInterval(() => void progress().then(tell, () => {}), 10_000);
  return () => clearInterval(timer);
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
