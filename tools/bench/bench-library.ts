import { mkdtempSync, chmodSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import * as z from "zod";
import { administrator, type Library, startLibrary } from "#e2e/library.ts";
import { type Database, openDatabase } from "#server/platform/database.ts";
import { openEmbeddedPostgres } from "#server/platform/embedded-postgres/embedded-postgres.ts";
import { migrate } from "#server/platform/migrate.ts";
import { loadTitles } from "./load-titles.ts";
import type { BenchTitle } from "./titles.ts";

/** The built product over an embedded database filled with the titles. */
export type BenchLibrary = { library: Library; databaseProcess: number; stop: () => Promise<void> };

/**
 * Starts both; the database is the bench's own, so that its CPU does not count as the application's. `load` adds other
 * data.
 */
export async function startBenchLibrary(
  titles: readonly BenchTitle[],
  load?: (db: Database) => Promise<void>,
): Promise<BenchLibrary> {
  const folder = mkdtempSync(path.join(tmpdir(), "library-bench-"));
  chmodSync(folder, 0o755); // the database may run as another user
  const postgres = await openEmbeddedPostgres(path.join(folder, "postgres"));
  const pidFile = readdirSync(path.join(folder, "postgres"), { recursive: true, encoding: "utf8" }).find((name) =>
    name.endsWith("postmaster.pid"),
  );
  const databaseProcess = Number(readFileSync(path.join(folder, "postgres", pidFile ?? ""), "utf8").split("\n")[0]);
  await migrate(postgres.connection);
  const db = openDatabase({ connection: postgres.connection });
  await loadTitles(db, titles);
  await load?.(db);
  await db.destroy();
  const { host, port, user, database, password = "" } = postgres.connection;
  const url = `postgres://${user}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
  const library = await startLibrary({
    DATABASE_URL: url,
    SEED: "none",
    RATE_LIMIT_SCALE: "100000",
    LOG_LEVEL: "warn",
  });
  const stop = async () => {
    await library.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { library, databaseProcess, stop };
}

/** The token of the library's administrator. */
export async function administratorToken(address: string): Promise<string> {
  const login = await fetch(`${address}/api/Account/Login/`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...administrator, userTypeId: 1 }),
  });
  return z.object({ data: z.object({ token: z.string() }) }).parse(await login.json()).data.token;
}
