import { mkdtempSync, chmodSync, existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { type Library, startLibrary } from "#e2e/library.ts";
import type { Caller } from "#e2e/steps/api.ts";
import { clerkOf } from "#e2e/steps/as-clerk.ts";
import type { ConnectionSettings } from "#server/platform/connection/connection-pool.ts";
import { type Database, inTransaction, openDatabase } from "#server/platform/database.ts";
import { openEmbeddedPostgres } from "#server/platform/embedded-postgres/embedded-postgres.ts";
import { migrate } from "#server/platform/migrate.ts";
import type { BenchTitle } from "./titles.ts";

/** The built product over an embedded database filled with the titles, its database, and its administrator. */
export type BenchLibrary = {
  library: Library;
  db: Database;
  connection: ConnectionSettings;
  databaseProcess: number;
  clerk: Caller;
};

type Content = {
  titles?: readonly BenchTitle[];
  load?: (db: Database, connection: ConnectionSettings) => Promise<void>;
  /** More settings of the library, as environment variables. */
  settings?: Record<string, string>;
  /** The built product of another checkout: its dist/server/main.js. It migrates the database itself. */
  main?: string | undefined;
  /** Settings of the database server. */
  database?: Record<string, string>;
};

/** The built product of another checkout. */
export function mainOf(checkout: string): string {
  const main = path.resolve(checkout, "dist/server/main.js");
  if (existsSync(main)) return main;
  throw new Error(`${main} is missing: check the other commit out, npm install, npm run build.`);
}

/**
 * Does some work at a library with these titles; the database is the bench's own, so that its CPU does not count as the
 * application's. `load` adds other data.
 */
export async function withLibrary<Result>(
  { titles = [], load, settings: more = {}, main, database: server = {} }: Content,
  work: (bench: BenchLibrary) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(path.join(tmpdir(), "library-bench-"));
  chmodSync(folder, 0o755); // the database may run as another user
  const postgres = await openEmbeddedPostgres(path.join(folder, "postgres"), { settings: server });
  const pidFile = readdirSync(path.join(folder, "postgres"), { recursive: true, encoding: "utf8" }).find((name) =>
    name.endsWith("postmaster.pid"),
  );
  const databaseProcess = Number(readFileSync(path.join(folder, "postgres", pidFile ?? ""), "utf8").split("\n")[0]);
  const { host, port, user, database, password = "" } = postgres.connection;
  const url = `postgres://${user}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
  const settings = {
    DATABASE_URL: url,
    SEED: "none",
    RATE_LIMIT_SCALE: "100000",
    LOG_LEVEL: "warn",
    ...noLimits,
    ...more,
  };
  if (main === undefined) await migrate(postgres.connection);
  else await (await startLibrary(settings, main)).stop();
  const db = openDatabase({ connection: postgres.connection, statementLimit: loadingLimit });
  await loadTitles(db, titles);
  await load?.(db, postgres.connection);
  const library = await startLibrary(settings, main);
  try {
    return await work({
      library,
      db,
      connection: postgres.connection,
      databaseProcess,
      clerk: await clerkOf(library.address),
    });
  } finally {
    await library.stop();
    await db.destroy();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const loadingLimit = 600_000; // ms; a vacuum of a million titles takes longer than a request may

/** The benchmark's borrowers order all the time. */
const noLimits = { MAX_COPIES_PER_BORROWER: "100000", MAX_ORDERS_PER_DAY: "100000", UNCONFIRMED_PERCENT: "100" };

/** Inserts titles with their copies; their SKUs count up in base 36. */
async function loadTitles(db: Database, titles: readonly BenchTitle[]): Promise<void> {
  for (let start = 0; start < titles.length; start += 1000) {
    await inTransaction(db, async (transaction) => {
      const rows = titles
        .slice(start, start + 1000)
        .map(({ categoryId, subjectId, gradeMask, copies, ...texts }, place) => ({
          ...texts,
          category_id: categoryId,
          subject_id: subjectId,
          grade_mask: gradeMask,
          active_copies: copies,
          reference_number: (start + place).toString(36).padStart(6, "0").toUpperCase(),
          created_at: new Date(Date.UTC(2026, 0, 1) + (start + place) * 1000),
        }));
      const added = await transaction.insertInto("items").values(rows).returning("item_id").execute();
      await sql`
        insert into copies (item_id, copy_number, sku_number)
        select item_id, number, reference_number from items, generate_series(1, active_copies) as number
        where item_id = any(${added.map(({ item_id }) => item_id)}::integer[])`.execute(transaction);
    });
  }
  // not the empty tables: a plan made for nothing scans them fully, and is cached
  await sql`vacuum analyze items, copies`.execute(db);
}
