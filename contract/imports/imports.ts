import * as z from "zod/mini";
import { importLimits } from "../wire/size-limits.ts";
import { limits } from "../catalog/codes.ts";
import { endpoint } from "../wire/endpoint.ts";
import { delimiters, encodings, headerRow, tableFormat } from "../wire/table-format.ts";
import { codeOrAll, id, idOrAll, text, whole } from "../wire/text.ts";

/** What a file can be about. Each noun adds its own: see server/imports/import-kind.ts. */
export const importKinds = ["titles", "borrowers", "loans", "tracking"] as const;
export type ImportOf = (typeof importKinds)[number];

/** The extra column in the file of invalid rows. A later upload ignores it. */
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

/** One error, as a sentence for people. `row` counts as in a spreadsheet: the header is row 1. */
export const importFault = z.object({
  row: z.number(),
  /** The column's header or the MARC field, such as "245"; empty when the error concerns the whole row. */
  column: z.string(),
  message: z.string(),
});
export type ImportFault = z.output<typeof importFault>;

/** The fields whose words a library matches to its own. */
export const wordFields = ["category", "subject", "grade", "language", "school"] as const;
export type WordField = (typeof wordFields)[number];

/**
 * A word in the file that the library doesn't have, how many rows have it, and its match from `Import/MapWords`: empty
 * to ignore the word, null before anyone matches it.
 */
export const importWord = z.object({
  field: z.enum(wordFields),
  word: z.string(),
  rows: z.number(),
  value: z.nullable(z.string()),
  /** What the word may mean, best first; empty if the field has one list for all words. */
  choices: z.array(z.string()),
  /** What a spreadsheet did to the word, as a sentence; `choices` then has what it probably was. */
  hint: z.optional(z.string()),
});
export type ImportWord = z.output<typeof importWord>;

/** A column in the file: its name, up to three values from the first rows, and the field it maps to. */
export const importColumn = z.object({
  name: z.string(),
  samples: z.array(z.string()),
  field: z.nullable(z.string()),
});
export type ImportColumn = z.output<typeof importColumn>;

/**
 * For titles: the defaults for rows without a value. With a default of 0 or empty, such a row is an error. `copies`
 * applies to new titles.
 */
const defaultsBody = z.object({
  categoryId: z._default(codeOrAll, 0),
  subjectId: z._default(codeOrAll, 0),
  gradeId: z._default(idOrAll, 0),
  description: text(),
  /** A primary BCP 47 tag; empty when unknown. */
  language: z._default(text(), ""),
  copies: z._default(whole(0, 50), 1),
});

/** How to read a file: the latest choices, or suggestions before the first choice. Only titles use more than `fields`. */
export const importSettings = z.object({
  /** The field of each column, in the order of `columns`; null to skip it. Always empty for MARC. */
  fields: z.array(z.nullable(z.string())),
  defaults: z.object({
    categoryId: z.number(),
    subjectId: z.number(),
    gradeId: z.number(),
    description: z.string(),
    language: z.string(),
    copies: z.number(),
  }),
  existing: z.enum(["skip", "update"]),
  /**
   * What to do with an unknown category, subject, or grade: report an error, or use the default and keep the word as a
   * tag.
   */
  unknown: z.enum(["fault", "default"]),
  /** What to do with a title that is too long: report an error, or cut it between two words (`shortened`). */
  longTitles: z._default(z.enum(["fault", "shorten"]), "fault"),
  /**
   * How many digits to pad SKU Numbers to with zeros, which spreadsheets remove; 1 keeps them unchanged. While it's
   * null, SKU Numbers that may have lost zeros are errors.
   */
  skuDigits: z._default(z.nullable(z.number()), null),
});
export type ImportSettings = z.output<typeof importSettings>;

/**
 * The number of rows of each outcome, and of the copies of titles: estimates while checking and checked, final after the
 * save.
 */
export const importCounts = z.object({
  added: z.number(),
  changed: z.number(),
  unchanged: z.number(),
  /** Rows skipped because the library has their records (titles: with `existing` set to "skip") or they look like duplicates. */
  skipped: z.number(),
  faulty: z.number(),
  copies: z.number(),
  /** Valid rows with notes, such as titles that were shortened. */
  noted: z.number(),
  /** Possible duplicates: new rows that resemble a record of the library (`Import/GetDuplicates`). */
  duplicates: z.number(),
});
export type ImportCounts = z.output<typeof importCounts>;

/** What the last check found, besides the outcome of each row. */
export const importFindings = z.object({
  /** What a save would make up or join, as sentences. */
  remarks: z._default(z.array(z.string()), []),
  /** The ten most frequent reasons for errors, except unknown words, and how many rows have them. */
  reasons: z._default(z.array(z.object({ message: z.string(), rows: z.number() })), []),
  /** SKU Numbers of titles that may have lost zeros: how many, one of them, and how many digits they probably had. */
  zeros: z._default(z.nullable(z.object({ rows: z.number(), sku: z.string(), digits: z.number() })), null),
});
export type ImportFindings = z.output<typeof importFindings>;

