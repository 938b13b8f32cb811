import { isDeepStrictEqual } from "node:util";
import {
  cancelImport,
  type FirstRows,
  type ImportDetail,
  type ImportSettings,
  mapWords as mapCall,
} from "#contract/imports/imports.ts";
import type { FormatChoice, TableFormat } from "#contract/wire/table-format.ts";
import { importMessages } from "#contract/wire/messages.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { type Actor, recordActivity, type Snapshot } from "#server/platform/record-activity.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { wordKey } from "#server/platform/tables/words.rules.ts";
import { firstRowsAs } from "./first-rows.ts";
import { type ImportKind, type ImportKinds, kindOf } from "./import-kind.ts";
import { countRows, remarksOf, skipDuplicates } from "./rows.queries.ts";
import { presentDetail } from "./imports.present.ts";
import * as queries from "./imports.queries.ts";
import { deleteOldFiles, meaningsOf, type NewMeaning, writeMeanings } from "./imports.queries.ts";
import type { Clock } from "#server/platform/clock.ts";

const maxFaults = 100;

export async function showImport(db: Database, importId: number): Promise<ImportDetail> {
  const row = found(await queries.importOf(db, importId));
  const [faults, notes] = await Promise.all([
    remarksOf(db, importId, "faulty", maxFaults),
    row.counts.noted > 0 ? remarksOf(db, importId, "good", maxFaults) : [],
  ]);
  return presentDetail(row, faults, notes);
}

export async function matchImport(
  { db, kinds }: { db: Database; kinds: ImportKinds },
  importId: number,
  { format = null, ...settings }: ImportSettings & { format?: TableFormat | null | undefined },
): Promise<void> {
  const before = found(await queries.importOf(db, importId));
  const kind = kindOf(kinds, before.of);
  const choice = format && !isDeepStrictEqual(format, before.format) ? format : undefined;
  const read = choice && (await firstRows({ db, kinds }, importId, choice));
  const unusable = await kind.objectionToSettings?.(db, settings);
  if (unusable) throw new Refusal({ kind: "invalid" }, { sentence: unusable });
  await inTransaction(db, async (tx) => {
    const row = await lockedInState(tx, importId, ["matching", "checked"]);
    const matching = { format: row.format, columns: row.columns, ...read, settings };
    const objection = objectionTo(matching, row.kind, kind);
    if (objection) throw new Refusal({ kind: "invalid" }, { sentence: objection });
    await queries.requestCheck(tx, importId, matching);
  });
}

/** Reads the beginning of a CSV in another format, detecting what isn't chosen. */
export async function firstRows(
  { db, kinds }: { db: Database; kinds: ImportKinds },
  importId: number,
  choice: FormatChoice,
): Promise<FirstRows> {
  const row = inState(found(await queries.importOf(db, importId)), ["matching", "checked"]);
  if (row.kind === "marc") throw new Refusal({ kind: "invalid" }, { sentence: importMessages.columnsDiffer(0) });
  return firstRowsAs(db, row, { kind: kindOf(kinds, row.of), choice });
}

function objectionTo(
  { columns, settings: { fields } }: queries.Matching,
  format: queries.ImportRow["kind"],
  kind: ImportKind,
): string | undefined {
  if (format === "marc") return fields.length === 0 ? undefined : importMessages.columnsDiffer(0);
  if (fields.length !== columns.length) return importMessages.columnsDiffer(columns.length);
  const named = new Map(kind.fields.map((field) => [field.name, field]));
  const unknown = fields.find((name) => name !== null && !named.has(name));
  if (unknown) return importMessages.noSuchField(unknown);
  const objection = kind.objectionToFields(fields);
  if (objection) return objection;
  const repeated = fields.find(
    (name, place) => name !== null && !named.get(name)?.mayRepeat && fields.indexOf(name) < place,
  );
  return repeated ? importMessages.matchedTwice(named.get(repeated)?.label ?? repeated) : undefined;
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
    const newCounts = { ...counts, ...(await countRows(tx, importId)) };
    await queries.changeImport(tx, importId, { counts: JSON.stringify(newCounts) });
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
  return inState(await lockedImport(tx, importId), states);
}

function inState(row: queries.ImportRow, states: readonly string[]): queries.ImportRow {
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

export async function mapWords(
  { db, kinds }: { db: Database; kinds: ImportKinds },
  words: readonly NewMeaning[],
  actor: Actor,
): Promise<void> {
  for (const { field, value } of words) {
    const kind = kinds.find((each) => each.words?.fields.includes(field));
    const objection = value ? await kind?.words?.objectionTo(db, { field, value }) : undefined;
    if (objection) throw new Refusal({ kind: "invalid" }, { sentence: objection });
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
