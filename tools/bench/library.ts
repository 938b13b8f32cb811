import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { type Library, startLibrary } from "#e2e/library.ts";
import type { Caller } from "#e2e/steps/api.ts";
import { clerkOf } from "#e2e/steps/as-clerk.ts";
import { type Database, inTransaction, openDatabase } from "#server/platform/database.ts";
import { openEmbeddedPostgres } from "#server/platform/embedded-postgres/embedded-postgres.ts";
import { migrate } from "#server/platform/migrate.ts";
import { urlOf } from "#server/test/global-setup.ts";
import type { BenchTitle } from "./titles.ts";

/** The built product with its database and administrator. */
export type Bench = { library: Library; db: Database; clerk: Caller };

const loadingTimeoutMs = 600_000; // a vacuum of many titles takes longer than a request may

/** Runs some work against a library with these titles and its own database. */
export async function withLibrary<Result>(
  titles: readonly BenchTitle[],
  work: (bench: Bench) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(path.join(tmpdir(), "library-bench-"));
  chmodSync(folder, 0o755); // the database may run as another user
  const postgres = await openEmbeddedPostgres(path.join(folder, "postgres"));
  const { connection } = postgres;
  await migrate(connection);
  const db = openDatabase({ connection, statementLimit: loadingTimeoutMs });
  await loadTitles(db, titles);
  await db.insertInto("news").values({ title: "Open again", content: "The shelves are back." }).execute(); // because its page is measured, too
  const settings = { DATABASE_URL: urlOf(connection), SEED: "none", RATE_LIMIT_SCALE: "100000", LOG_LEVEL: "warn" };
  const library = await startLibrary(settings);
  try {
    return await work({ library, db, clerk: await clerkOf(library.address) });
  } finally {
    await library.stop();
    await db.destroy();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

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
      const inserted = await transaction.insertInto("items").values(rows).returning("item_id").execute();
      await sql`
        insert into copies (item_id, copy_number, sku_number)
        select item_id, number, reference_number from items, generate_series(1, active_copies) as number
        where item_id = any(${inserted.map(({ item_id }) => item_id)}::integer[])`.execute(transaction);
    });
  }
  await sql`vacuum analyze`.execute(db);
}

/** Returns a process's memory in MB: now, and the peak since its start or `resetPeak`. */
export function memoryOf(processId: number): { now: number; max: number } {
  const status = readFileSync(`/proc/${processId}/status`, "utf8");
  const inMb = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
  return { now: inMb("VmRSS"), max: inMb("VmHWM") };
}

export const resetPeak = (processId: number) => writeFileSync(`/proc/${processId}/clear_refs`, "5");

/** Returns a Markdown table whose first column is text and whose others are figures. */
export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const rule = head.map((_, place) => (place === 0 ? "---" : "---:"));
  return [head, rule, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
