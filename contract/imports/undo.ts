import * as z from "zod/mini";
import { importDetail } from "#contract/imports.ts";
import { endpoint } from "#contract/wire/endpoint.ts";
import { id, pageNumber, pageSize } from "#contract/wire/text.ts";

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

/** A title that the undo of an import left as it is. */
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
