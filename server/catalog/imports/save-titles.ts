import { importMessages } from "#contract/wire/messages.ts";
import { type Conflict, type ImportKind, removeRecords } from "#server/imports/public.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import type { Actor } from "#server/platform/record-activity.ts";
import { addSearchWords, addTitles, changeTitles } from "../titles/collection.queries.ts";
import { recordAdded, recordChanged } from "./imported-titles.queries.ts";
import * as rules from "./reading/row.rules.ts";
import * as queries from "./title-rows.queries.ts";

const wordBatchSize = 4000; // larger batches repeat fewer words, but a statement mustn't take too long

/** Saves titles, and adds their search words on another connection at the same time. */
export const saveTitles: ImportKind["save"] = async (parts) => {
  const stopping = new AbortController();
  const adding = addWords(parts.db, parts.file.import_id, stopping.signal);
  adding.catch(() => undefined); // awaited below, where it is handled
  try {
    const saved = await writeAll(parts);
    await adding;
    return saved;
  } finally {
    stopping.abort();
    await adding.catch(() => undefined);
  }
};

async function addWords(db: Database, importId: number, stopping: AbortSignal): Promise<void> {
  for (let after = 0; !stopping.aborted;) {
    const page = await queries.wordsAfter(db, importId, after, wordBatchSize);
    if (!page?.words) return;
    await addSearchWords(db, page.words);
    after = page.last;
  }
}

type Page = { tx: Transaction; importId: number; titles: string; keys: readonly number[]; actor: Actor };

/** Adds titles, and records them for undo. */
async function add({ tx, importId, titles, keys, actor }: Page): Promise<number[]> {
  const conflictKeys = await addTitles(tx, titles, actor);
  await recordAdded(
    tx,
    importId,
    keys.filter((key) => !conflictKeys.includes(key)),
  );
  return conflictKeys;
}

async function change({ tx, importId, titles, keys, actor }: Page): Promise<number[]> {
  const conflictKeys = await changeTitles(tx, titles, actor, () => recordChanged(tx, importId, keys));
  await removeRecords(tx, importId, conflictKeys);
  return conflictKeys;
}

const writing = [
  { outcome: "add", write: add, counted: "added", message: importMessages.skuAddedMeanwhile },
  { outcome: "change", write: change, counted: "changed", message: importMessages.titleChangedMeanwhile },
] as const;

const writeAll: ImportKind["save"] = async ({ tx, db, file, layout, actor, report }) => {
  const importId = file.import_id;
  const counts = { added: 0, changed: 0, copies: 0 };
  const column = rules.columnOf(rules.titleLayout(layout), "referenceNumber");
  const conflicts: Conflict[] = [];
  let rowsDone = 0;
  for (const { outcome, write, counted, message } of writing) {
    const conflicting: number[] = [];
    for await (const { titles, keys, copies } of ahead(queries.draftsOf(db, importId, outcome))) {
      const conflictKeys = new Set(await write({ tx, importId, titles, keys, actor }));
      conflicting.push(...conflictKeys);
      counts[counted] += keys.length - conflictKeys.size;
      counts.copies += copies.reduce((sum, each, place) => sum + (conflictKeys.has(keys[place] ?? 0) ? 0 : each), 0);
      rowsDone += keys.length;
      await report(rowsDone);
    }
    conflicts.push({ rows: conflicting, fault: { column, message } });
  }
  return { ...counts, conflicts };
};

/** Requests each page while the previous one is written. */
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
