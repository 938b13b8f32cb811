import * as z from "zod/mini";
import { importDetail } from "./imports.ts";
import { endpoint } from "../wire/endpoint.ts";
import { id, idOrAll, pageNumber, pageSize } from "../wire/text.ts";

/**
 * Why an undo left a title as it is.
 * - `edited`: somebody saved it since.
 * - `ordered`, `in-cart`: somebody wants it, or had it.
 * - `labeled`, `lent`: so it was with a copy that the import added or changed.
 * - `copies-added`: there are copies after those of the import.
 * - `copies-changed`: a copy is not as the import left it.
 * - `promised`: without its copies, orders could not be filled.
 * - `used`: anything else in the library needs it.
 */
export const keptReasons = [
  "edited",
  "ordered",
  "in-cart",
  "labeled",
  "lent",
  "copies-added",
  "copies-changed",
  "promised",
  "used",
] as const;
export type KeptReason = (typeof keptReasons)[number];

export const keptTitle = z.object({
  row: z.number(),
  itemId: z.number(),
  title: z.string(),
  language: z.string(),
  referenceNumber: z.string(),
  reason: z.enum(keptReasons),
});
export type KeptTitle = z.output<typeof keptTitle>;

/**
 * Extension: takes back a saved import in the background: what it added goes, what it changed is as before. Titles that
 * were used since stay (`GetKeptTitles`); asked for again, it tries these again. From `saved` and `undone`; nothing
 * happens while it is `undoing`. The audit gets an entry when it is done.
 */
export const undoImport = endpoint("POST Import/Undo/{id}", {
  access: "clerk",
  params: { id },
  answer: { data: importDetail },
});

/** Extension: what the last undo left, by row. */
export const getKeptTitles = endpoint("GET Import/GetKeptTitles/{id}", {
  access: "clerk",
  params: { id },
  query: z.object({ page: pageNumber, pageSize }),
  answer: { data: z.array(keptTitle), total: z.number() },
});

const possibleDuplicate = z.object({
  row: z.number(),
  title: z.string(),
  isSkipped: z.boolean(),
  known: z.object({ itemId: z.number(), title: z.string(), language: z.string(), referenceNumber: z.string() }),
});
export type PossibleDuplicate = z.output<typeof possibleDuplicate>;

/**
 * Extension: rows of a checked file that look like a title of the library, by row: the same title whatever its case, accents,
 * punctuation, and first article, in the same category, and no other publisher or language.
 */
export const getDuplicates = endpoint("GET Import/GetDuplicates/{id}", {
  access: "clerk",
  params: { id },
  query: z.object({ page: pageNumber, pageSize }),
  answer: { data: z.array(possibleDuplicate), total: z.number() },
});

/** Extension: skips such a row, or all of them (0), or adds it after all. From `checked`. */
export const skipDuplicates = endpoint("POST Import/SkipDuplicates/{id}", {
  access: "clerk",
  params: { id },
  changesNothing: true,
  body: z.object({ row: z._default(idOrAll, 0), skip: z._default(z.boolean(), true) }),
  answer: { data: importDetail },
});
