import * as z from "zod/mini";
import { importDetail } from "./imports.ts";
import { endpoint } from "../wire/endpoint.ts";
import { id, idOrAll, pageNumber, pageSize } from "../wire/text.ts";

/** A record as an import's lists show it: a title, a borrower, or a loan. */
export const importedRecord = z.object({
  id: z.number(),
  name: z.string(),
  /** The language of the name; empty for people. */
  language: z.string(),
  /** Tells records with the same name apart, such as a SKU or an email address. */
  mark: z.string(),
});
export type ImportedRecord = z.output<typeof importedRecord>;

/** A record that an undo kept; the reasons are those of its kind (`keptTitleReasons`). */
export const keptRecord = z.extend(importedRecord, { row: z.number(), reason: z.string() });
export type KeptRecord = z.output<typeof keptRecord>;

/**
 * Extension: undoes a saved import in the background. Removes what the import added, restores what it changed, and
 * keeps records that someone has used since (`GetKeptRecords`). Works from `saved`, and from `undone` to retry those
 * that were kept. A finished undo adds an entry to the activity log.
 */
export const undoImport = endpoint("POST Import/Undo/{id}", {
  access: "clerk",
  params: { id },
  answer: { data: importDetail },
});

/** Extension: returns the records that the last undo kept, sorted by row. */
export const getKeptRecords = endpoint("GET Import/GetKeptRecords/{id}", {
  access: "clerk",
  params: { id },
  query: z.object({ page: pageNumber, pageSize }),
  answer: { data: z.array(keptRecord), total: z.number() },
});

const possibleDuplicate = z.object({
  row: z.number(),
  /** The name in the file. */
  name: z.string(),
  isSkipped: z.boolean(),
  known: importedRecord,
});
export type PossibleDuplicate = z.output<typeof possibleDuplicate>;

/**
 * Extension: returns the rows of a checked file that look like a record of the library. For a title: the same title,
 * ignoring case, accents, punctuation, and leading articles, in the same category, without a different publisher or
 * language.
 */
export const getDuplicates = endpoint("GET Import/GetDuplicates/{id}", {
  access: "clerk",
  params: { id },
  query: z.object({ page: pageNumber, pageSize }),
  answer: { data: z.array(possibleDuplicate), total: z.number() },
});

/** Extension: skips a possible duplicate, or all of them (row 0), or adds it after all. Works from `checked`. */
export const skipDuplicates = endpoint("POST Import/SkipDuplicates/{id}", {
  access: "clerk",
  params: { id },
  changesNothing: true,
  body: z.object({ row: z._default(idOrAll, 0), skip: z._default(z.boolean(), true) }),
  answer: { data: importDetail },
});