/** The progress of an undo: how many records it removed, restored, and kept, and how many copies of titles it removed. */
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
  of: z.enum(importKinds),
  fileName: z.string(),
  size: z.number(),
  kind: z.enum(["csv", "marc"]),
  state: z.enum(importStates),
  /** Why the import failed, or what conflicted; null when there is nothing to report. */
  message: z.nullable(z.string()),
  progress: z.number(),
  /** The number of non-empty rows; null until the server has read the whole file. */
  rowsTotal: z.nullable(z.number()),
  rowsDone: z.number(),
  counts: importCounts,
  userName: z.string(),
  uploadedAt: z.string(),
  finishedAt: z.nullable(z.string()),
  /** Whether the file is still stored. Files are deleted after seven days, and the import is then read-only. */
  isFileKept: z.boolean(),
  canBeUndone: z.boolean(),
  /** Null before an undo. */
  undone: z.nullable(importUndone),
});
export type ImportSummary = z.output<typeof importSummary>;

export const importDetail = z.extend(importSummary, {
  /** How a CSV is read; null for MARC. */
  format: z.nullable(tableFormat),
  /** Empty for MARC, which has fixed fields. */
  columns: z.array(importColumn),
  settings: importSettings,
  /** The first hundred errors by row, not counting unknown `words`; `counts.faulty` counts all invalid rows. */
  faults: z.array(importFault),
  /** Up to 200 words that the library doesn't have, most frequent first; empty once the file is deleted. */
  words: z.array(importWord),
  /** The first hundred notes on valid rows. */
  notes: z.array(importFault),
  findings: importFindings,
});
export type ImportDetail = z.output<typeof importDetail>;

/**
 * Extension: uploads a file, CSV or for titles MARC 21, up to 50 MB. This call only reads the file; nothing else changes.
 * Other file types are refused with a sentence, larger files with 413.
 */
export const uploadImport = endpoint("POST Import/UploadFile", {
  access: "clerk",
  query: z.object({ of: z._default(z.enum(importKinds), "titles") }),
  upload: "uploadFile",
  streamed: true,
  answer: { id: z.number(), data: importDetail },
});

const ofOneImport = { access: "clerk", params: { id }, answer: { data: importDetail } } as const;

/** Extension: returns an import, so that clients can poll its progress. */
export const getImport = endpoint("GET Import/GetImport/{id}", ofOneImport);

/** Extension: returns the last twenty imports, newest first. */
export const getRecentImports = endpoint("GET Import/GetRecentImports", {
  access: "clerk",
  answer: { data: z.array(importSummary) },
});

/**
 * The beginning of a CSV, read in this format: its columns with their suggested fields, and its first rows with
 * something in them, from the top of the file. Long cells are shortened, and a row has only the first twelve. `notes`
 * say what was left out or changed.
 */
export const firstRows = z.object({
  format: tableFormat,
  columns: z.array(importColumn),
  rows: z.array(z.object({ row: z.number(), cells: z.array(z.string()) })),
  notes: z.array(z.string()),
});
export type FirstRows = z.output<typeof firstRows>;

/**
 * Extension: reads the beginning of a CSV in another format, without changing the import. What isn't given is detected.
 * Works from `matching` and `checked`.
 */
export const getFirstRows = endpoint("GET Import/GetFirstRows/{id}", {
  access: "clerk",
  params: { id },
  query: z.object({
    encoding: z.optional(z.enum(encodings, "must be a known encoding")),
    delimiter: z.optional(z.enum(delimiters, "must be a known delimiter")),
    headerRow: z.optional(headerRow),
  }),
  answer: { data: firstRows },
});

/**
 * Extension: maps the columns and starts a dry run, which changes nothing else. Works from `matching` and `checked`. Only
 * one column may map to a field, except for those with texts that can be joined. Some fields are required; for MARC,
 * `fields` stays empty.
 */
export const matchImport = endpoint("POST Import/MatchColumns/{id}", {
  ...ofOneImport,
  changesNothing: true,
  body: z.object({
    /** How to read a CSV, if not as before. */
    format: z.optional(z.nullable(tableFormat)),
    fields: z._default(
      z
        .array(z.nullable(text()))
        .check(z.maxLength(importLimits.columns, `cannot be more than ${importLimits.columns}`)),
      [],
    ),
    defaults: z.optional(defaultsBody),
    existing: z._default(z.enum(["skip", "update"], "must be skip or update"), "skip"),
    unknown: z._default(z.enum(["fault", "default"], "must be fault or default"), "fault"),
    longTitles: z._default(z.enum(["fault", "shorten"], "must be fault or shorten"), "fault"),
    skuDigits: z._default(z.nullable(whole(1, limits.sku)), null),
  }),
});

/**
 * Extension: saves the checked rows in the background and atomically. Works from `checked`: `all` requires every row to
 * be valid, `good` saves only the valid rows. A finished save adds an entry to the activity log.
 */
export const saveImport = endpoint("POST Import/SaveRows/{id}", {
  ...ofOneImport,
  body: z.object({ rows: z.enum(["all", "good"], "must be all or good") }),
});

/** Extension: cancels an import. Refused after the save. */
export const cancelImport = endpoint("POST Import/Cancel/{id}", ofOneImport);

/**
 * Extension: returns the invalid rows as uploaded, plus a column of errors, so that staff can fix and upload them
 * again. For MARC, returns a CSV of the legible parts of the invalid records.
 */
export const getFaultyRows = endpoint("GET Import/GetFaultyRows/{id}", {
  access: "clerk",
  changesNothing: true,
  params: { id },
  file: "text/csv",
});

/** The maximum number of unknown words in an import, and of words in one call to match them. */
export const maxWords = 200;

/**
 * Extension: matches words in files to names of the library, such as those of its categories or schools, for this and
 * all later checks. An empty match ignores the word; null removes the match.
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
