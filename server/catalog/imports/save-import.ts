import { type ImportCounts, saveImport as saveCall } from "#contract/catalog/imports.ts";
import { importMessages } from "#contract/wire/messages.ts";
import { addSearchWords, addTitles, changeTitles } from "../titles/collection.queries.ts";
import { PutBack } from "#server/platform/jobs/job.ts";
import { type Actor, recordActivity } from "#server/platform/record-activity.ts";
import type { Clock } from "#server/platform/clock.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import * as rows from "./rows.queries.ts";
import { forgetTitles, noteAdded, noteChanged } from "./imported-titles.queries.ts";
import type { ImportRow } from "./imports.queries.ts";
import * as rules from "./reading/row.rules.ts";
import { layoutOf } from "./reading/rows-of-file.ts";
import { endWork, reporter, takeTurn, type Work } from "./work.queries.ts";

const taughtAtOnce = 4000; // larger batches repeat fewer words, but a statement must not take long

/** Rows that conflicted with changes made since the check: nothing is saved because of them. */
class MetOthers extends Error {
  readonly meetings: readonly Meeting[];

  constructor(meetings: readonly Meeting[]) {
    super("rows met changes of others");
    this.meetings = meetings;
  }
}

type Meeting = { rows: readonly number[]; fault: rules.RowFault };
type Save = { db: Database; work: Work; file: ImportRow; actor: Actor };

/**
 * Saves what was checked in one transaction: all of it, or nothing. A row that conflicts with a change made since the
 * check becomes invalid; then nothing is saved if all rows were wanted, and the others if only the valid ones were.
 */
export async function saveImport(db: Database, clock: Clock, work: Work, file: ImportRow): Promise<void> {
  const save: Save = { db, work, file, actor: { userId: file.saved_by ?? file.user_id, at: clock.now() } };
  const over = new AbortController();
  let taught: Promise<void> | undefined;
  const teach = () => {
    taught ??= teachWords(save, over.signal);
    taught.catch(() => undefined); // awaited below, where it is handled
    return taught;
  };
  try {
    const isDone = await inTransaction(db, (tx) => writeAll(tx, save, teach));
    if (!isDone) throw new PutBack(); // it is another import's turn
  } catch (error) {
    if (!(error instanceof MetOthers)) throw error;
    await sayWhatWasMet(save, error.meetings);
  } finally {
    over.abort();
    await taught?.catch(() => undefined);
  }
}

async function teachWords({ db, work }: Save, over: AbortSignal): Promise<void> {
  for (let after = 0; !over.aborted;) {
    const page = await rows.wordsAfter(db, work.importId, after, taughtAtOnce);
    if (!page?.words) return;
    await addSearchWords(db, page.words);
    after = page.last;
  }
}

type Page = { tx: Transaction; importId: number; titles: string; keys: readonly number[]; actor: Actor };

/** Adds titles, and notes them so that they can be taken back. */
async function add({ tx, importId, titles, keys, actor }: Page): Promise<number[]> {
  const refused = await addTitles(tx, titles, actor);
  await noteAdded(
    tx,
    importId,
    keys.filter((key) => !refused.includes(key)),
  );
  return refused;
}

async function change({ tx, importId, titles, keys, actor }: Page): Promise<number[]> {
  const refused = await changeTitles(tx, titles, actor, () => noteChanged(tx, importId, keys));
  await forgetTitles(tx, importId, refused);
  return refused;
}

const writing = [
  { outcome: "add", write: add, counted: "added", message: importMessages.skuAddedMeanwhile },
  { outcome: "change", write: change, counted: "changed", message: importMessages.titleChangedMeanwhile },
] as const;

async function writeAll(
  tx: Transaction,
  { db, work, file, actor }: Save,
  teach: () => Promise<void>,
): Promise<boolean> {
  if (!(await takeTurn(tx))) return false;
  const taught = teach();
  const counts: ImportCounts = { ...file.counts, added: 0, changed: 0, copies: 0 };
  const column = rules.columnOf(layoutOf(file), "referenceNumber");
  const report = reporter(db, work);
  let rowsDone = 0;
  const meetings: Meeting[] = [];
  for (const { outcome, write, counted, message } of writing) {
    const met: number[] = [];
    for await (const { titles, keys, copies } of ahead(rows.draftsOf(db, work.importId, outcome))) {
      const refused = new Set(await write({ tx, importId: work.importId, titles, keys, actor }));
      met.push(...refused);
      counts[counted] += keys.length - refused.size;
      counts.copies += copies.reduce((sum, each, place) => sum + (refused.has(keys[place] ?? 0) ? 0 : each), 0);
      rowsDone += keys.length;
      await report(rowsDone, file.counts.added + file.counts.changed, { rowsDone });
    }
    meetings.push({ rows: met, fault: { column, message } });
  }
  await taught;
  const refused = meetings.reduce((sum, each) => sum + each.rows.length, 0);
  if (refused > 0 && file.wanted !== "good") throw new MetOthers(meetings);
  for (const { rows: blamed, fault } of meetings) await rows.blameRows(tx, work.importId, blamed, fault);
  counts.faulty += refused;
  await recordActivity(tx, actor, {
    call: saveCall.call,
    kind: "import",
    subjectId: work.importId,
    label: file.file_name,
    before: null,
    after: {
      "Titles added": counts.added,
      "Titles changed": counts.changed,
      "Copies added": counts.copies,
    },
  });
  await endWork(tx, work, { state: "saved", counts, message: null, finishedAt: actor.at });
  return true;
}

/** The same pages, each requested while the previous one is written. */
async function* ahead<T>(pages: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = pages.next();
  try {
    for (let page = await next; !page.done; page = await next) {
      next = pages.next();
      next.catch(() => undefined); // awaited below, where it is handled
      yield page.value;
    }
  } finally {
    await next.catch(() => undefined);
  }
}

async function sayWhatWasMet({ db, work, file }: Save, meetings: readonly Meeting[]): Promise<void> {
  await inTransaction(db, async (tx) => {
    for (const { rows: blamed, fault } of meetings) await rows.blameRows(tx, work.importId, blamed, fault);
    const counts = { ...file.counts, ...(await rows.countRows(tx, work.importId)) };
    const message = importMessages.savedMeanwhile(meetings.reduce((sum, each) => sum + each.rows.length, 0));
    await endWork(tx, work, { state: "checked", counts, message });
  });
}
