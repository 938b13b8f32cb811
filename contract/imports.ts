import * as z from "zod/mini";
import { importLimits } from "./codes.ts";
import type { FileField } from "./titles/title-fields.ts";
import { fileLabels, fileNames } from "./titles/title-record.ts";
import { endpoint } from "./wire/endpoint.ts";
import { codeOrAll, id, text } from "./wire/text.ts";

/** What a column of a file can be: a field of a title, or what there is of its copies. */
export type ImportField = FileField | "copies" | "copyDetails";

/** The name of each column as people read it; the export's columns are called so. */
export const importFieldNames: Record<ImportField, string> = {
  ...fileLabels,
  copies: "Copies",
  copyDetails: "Copy details",
};

/** In the order in which a form should offer them, which is that of an export's columns. */
export const importFields: readonly ImportField[] = [...fileNames, "copies", "copyDetails"];

/** The column that the file of faulty rows has besides; when it is uploaded again, it is passed over. */
export const faultColumn = "What is wrong";

/**
 * Where an import stands.
 * - `matching`: the file is here; nothing is read of it but its columns. Next: MatchColumns.
 * - `checking`: the dry run goes on in the background (`progress`). Nothing of the collection is touched.
 * - `checked`: `counts` say what would be done, `faults` what is wrong. Next: SaveRows, or MatchColumns once more.
 * - `saving`: in the background; all of it is kept in the end, or nothing.
 * - `saved`: `counts` say what was done.
 * - `cancelled`: nothing was saved.
 * - `failed`: nothing was saved; `message` says why.
 */
export const importStates = ["matching", "checking", "checked", "saving", "saved", "cancelled", "failed"] as const;
export type ImportState = (typeof importStates)[number];

/** One thing that is wrong, as a person would say it. `row` counts as a spreadsheet does: the header is row 1. */
export const importFault = z.object({
  row: z.number(),
  /** The name of the column in the file; for MARC the field, such as "245"; empty when it is about the whole row. */
  column: z.string(),
  message: z.string(),
});
export type ImportFault = z.output<typeof importFault>;

/** A column of the file: its name, up to three values from the first rows, and the field it is taken for. */
export const importColumn = z.object({
  name: z.string(),
  samples: z.array(z.string()),
  field: z.nullable(z.enum(importFields)),
});
export type ImportColumn = z.output<typeof importColumn>;

/** What to take where a row has nothing; 0 and empty: nothing, so that such a row is faulty. `copies` is for new titles. */
const defaultsBody = z.object({
  categoryId: z._default(codeOrAll, 0),
  subjectId: z._default(codeOrAll, 0),
  gradeId: z._default(codeOrAll, 0),
  description: text(),
  copies: z._default(
    z.int("must be a whole number").check(z.gte(0, "must be 0 or more"), z.lte(50, "cannot be more than 50")),
    1,
  ),
});

/** How a file is to be read; what was chosen last, or what is proposed. */
export const importSettings = z.object({
  /** The field of each column, in the order of `columns`; null is passed over. Of MARC always empty. */
  fields: z.array(z.nullable(z.enum(importFields))),
  defaults: z.object({
    categoryId: z.number(),
    subjectId: z.number(),
    gradeId: z.number(),
    description: z.string(),
    copies: z.number(),
  }),
  /** What happens to a row whose SKU Number is in the catalogue already. */
  existing: z.enum(["skip", "update"]),
  /** A category, subject, or grade the library doesn’t have: a fault, or the default, with the word kept as a tag. */
  unknown: z.enum(["fault", "default"]),
});
export type ImportSettings = z.output<typeof importSettings>;

/** Rows of each kind, and the copies that come with them: would be while checking and checked, were once saved. */
export const importCounts = z.object({
  added: z.number(),
  changed: z.number(),
  /** In the catalogue already, exactly so. */
  unchanged: z.number(),
  /** In the catalogue already, and `existing` is skip. */
  skipped: z.number(),
  faulty: z.number(),
  copies: z.number(),
  /** Of the added ones: those whose title is in the catalogue already, under another SKU Number. Worth a look. */
  alike: z.number(),
});
export type ImportCounts = z.output<typeof importCounts>;

