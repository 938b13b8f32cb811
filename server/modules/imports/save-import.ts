import { type ImportCounts, saveImport as saveCall } from "#contract/imports.ts";
import { importMessages } from "#contract/messages.ts";
import { addTitles, changeTitles, addSearchWords } from "#server/modules/catalog/public.ts";
import { PutBack } from "#server/platform/jobs/job.ts";
import { type Actor, recordAudit } from "#server/platform/record-audit.ts";
import type { Clock } from "#server/platform/clock.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import * as rows from "./rows.queries.ts";
import type { ImportRow } from "./imports.queries.ts";
import * as rules from "./reading/row.rules.ts";
import { layoutOf } from "./reading/rows-of-file.ts";
import { endWork, reportProgress, takeTurn, type Work } from "./working/work.queries.ts";

const rowsAtOnce = 500;
const taughtAtOnce = 4000; // larger batches repeat fewer words, but a statement must not take long
const restBetween = 300; // ms between two progress reports

/** Rows that conflicted with changes made since the check: nothing is saved because of them. */
class MetOthers extends Error {
  readonly meetings: readonly Meeting[];

  constructor(meetings: readonly Meeting[]) {
    super("rows met changes of others");
    this.meetings = meetings;
  }
}

type Meeting = { rows: readonly number[]; fault: rules.RowFault };
type Save = { db: Database; work: Work; file: ImportRow; actor: Actor; done: number; toDo: number; saidAt: number };

/**
 * Saves what was checked in one transaction: all of it, or nothing. A row that conflicts with a change made since the
 * check becomes invalid; then nothing is saved if all rows were wanted, and the others if only the valid ones were.
 */
export async function saveImport(db: Database, clock: Clock, work: Work, file: ImportRow): Promise<void> {
  const { added, changed } = file.counts;
  const actor = { userId: file.saved_by ?? file.user_id, at: clock.now() };
  const save: Save = { db, work, file, actor, done: 0, toDo: Math.max(1, added + changed), saidAt: 0 };
  const over = new AbortController();
  let taught: Promise<void> | undefined;
  const teach = () => {
    taught ??= teachWords(save, over.signal);
    taught.catch(() => undefined); // awaited below, where it is handled
    return taught;
  };
  try {
    const isDone = await inTransaction(db, (tx) => writeAll(tx, { ...save }, teach));
    if (!isDone) throw new PutBack(); // it is another import's turn
  } catch (error) {
    if (!(error instanceof MetOthers)) throw error;
    await sayWhatWasMet(save, error.meetings);
  } finally {
    over.abort();
    await taught?.catch(() => undefined);
  }
}

/** Adds all words of the titles to the search dictionary, outside of the writing transaction. */
async function teachWords({ db, work }: Save, over: AbortSignal): Promise<void> {
  for (let after = 0; !over.aborted;) {
    const page = await rows.wordsAfter(db, work.importId, after, taughtAtOnce);
    if (!page?.words) return;
    await addSearchWords(db, page.words);
    after = page.last;
  }
}

async function writeAll(tx: Transaction, save: Save, teach: () => Promise<void>): Promise<boolean> {
  if (!(await takeTurn(tx))) return false;
  const taught = teach();
  const { file, actor, work } = save;
  const counts: ImportCounts = { ...file.counts, added: 0, changed: 0, copies: 0 };
  const layout = layoutOf(file);
  const column = rules.columnOf(layout, "referenceNumber");
  const met: Record<"add" | "change", number[]> = { add: [], change: [] };
  for await (const { titles, keys, copies } of ahead(additionsOf(save.db, work.importId))) {
    const refused = new Set(await addTitles(tx, titles, actor));
    met.add.push(...refused);
    counts.added += keys.length - refused.size;
    counts.copies += copies.reduce((sum, each, place) => sum + (refused.has(keys[place] ?? 0) ? 0 : each), 0);
    await report(save, keys.length);
  }
  for await (const page of ahead(changesOf(save.db, work.importId))) {
    const refused = new Set(await changeTitles(tx, page, actor));
    met.change.push(...refused);
    counts.changed += page.length - refused.size;
    counts.copies += page.reduce((sum, { key, newCopies }) => sum + (refused.has(key) ? 0 : newCopies), 0);
    await report(save, page.length);
  }
  await taught;
  const meetings: Meeting[] = [
    { rows: met.add, fault: { column, message: importMessages.skuAddedMeanwhile } },
    { rows: met.change, fault: { column, message: importMessages.titleChangedMeanwhile } },
  ];
  const refused = met.add.length + met.change.length;
  if (refused > 0 && file.wanted !== "good") throw new MetOthers(meetings);
  for (const { rows: blamed, fault } of meetings) await rows.blameRows(tx, work.importId, blamed, fault);
  counts.faulty += refused;
  await recordAudit(tx, actor, {
    call: saveCall.call,
    kind: "import",
    subjectId: work.importId,
    label: file.file_name,
    before: null,
    after: { "Titles added": counts.added, "Titles changed": counts.changed, "Copies added": counts.copies },
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

async function* additionsOf(db: Database, importId: number) {
  for (let after = 0; ;) {
    const page = await rows.draftsAfter(db, importId, after, rowsAtOnce);
    const last = page?.keys.at(-1);
    if (!page?.titles || last === undefined) return;
    yield { titles: page.titles, keys: page.keys, copies: page.copies };
    after = last;
  }
}

async function* changesOf(db: Database, importId: number) {
  for (let after = 0; ;) {
    const page = await rows.rowsAfter(db, importId, { outcome: "change", after, most: rowsAtOnce });
    const last = page.at(-1);
    if (!last) return;
    yield page.flatMap(({ row, sku, draft }) =>
      draft?.known && sku !== null ? [{ ...draft, ...draft.known, key: row, sku }] : [],
    );
    after = last.row;
  }
}

/** Reports progress outside of the transaction, where others can see it. */
async function report(save: Save, rowsDone: number): Promise<void> {
  save.done += rowsDone;
  if (performance.now() < save.saidAt + restBetween) return;
  save.saidAt = performance.now();
  const progress = Math.min(99, Math.floor((save.done / save.toDo) * 100));
  await reportProgress(save.db, save.work, { progress, rowsDone: save.done });
}

async function sayWhatWasMet({ db, work, file }: Save, meetings: readonly Meeting[]): Promise<void> {
  await inTransaction(db, async (tx) => {
    for (const { rows: blamed, fault } of meetings) await rows.blameRows(tx, work.importId, blamed, fault);
    const counts = { ...file.counts, ...(await rows.countRows(tx, work.importId)) };
    const message = importMessages.savedMeanwhile(meetings.reduce((sum, each) => sum + each.rows.length, 0));
    await endWork(tx, work, { state: "checked", counts, message });
  });
}
