import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { type Caller, newBorrower } from "#e2e/steps/api.ts";
import { sql } from "kysely";
import { migrate } from "#server/platform/migrate.ts";
import { eventInWords } from "#server/platform/migrations/events.ts";
import { migrationsFolder, readMigrations } from "#server/platform/migrations/read-migrations.ts";
import { type BenchLibrary, withLibrary } from "../bench-library.ts";
import { table } from "../table.ts";
import { recombinedTitles } from "../titles.ts";
import { multiplyTitles } from "./many-titles.ts";
import { type Seen, visit } from "./visitors.ts";

/** The number of pages of every title, as the recipe says. */
const gentle = [
  "alter table items add column pages integer, add constraint items_pages check (pages >= 0) not valid",
  `-- in batches
with batch as (select item_id from items where item_id > $1 order by item_id limit $2 for no key update),
changed as (
  update items set pages = 1 + char_length(description) / 1800 from batch where items.item_id = batch.item_id and pages is null
)
select max(item_id) as last, (select max(item_id) from items) as whole from batch`,
  "alter table items validate constraint items_pages",
  "create index concurrently items_by_pages on items (pages)",
];

/** The same of another column, written as one would without other people. */
const naive = [
  `alter table items add column leaves integer;
update items set leaves = 1 + char_length(description) / 3600;
alter table items alter column leaves set not null, add constraint items_leaves check (leaves >= 0);
create index items_by_leaves on items (leaves)`,
];

const alone = 15_000; // ms

/** What visitors of one instance notice of migrations that another process applies. */
export function measureMigrating(count: number): Promise<string> {
  const titles = recombinedTitles(Math.min(count, 10_000));
  return withLibrary({ titles, load: (_db, connection) => multiplyTitles(connection, count) }, async (bench) => {
    const borrowers: Caller[] = [];
    while (borrowers.length < 3) borrowers.push(await newBorrower(bench.library.address, `pages${borrowers.length}`));
    await sql`update borrowers set mailbox_confirmed_at = now()`.execute(bench.db);
    const folder = mkdtempSync(path.join(tmpdir(), "library-migrations-"));
    cpSync(migrationsFolder, folder, { recursive: true });
    try {
      const beside = (what: string, work: () => Promise<unknown>) => measured(bench, { borrowers, count, what, work });
      return table(
        [
          "1 instance serves, while",
          "time",
          "requests",
          "failed",
          "ms (median, 99 %, at most)",
          "longest wait for a lock, ms",
        ],
        [
          await beside("nothing else happens", () => pause(alone)),
          await beside("a report reads for 10 s, and 4 files of the recipe are applied", () =>
            Promise.all([reportFor(bench, 10_000), applying(bench, folder, gentle)]),
          ),
          await beside("1 file does the same at once", () => applying(bench, folder, naive)),
        ],
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}

async function applying({ connection }: BenchLibrary, folder: string, files: readonly string[]) {
  for (const file of files) {
    const number = String(readMigrations(folder).length + 1).padStart(4, "0");
    writeFileSync(path.join(folder, `${number}-pages.sql`), file);
  }
  await migrate(connection, { folder, onEvent: (event) => console.log(eventInWords(event)) });
}

/** Somebody else's program, which holds what it read. */
async function reportFor({ connection }: BenchLibrary, ms: number) {
  const client = new pg.Client({ ...connection, application_name: "a long report" });
  await client.connect();
  await client.query("begin; select from items limit 1");
  await pause(ms);
  await client.query("commit");
  await client.end();
}

type Phase = { borrowers: readonly Caller[]; count: number; what: string; work: () => Promise<unknown> };

async function measured({ library, db }: BenchLibrary, { borrowers, count, what, work }: Phase): Promise<string[]> {
  const leave = visit(library, db, borrowers, count);
  const began = performance.now();
  await work();
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const seen = await leave();
  if (seen.failed.length > 0) console.log(troublesOf(library).join("\n"));
  return [what, `${seconds} s`, ...inFigures(seen)];
}

/** The first reasons that the library gave for what failed. */
const troublesOf = (library: BenchLibrary["library"]) =>
  library
    .log()
    .split("\n")
    .filter((line) => line.includes('"trouble"'))
    .slice(0, 5);

function inFigures({ took, failed, waited }: Seen): string[] {
  if (failed.length > 0) console.log(`${failed.length} failed, as ${failed[0]}`);
  const sorted = took.toSorted((one, other) => one - other);
  const shares = [0.5, 0.99, 1].map((share) => (sorted[Math.ceil(sorted.length * share) - 1] ?? 0).toFixed(0));
  return [String(took.length), String(failed.length), shares.join(", "), waited.toFixed(0)];
}
