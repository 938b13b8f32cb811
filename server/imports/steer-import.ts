import {
  cancelImport,
  type ImportDetail,
  importFieldNames,
  type ImportSettings,
  mapWords as mapCall,
  type WordField,
} from "#contract/imports/imports.ts";
import { importMessages, ownMessages } from "#contract/wire/messages.ts";
import { isMaskOf } from "#contract/catalog/grade-masks.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { codesOf } from "#server/catalog/codes/codes.queries.ts";
import { type Actor, recordActivity, type Snapshot } from "#server/platform/record-activity.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { countRows, remarksOf, skipDuplicates } from "./rows.queries.ts";
import { presentDetail } from "./imports.present.ts";
import * as queries from "./imports.queries.ts";
import { deleteOldFiles, lockMeanings, meaningsOf, type NewMeaning, writeMeanings } from "./imports.queries.ts";
import type { Clock } from "#server/platform/clock.ts";
import { fileFields } from "#server/catalog/imports/reading/file-fields.rules.ts";
import { renamedMeanings, UnknownWord, wordKey } from "#server/catalog/imports/reading/names.rules.ts";

const maxFaults = 100;

export async function showImport(db: Database, importId: number): Promise<ImportDetail> {
  const row = found(await queries.importOf(db, importId));
  const [faults, shortened] = await Promise.all([
    remarksOf(db, importId, "faulty", maxFaults),
    row.counts.shortened > 0 ? remarksOf(db, importId, "good", maxFaults) : [],
  ]);
  return presentDetail(row, faults, shortened);
}

export async function matchImport(db: Database, importId: number, settings: ImportSettings): Promise<void> {
  const unknownCode = objectionToDefaults(await codesOf(db), settings.defaults);
  if (unknownCode) throw new Refusal({ kind: "invalid" }, { sentence: unknownCode });
  await inTransaction(db, async (tx) => {
    const row = await lockedInState(tx, importId, ["matching", "checked"]);
    const objection = objectionTo(settings, row);
    if (objection) throw new Refusal({ kind: "invalid" }, { sentence: objection });
    await queries.requestCheck(tx, importId, settings);
  });
}

/** Rejects defaults with unknown codes; 0 means none. */
function objectionToDefaults(
  { categories, subjects, grades }: Awaited<ReturnType<typeof codesOf>>,
  { categoryId, subjectId, gradeId }: ImportSettings["defaults"],
): string | undefined {
  if (categoryId !== 0 && !categories.some((each) => each.categoryId === categoryId)) return ownMessages.noSuchCategory;
  if (subjectId !== 0 && !subjects.some((each) => each.subjectId === subjectId)) return ownMessages.noSuchSubject;
  return gradeId === 0 || isMaskOf(gradeId, grades) ? undefined : ownMessages.noSuchGrade;
}

function objectionTo({ fields }: ImportSettings, row: queries.ImportRow): string | undefined {
  if (row.kind === "marc") return fields.length === 0 ? undefined : importMessages.columnsDiffer(0);
  if (fields.length !== row.columns.length) return importMessages.columnsDiffer(row.columns.length);
  if (!fields.includes("title")) return importMessages.titleNotMatched;
  const repeated = fields.find(
    (field, place) => field !== null && field !== "description" && field !== "tags" && fields.indexOf(field) < place,
  );
  return repeated ? importMessages.matchedTwice(importFieldNames[repeated]) : undefined;
}

/** Starts saving the valid rows, or all rows if none is invalid. */
export async function saveRows(
  db: Database,
  importId: number,
  { wanted, userId }: { wanted: "all" | "good"; userId: number },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { counts } = await lockedInState(tx, importId, ["checked"]);
    if (wanted === "all" && counts.faulty > 0) throw new Refusal({ kind: "faulty-rows", rows: counts.faulty });
    if (counts.added + counts.changed === 0) throw new Refusal({ kind: "nothing-to-save" });
    await queries.requestSave(tx, importId, { wanted, userId });
  });
}

export async function skipRows(db: Database, importId: number, rows: { row: number; skip: boolean }): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { counts } = await lockedInState(tx, importId, ["checked"]);
    await skipDuplicates(tx, importId, rows);
    await queries.writeCounts(tx, importId, { ...counts, ...(await countRows(tx, importId)) });
  });
}

/** Cancels an import; its worker notices at the next step and rolls back. */
export async function cancel(db: Database, importId: number, actor: Actor): Promise<void> {
  await inTransaction(db, async (tx) => {
    const row = await lockedImport(tx, importId);
    if (["saved", "undoing", "undone"].includes(row.state)) throw new Refusal({ kind: "import-saved" });
    await queries.cancelImport(tx, importId, actor.at);
    await recordActivity(tx, actor, {
      call: cancelImport.call,
      kind: "import",
      subjectId: importId,
      label: row.file_name,
      before: { State: row.state },
      after: { State: "canceled" },
    });
  });
}

export async function lockedImport(tx: Transaction, importId: number): Promise<queries.ImportRow> {
  await queries.lockImport(tx, importId);
  return found(await queries.importOf(tx, importId));
}

async function lockedInState(tx: Transaction, importId: number, states: readonly string[]): Promise<queries.ImportRow> {
  const row = await lockedImport(tx, importId);
  if (!states.includes(row.state)) throw new Refusal({ kind: "import-not-ready", state: row.state });
  if (!row.is_file_kept) throw new Refusal({ kind: "import-file-gone" });
  return row;
}

const day = 24 * 60 * 60 * 1000; // ms
const hour = 60 * 60 * 1000; // ms

export async function cleanUpImports(db: Database, clock: Clock): Promise<void> {
  const now = clock.now().getTime();
  await deleteOldFiles(db, new Date(now - 7 * day), new Date(now - hour));
}

const readers = {
  category: fileFields.categoryId,
  subject: fileFields.subjectId,
  grade: fileFields.gradeId,
  language: fileFields.language,
} as const satisfies Record<WordField, unknown>;

export async function mapWords(db: Database, words: readonly NewMeaning[], actor: Actor): Promise<void> {
  const choices = await codesOf(db);
  for (const { field, value } of words) {
    const read = value ? readers[field].read(value, choices) : undefined;
    if (read instanceof UnknownWord)
      throw new Refusal({ kind: "invalid" }, { sentence: importMessages.noSuch(read.what, read.word, read.choices) });
  }
  await inTransaction(db, async (tx) => {
    const before = await meaningsOf(tx);
    await writeMeanings(tx, words);
    const after = await meaningsOf(tx);
    const snapshot = (meanings: ReadonlyMap<string, string>): Snapshot =>
      Object.fromEntries(
        words.map(({ field, word }) => {
          const value = meanings.get(wordKey(field, word));
          return [`${field} "${word}"`, value === "" ? "nothing" : (value ?? null)];
        }),
      );
    await recordActivity(tx, actor, {
      call: mapCall.call,
      kind: "import",
      subjectId: null,
      label: "Words of files",
      before: snapshot(before),
      after: snapshot(after),
    });
  });
}

type Renamed = { field: Extract<WordField, "subject" | "grade">; from: string; to: string };

/** Updates the matches of words after codes were renamed, and adds the previous names as words. */
export async function renameInWords(tx: Transaction, renames: readonly Renamed[]): Promise<void> {
  const meanings = await lockMeanings(tx);
  await writeMeanings(tx, renamedMeanings(meanings, renames));
}
