import * as z from "zod/mini";
import { importLimits } from "../wire/size-limits.ts";
import type { FileField } from "./title-fields.ts";
import { fileLabels, fileNames } from "./title-record.ts";
import { endpoint } from "../wire/endpoint.ts";
import { codeOrAll, id, idOrAll, text, whole } from "../wire/text.ts";

/** What a column of a file can hold: a field of a title, or its copies. */
export type ImportField = FileField | "copies" | "copyDetails";

/** The names of columns, which exports use as headers. */
export const importFieldNames: Record<ImportField, string> = {
  ...fileLabels,
  copies: "Copies",
  copyDetails: "Copy details",
};

/** In the order of an export's columns. */
export const importFields: readonly ImportField[] = [...fileNames, "copies", "copyDetails"];

/** The extra column in the file of invalid rows. A new upload ignores it. */
export const faultColumn = "What is wrong";

/**
 * The state of an import.
 * - `matching`: the file is uploaded and only its columns were read. Next: MatchColumns.
 * - `checking`: the dry run is in progress (`progress`). It doesn't change the collection.
 * - `checked`: `counts` say what a save would do, `faults` what is wrong. Next: SaveRows, or MatchColumns again.
 * - `saving`: in progress; the save is atomic.
 * - `saved`: `counts` say what was done. Next: Undo.
 * - `undoing`: in progress, in batches of titles.
 * - `undone`: reverted, except for titles used since.
 * - `canceled`: nothing was saved.
 * - `failed`: nothing was saved; `message` says why.
 */
export const importStates = [
  "matching",
  "checking",
  "checked",
  "saving",
  "saved",
  "undoing",
  "undone",
  "canceled",
  "failed",
] as const;
export type ImportState = (typeof importStates)[number];

/** One error in a readable sentence. `row` counts like a spreadsheet: the header is row 1. */
export const importFault = z.object({
  row: z.number(),
  /** The header in the file, or the MARC field, such as "245"; empty when the error concerns the whole row. */
  column: z.string(),
  message: z.string(),
});
export type ImportFault = z.output<typeof importFault>;

export const wordFields = ["category", "subject", "grade", "language"] as const;
export type WordField = (typeof wordFields)[number];

/**
 * A word of the file that the library doesn't have, the number of rows with it, and its match (`Import/MapWords`): empty
 * for nothing, null while unmatched.
 */
export const importWord = z.object({
  field: z.enum(wordFields),
  word: z.string(),
  rows: z.number(),
  value: z.nullable(z.string()),
});
export type ImportWord = z.output<typeof importWord>;

/** A column of the file: its name, up to three values from the first rows, and the field it maps to. */
export const importColumn = z.object({
  name: z.string(),
  samples: z.array(z.string()),
  field: z.nullable(z.enum(importFields)),
});
export type ImportColumn = z.output<typeof importColumn>;

/** Defaults for rows without a value; with 0 or empty, such a row is an error. `copies` is for new titles. */
const defaultsBody = z.object({
  categoryId: z._default(codeOrAll, 0),
  subjectId: z._default(codeOrAll, 0),
  gradeId: z._default(idOrAll, 0),
  description: text(),
  copies: z._default(whole(0, 50), 1),
});

/** How to read a file: the latest choices, or proposals. */
export const importSettings = z.object({
  /** The field of each column, in the order of `columns`; null to skip it. Always empty for MARC. */
  fields: z.array(z.nullable(z.enum(importFields))),
  defaults: z.object({
    categoryId: z.number(),
    subjectId: z.number(),
    gradeId: z.number(),
    description: z.string(),
    copies: z.number(),
  }),
  existing: z.enum(["skip", "update"]),
  /** A category, subject, or grade the library doesn’t have: an error, or the default, keeping the word as a tag. */
  unknown: z.enum(["fault", "default"]),
  /** A title that is too long: an error, or cut between two words (`shortened`). */
  longTitles: z._default(z.enum(["fault", "shorten"]), "fault"),
});
export type ImportSettings = z.output<typeof importSettings>;

/** The number of rows of each kind and of copies: expected while checking and checked, final once saved. */
export const importCounts = z.object({
  added: z.number(),
  changed: z.number(),
  unchanged: z.number(),
  /** Already in the catalog with `existing` skip, or skipped as duplicates. */
  skipped: z.number(),
  faulty: z.number(),
  copies: z.number(),
  shortened: z.number(),
  /** Possible duplicates: new rows that look like a title of the library (`Import/GetDuplicates`). */
  duplicates: z.number(),
});
export type ImportCounts = z.output<typeof importCounts>;

/** What an undo has done so far: titles removed, restored, and kept, and copies removed. */
export const importUndone = z.object({
  removed: z.number(),
  restored: z.number(),
  copies: z.number(),
  kept: z.number(),
});
export type ImportUndone = z.output<typeof importUndone>;

