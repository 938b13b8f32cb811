import { type ImportCounts, maxWords } from "#contract/imports/imports.ts";
import { importMessages } from "#contract/wire/messages.ts";
import type { Clock } from "#server/platform/clock.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { UnreadableFile } from "#server/platform/tables/read-table.ts";
import { WordCount } from "#server/platform/tables/words.rules.ts";
import type { CheckedRow, ImportKind } from "./import-kind.ts";
import { type ImportRow, meaningsOf, noCounts } from "./imports.queries.ts";
import { layoutOf, rowsOfFile } from "./rows-of-file.ts";
import * as queries from "./rows.queries.ts";
import { endWork, reporter, type Work } from "./work.queries.ts";

const batchSize = 500; // rows

/** Does the dry run: reads the file and records the outcome of each row. A new worker starts over from row one. */
export async function checkImport(
  db: Database,
  clock: Clock,
  { work, file, kind }: { work: Work; file: ImportRow; kind: ImportKind },
): Promise<void> {
  await queries.deleteRows(db, work.importId);
  const reading = { layout: layoutOf(file, kind), meanings: await meaningsOf(db), at: clock.now() };
  const { check, finish } = await kind.openCheck(db, file, reading);
  const words = new WordCount();
  const counts = { ...noCounts };
  const report = reporter(db, work);
  let rowsDone = 0;
  let shortRows = 0;
  let writing: Promise<unknown> = Promise.resolve(); // the database writes while the next rows are read
  try {
    for await (const { rows, bytesDone } of rowsOfFile(db, file, kind)) {
      for (let start = 0; start < rows.length; start += batchSize) {
        const batch = rows.slice(start, start + batchSize);
        rowsDone += batch.length;
        shortRows += batch.filter(({ cells }) => cells.length < file.columns.length).length;
        if (rowsDone > kind.maxRows) throw new UnreadableFile(importMessages.tooManyRows(kind.maxRows));
        const checkedRows = await check(batch);
        for (const row of checkedRows) words.add(row.words ?? []);
        await writing;
        writing = storeRows(db, work.importId, checkedRows, counts);
        writing.catch(() => undefined); // awaited below, where it is handled
      }
      await report(bytesDone, file.size, { rowsDone, counts });
    }
    await writing;
  } catch (error) {
    await writing.catch(() => undefined); // no write may outlast this function
    if (!(error instanceof UnreadableFile)) throw error;
    const { message } = error;
    await inTransaction(db, (tx) => endWork(tx, work, { state: "failed", message, finishedAt: clock.now() }));
    return;
  }
  const found = await finish?.();
  const finalCounts = { ...counts, ...(await queries.countRows(db, work.importId)) };
  const frequent = words.mostFrequent(maxWords);
  const listed = (await kind.words?.withChoices?.(db, frequent)) ?? frequent;
  const reasons = await queries.frequentReasons(db, work.importId);
  const remarks = [...(shortRows > 0 ? [importMessages.shortRows(shortRows)] : []), ...(found?.remarks ?? [])];
  const findings = { zeros: found?.zeros ?? null, remarks, reasons };
  const end = {
    state: "checked",
    message: null,
    counts: finalCounts,
    rowsTotal: rowsDone,
    words: listed,
    findings,
  } as const;
  await inTransaction(db, (tx) => endWork(tx, work, end));
}

async function storeRows(
  db: Database,
  importId: number,
  rows: readonly CheckedRow[],
  counts: ImportCounts,
): Promise<void> {
  await queries.writeRows(db, importId, rows);
  for (const { outcome, likeId, faults } of rows) {
    counts[countOf[outcome]] += 1;
    if (likeId !== undefined) counts.duplicates += 1;
    if (outcome !== "fault" && faults.length > 0) counts.noted += 1;
  }
}

const countOf = {
  add: "added",
  change: "changed",
  same: "unchanged",
  skip: "skipped",
  fault: "faulty",
} as const;
