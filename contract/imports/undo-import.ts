import * as z from "zod/mini";
import { importDetail } from "./imports.ts";
import { endpoint } from "../wire/endpoint.ts";
import { id, idOrAll, pageNumber, pageSize } from "../wire/text.ts";

/**
 * Why an undo kept a title.
 * - `edited`: someone saved it since.
 * - `ordered`, `in-cart`: someone ordered it, or has it in a cart.
 * - `labeled`, `lent`: a copy that the import added or changed was labeled or lent.
 * - `copies-added`: copies were added after the import.
 * - `copies-changed`: a copy has changed since the import.
 * - `reserved`: orders need its copies.
 * - `used`: other records refer to it.
 */
export const keptReasons = [
  "edited",
  "ordered",
  "in-cart",
  "labeled",
  "lent",
  "copies-added",
  "copies-changed",
  "reserved",
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
 * Extension: undoes a saved import in the background. Removes what the import added, restores what it changed, and
 * keeps titles that someone has used since (`GetKeptTitles`). Works from `saved`, and from `undone` to retry the titles
 * that were kept. A finished undo adds an entry to the activity log.
 */
export const undoImport = endpoint("POST Import/Undo/{id}", {
  access: "clerk",
  params: { id },
  answer: { data: importDetail },
});

/** Extension: returns the titles that the last undo kept, sorted by row. */
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
 * Extension: returns the rows of a checked file that look like a title in the library: the same title, ignoring case,
 * accents, punctuation, and leading articles, in the same category, without a different publisher or language.
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