/** An import in a list. Instants are ISO 8601; `progress` is 0 to 100 while checking and saving. */
export const importSummary = z.object({
  importId: z.number(),
  fileName: z.string(),
  /** Bytes. */
  size: z.number(),
  kind: z.enum(["csv", "marc"]),
  state: z.enum(importStates),
  /** Why it failed, or what came in between; null when there is nothing to say. */
  message: z.nullable(z.string()),
  progress: z.number(),
  /** Rows with something in them; null until the file was read to its end. */
  rowsTotal: z.nullable(z.number()),
  rowsDone: z.number(),
  counts: importCounts,
  userName: z.string(),
  uploadedAt: z.string(),
  finishedAt: z.nullable(z.string()),
  /** Whether the file is still kept; when it is not, the import can only be looked at. It is kept for seven days. */
  isFileKept: z.boolean(),
});
export type ImportSummary = z.output<typeof importSummary>;

/** An import with all there is to know of it. */
export const importDetail = z.extend(importSummary, {
  encoding: z.enum(["UTF-8", "Windows-1252", "UTF-16"]),
  /** Of CSV; null for MARC. */
  delimiter: z.nullable(z.enum(["comma", "semicolon", "tab"])),
  /** Empty for MARC, whose fields are known. */
  columns: z.array(importColumn),
  settings: importSettings,
  /** The first hundred, by row; `counts.faulty` counts all faulty rows. */
  faults: z.array(importFault),
});
export type ImportDetail = z.output<typeof importDetail>;

/**
 * Extension: a file of titles, CSV or MARC 21 in UTF-8, at most 50 MB. It is taken in and looked at; nothing is added to
 * the collection. What is no such file is refused with a sentence, and a file that is too large with 413.
 */
export const uploadImport = endpoint("POST Import/UploadFile", {
  access: "admin",
  upload: "uploadFile",
  streamed: true,
  answer: { id: z.number(), data: importDetail },
});

/** Extension: one import, for looking at how far it is. */
export const getImport = endpoint("GET Import/GetImport/{id}", {
  access: "admin",
  params: { id },
  answer: { data: importDetail },
});

/** Extension: the last twenty imports, newest first. */
export const getRecentImports = endpoint("GET Import/GetRecentImports", {
  access: "admin",
  answer: { data: z.array(importSummary) },
});

/**
 * Extension: says which column is which and begins the dry run, which touches nothing of the collection; from
 * `matching` and `checked`. Several columns may be the description or the tags; any other field has one at most, and a
 * CSV must have a title. Of MARC `fields` is left empty.
 */
export const matchImport = endpoint("POST Import/MatchColumns/{id}", {
  access: "admin",
  changesNothing: true,
  params: { id },
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
  }),
  answer: { data: importDetail },
});

/**
 * Extension: saves what was checked, in the background: `all` only when no row is faulty, `good` the rows that are not.
 * In either case what is saved is saved at once, or nothing is. From `checked`. The audit has an entry once it is saved.
 */
export const saveImport = endpoint("POST Import/SaveRows/{id}", {
  access: "admin",
  params: { id },
  body: z.object({ rows: z.enum(["all", "good"], "must be all or good") }),
  answer: { data: importDetail },
});

/** Extension: gives an import up, whatever it is doing; one that is saved stays saved and refuses. */
export const cancelImport = endpoint("POST Import/Cancel/{id}", {
  access: "admin",
  params: { id },
  answer: { data: importDetail },
});

/**
 * Extension: the faulty rows as they were uploaded, with a column that says what is wrong: mended, the file can be
 * uploaded again as it is. Of MARC, what could be read of the faulty records, as a CSV.
 */
export const getFaultyRows = endpoint("GET Import/GetFaultyRows/{id}", {
  access: "admin",
  changesNothing: true,
  params: { id },
  file: "text/csv",
});

/** Extension: the whole collection as a CSV of one row a title, which imports to the same collection; without pictures. */
export const exportCollection = endpoint("GET Import/ExportCollection", { access: "admin", file: "text/csv" });
