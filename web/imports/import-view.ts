import type { ImportDetail, ImportOf, ImportWord, WordField } from "#contract/imports/imports.ts";
import type { ImportedRecord } from "#contract/imports/undo-import.ts";
import type { ComponentType, ReactNode } from "react";
import type { MatchingForm, MatchingValues } from "./matching-values.ts";

/** A field that a column can map to. */
type FieldView = {
  name: string;
  label: string;
  /** What the column contains, for the list of columns. */
  help: string;
  /** Several columns may map to it. */
  mayRepeat?: boolean;
};

/** A noun's part of the import screens, like `ImportKind` on the server. */
export type ImportView = {
  of: ImportOf;
  one: string;
  many: string;
  /** Where the records are, such as "in the inventory". */
  place: string;
  home: { to: `/${string}`; label: string };
  /** The page with the upload, if it isn't Import and export. */
  uploadPage?: { to: `/${string}`; label: string };
  fields: readonly FieldView[];
  /** Returns the sentence about a required field that no column maps to. */
  missingField: (fields: readonly (string | null)[]) => string | undefined;
  /** More problems of the matching, in form order. */
  problemsOf?: (values: MatchingValues, kind: ImportDetail["kind"]) => { field: string; message: string }[];
  /** The choices besides the columns, such as defaults. */
  Settings?: ComponentType<{ form: MatchingForm; kind: ImportDetail["kind"] }>;
  /** Offers to repair many rows at once, next to the errors of a check. */
  Repairs?: ComponentType<{ detail: ImportDetail; onChecking: () => void }>;
  upload: {
    heading: string;
    lead: string;
    hint: string;
    /** By default, the types of CSV files. */
    accept?: string;
    sample: { fileName: string; lines: readonly string[] };
  };
  /** The question about duplicates, and why the rows look like duplicates. */
  duplicates: { known: string; why: string };
  /** The column that tells records apart, such as "SKU Number". */
  mark: string;
  /** What the notes about rows say; by default, anything. */
  notes?: { heading: string; column: string };
  words?: {
    heading: string;
    lead: string;
    labels: Partial<Record<WordField, string>>;
    /** The choice that empties the cell or leaves it unchanged. */
    nothing: string;
    useNames: () => (word: ImportWord) => readonly string[];
  };
  linkTo: (recordId: number) => `/${string}`;
  /** How a record's name looks, if not plain. */
  nameOf?: (record: Pick<ImportedRecord, "name" | "language">) => ReactNode;
  undoExplanation: string;
  keptReasons: Readonly<Record<string, string>>;
  /** More about the result of the check. */
  Checked?: ComponentType<{ detail: ImportDetail }>;
  /** More next steps after a save. */
  Next?: ComponentType<{ detail: ImportDetail }>;
  /** What to do next with the records, below the results of a save. */
  AfterSave?: ComponentType<{ detail: ImportDetail }>;
};

export const uploadPageOf = (view: ImportView | undefined): NonNullable<ImportView["uploadPage"]> =>
  view?.uploadPage ?? { to: "/admin/import", label: "Import and export" };
