import type {
  ImportCounts,
  ImportFindings,
  ImportOf,
  ImportSettings,
  ImportUndone,
  ImportWord,
  WordField,
} from "#contract/imports/imports.ts";
import type { ImportedRecord } from "#contract/imports/undo-import.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import type { Actor, Snapshot } from "#server/platform/record-activity.ts";
import type { Layout, NamedField, RowFault } from "#server/platform/tables/columns.rules.ts";
import type { TableRow } from "#server/platform/tables/table.rules.ts";
import type { Meanings, UnmatchedWord } from "#server/platform/tables/words.rules.ts";
import type { ImportRow } from "./imports.queries.ts";

export type Outcome = "add" | "change" | "same" | "skip" | "fault";

/** The result of checking a row. */
export type CheckedRow = {
  row: number;
  outcome: Outcome;
  /** Identifies the record, such as its SKU. A row to save may get it in `finish`; without one, it isn't saved. */
  key: string | null;
  /** What `save` needs, as JSON; null unless the row adds or changes a record. `newCopies` in it is counted as copies. */
  draft: object | null;
  /** The errors of a faulty row; notes on any other. */
  faults: readonly RowFault[];
  /** The words that the library doesn't know, matched or not. */
  words?: readonly UnmatchedWord[];
  /** The record of the library that the row may duplicate. Staff can skip the row, or add it after all. */
  likeId?: number;
};

/** Checks the rows of one file, in batches and in order. Remembers what it must about earlier rows. */
export type RowCheck = {
  check: (rows: readonly TableRow[]) => Promise<CheckedRow[]>;
  /** Runs after the last row is stored, such as to assign keys; may mark rows as faulty, or remove them. */
  finish?: () => Promise<Pick<ImportFindings, "remarks" | "zeros">>;
};

/** A row that can't be saved because of a change made since the check. */
export type Conflict = { rows: readonly number[]; fault: RowFault };

export type SaveParts = {
  /** Everything is written in this transaction. */
  tx: Transaction;
  /** Another connection, for reading ahead. */
  db: Database;
  file: ImportRow;
  layout: Layout;
  actor: Actor;
  /** Reports how many rows are written; throws if the work should stop. */
  report: (rowsDone: number) => Promise<void>;
};

export type Saved = Pick<ImportCounts, "added" | "changed" | "copies"> & { conflicts: readonly Conflict[] };

export type UndoParts = { importId: number; actor: Actor };

/** The result of undoing some rows. The rest were locked by someone, and are tried again. */
export type UndoneRows = Pick<ImportUndone, "removed" | "restored" | "copies"> & {
  kept: readonly { row: number; reason: string }[];
};

/** A format other than a table, with fixed columns. */
export type RecordFormat = {
  /** Such as "MARC 21 records". */
  name: string;
  begins: (head: Uint8Array) => boolean;
  /** Explains why a file in a related format can't be read; undefined for other files. */
  objectionTo: (head: Uint8Array) => string | undefined;
  layout: Layout;
  rows: (bytes: AsyncIterable<Uint8Array>, db: Database) => AsyncGenerator<TableRow[]>;
};

/** A noun's part in importing files of its records. server/import-kinds.ts lists them. */
export type ImportKind = {
  of: ImportOf;
  maxRows: number;
  /** Sorted as on the matching screen. */
  fields: readonly NamedField[];
  records?: RecordFormat;
  /** Explains why a table can't be read with these fields; called after the general checks. */
  objectionToFields: (fields: ImportSettings["fields"]) => string | undefined;
  /** Explains why these settings can't be used, whatever the format. */
  objectionToSettings?: (db: Database, settings: ImportSettings) => Promise<string | undefined>;
  words?: {
    fields: readonly WordField[];
    /** Explains why a word can't mean this. */
    objectionTo: (db: Database, word: { field: WordField; value: string }) => Promise<string | undefined>;
    /** Adds what each word may mean. */
    withChoices?: (db: Database, words: readonly ImportWord[]) => Promise<ImportWord[]>;
  };
  openCheck: (
    db: Database,
    file: ImportRow,
    reading: { layout: Layout; meanings: Meanings; at: Date },
  ) => Promise<RowCheck>;
  nameOf: (draft: unknown) => string;
  /** Saves the rows of outcome "add" and "change" (`draftsAfter`), and records each in `imported_records`. */
  save: (parts: SaveParts) => Promise<Saved>;
  recordsById: (db: Database, ids: readonly number[]) => Promise<ImportedRecord[]>;
  /**
   * Undoes rows in a transaction: locks their records without waiting, and removes or restores those that nobody has used
   * or changed since. Their rows in `imported_records` must be gone afterward.
   */
  undo: (tx: Transaction, parts: UndoParts, rows: readonly number[]) => Promise<UndoneRows>;
  /** The entries of the activity log. */
  savedEntry: (counts: ImportCounts) => Snapshot;
  undoneEntry: (undone: ImportUndone) => Snapshot;
};

export type ImportKinds = readonly ImportKind[];

export function kindOf(kinds: ImportKinds, of: ImportOf): ImportKind {
  const kind = kinds.find((each) => each.of === of);
  if (!kind) throw new Error(`Nobody imports ${of}.`);
  return kind;
}
