import * as z from "zod/mini";
import { importDetail } from "#contract/imports.ts";
import { endpoint } from "#contract/wire/endpoint.ts";
import { id, idOrAll, pageNumber, pageSize } from "#contract/wire/text.ts";

/** A row that would add a title, and the title of the library that it looks like. */
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
export const getAlike = endpoint("GET Import/GetAlike/{id}", {
  access: "clerk",
  params: { id },
  query: z.object({ page: pageNumber, pageSize }),
  answer: { data: z.array(possibleDuplicate), total: z.number() },
});

/** Extension: skips such a row, or all of them (0), or adds it after all. From `checked`. */
export const skipAlike = endpoint("POST Import/SkipAlike/{id}", {
  access: "clerk",
  params: { id },
  changesNothing: true,
  body: z.object({ row: z._default(idOrAll, 0), skip: z._default(z.boolean(), true) }),
  answer: { data: importDetail },
});