/** An import in a list. Instants are ISO 8601; `progress` is 0 to 100 while checking, saving, and undoing. */
export const importSummary = z.object({
  importId: z.number(),
  fileName: z.string(),
  size: z.number(),
  kind: z.enum(["csv", "marc"]),
  state: z.enum(importStates),
  /** Why the import failed or what conflicted; null when there is nothing to report. */
  message: z.nullable(z.string()),
  progress: z.number(),
  /** The number of non-empty rows; null until the whole file was read. */
  rowsTotal: z.nullable(z.number()),
  rowsDone: z.number(),
  counts: importCounts,
  userName: z.string(),
  uploadedAt: z.string(),
  finishedAt: z.nullable(z.string()),
  /** Whether the file is still stored. Without it the import is read-only. Files are kept for seven days. */
  isFileKept: z.boolean(),
  canBeUndone: z.boolean(),
  /** null until an undo. */
  undone: z.nullable(importUndone),
});
export type ImportSummary = z.output<typeof importSummary>;

export const importDetail = z.extend(importSummary, {
  encoding: z.enum(["UTF-8", "Windows-1252", "UTF-16"]),
  /** For CSV; null for MARC. */
  delimiter: z.nullable(z.enum(["comma", "semicolon", "tab"])),
  /** Empty for MARC, whose fields are known. */
  columns: z.array(importColumn),
  settings: importSettings,
  /** The first hundred errors, by row, without those of `words`; `counts.faulty` counts all invalid rows. */
  faults: z.array(importFault),
  /** Words that the library doesn't have, most frequent first, up to 200; empty once the file is deleted. */
  words: z.array(importWord),
  shortened: z.array(importFault),
});
export type ImportDetail = z.output<typeof importDetail>;

/**
 * Extension: uploads a file of titles, CSV or MARC 21 in UTF-8, up to 50 MB. It only reads the file and adds nothing to
 * the collection. Other file types are refused with a sentence, larger files with 413.
 */
export const uploadImport = endpoint("POST Import/UploadFile", {
  access: "clerk",
  upload: "uploadFile",
  streamed: true,
  answer: { id: z.number(), data: importDetail },
});

const ofOneImport = { access: "clerk", params: { id }, answer: { data: importDetail } } as const;

/** Extension: one import, for polling its progress. */
export const getImport = endpoint("GET Import/GetImport/{id}", ofOneImport);

/** Extension: the last twenty imports, newest first. */
export const getRecentImports = endpoint("GET Import/GetRecentImports", {
  access: "clerk",
  answer: { data: z.array(importSummary) },
});

/**
 * Extension: maps the columns and starts the dry run, which does not change the collection; from `matching` and
 * `checked`. Several columns may map to the description or the tags, but at most one to any other field. A CSV needs a
 * title column; for MARC `fields` stays empty.
 */
export const matchImport = endpoint("POST Import/MatchColumns/{id}", {
  ...ofOneImport,
  changesNothing: true,
  body: z.object({
    fields: z._default(
      z
        .array(z.nullable(z.enum(importFields)))
        .check(z.maxLength(importLimits.columns, `cannot be more than ${importLimits.columns}`)),
      [],
    ),
    defaults: z.optional(defaultsBody),
    existing: z._default(z.enum(["skip", "update"], "must be skip or update"), "skip"),
    unknown: z._default(z.enum(["fault", "default"], "must be fault or default"), "fault"),
    longTitles: z._default(z.enum(["fault", "shorten"], "must be fault or shorten"), "fault"),
  }),
});

/**
 * Extension: saves the checked rows in the background: `all` only when every row is valid, `good` for the valid rows.
 * The save is atomic. From `checked`. The activity log gets an entry when it is saved.
 */
export const saveImport = endpoint("POST Import/SaveRows/{id}", {
  ...ofOneImport,
  body: z.object({ rows: z.enum(["all", "good"], "must be all or good") }),
});

/** Extension: cancels an import; refused once it is saved. */
export const cancelImport = endpoint("POST Import/Cancel/{id}", ofOneImport);

/**
 * Extension: the invalid rows as uploaded, with an extra column of errors. The fixed file can be uploaded again. For
 * MARC, a CSV of what could be read of the invalid records.
 */
export const getFaultyRows = endpoint("GET Import/GetFaultyRows/{id}", {
  access: "clerk",
  changesNothing: true,
  params: { id },
  file: "text/csv",
});

/** Extension: the collection as a CSV with one row per title, without pictures. Importing it changes nothing. */
export const exportCollection = endpoint("GET Import/ExportCollection", { access: "clerk", file: "text/csv" });

/** Maximum words of an import, and of one call to match them. */
export const maxWords = 200;

/**
 * Extension: matches words of files to the name of a category, subject, grade, or language, for every later check. Empty
 * matches nothing; null removes the match.
 */
export const mapWords = endpoint("POST Import/MapWords", {
  access: "clerk",
  body: z.object({
    words: z
      .array(
        z.object({
          field: z.enum(wordFields, `must be one of ${wordFields.join(", ")}`),
          word: text(),
          value: z.nullable(text()),
        }),
      )
      .check(z.minLength(1, "cannot be empty"), z.maxLength(maxWords, `cannot be more than ${maxWords}`)),
  }),
  answer: {},
});
