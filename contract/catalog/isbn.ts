import * as z from "zod/mini";
import { endpoint } from "../wire/endpoint.ts";
import { text } from "../wire/text.ts";

const isbnQuery = z.object({ isbn: z._default(text(), "") });

/**
 * Extension: returns an ISBN as 13 digits, or "" if it isn't one; up to five titles that have it; and the host of the
 * source that can look it up, or "" without one.
 */
export const checkIsbn = endpoint("GET Inventory/CheckIsbn", {
  access: "clerk",
  query: isbnQuery,
  answer: {
    data: z.object({
      isbn: z.string(),
      titles: z.array(
        z.object({
          inventoryId: z.number(),
          referenceNumber: z.string(),
          title: z.string(),
          language: z.string(),
          isArchived: z.boolean(),
        }),
      ),
      source: z.string(),
    }),
  },
});

/** The fields that a source proposes; "" where it has nothing. */
const proposal = z.object({
  title: z.string(),
  author: z.string(),
  publisher: z.string(),
  publishedYear: z.string(),
  extent: z.string(),
});
export type IsbnProposal = z.output<typeof proposal>;

/** Extension: asks the source in ISBN_LOOKUP_URL about a title. Refused with `isbn-lookup` if it has no answer. */
export const lookUpIsbn = endpoint("GET Inventory/LookUpIsbn", {
  access: "clerk",
  query: isbnQuery,
  answer: { data: proposal },
});
