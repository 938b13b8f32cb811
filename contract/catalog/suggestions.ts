import * as z from "zod/mini";
import { category, subject } from "#contract/catalog/catalog.ts";
import { endpoint } from "#contract/wire/endpoint.ts";
import { text } from "#contract/wire/text.ts";

export const leastToSuggest = 2;

const suggestedTitle = z.object({
  inventoryId: z.number(),
  title: z.string(),
  language: z.string(),
  category,
  subjectName: z.string(),
  attachmentUrl: z.nullable(z.string()),
  attachmentSrcset: z.nullable(z.string()),
});
export type SuggestedTitle = z.output<typeof suggestedTitle>;

const suggestions = z.object({
  subjects: z.array(subject),
  titles: z.array(suggestedTitle),
  /** The text with its typing errors mended, where nothing begins as it was typed; subjects and titles are then of this one. */
  correction: z.optional(z.string()),
});
export type Suggestions = z.output<typeof suggestions>;

/**
 * Extension: what a text that is still being typed may become. At most three subjects, whose name in either language
 * has words that begin so, and six titles: those that begin so, then those with words that do. Fewer than two
 * characters suggest nothing. Where nothing is found, `correction` is the text without its typing errors. The same for everybody, so it may be kept for a minute.
 */
export const getSuggestions = endpoint("GET Inventory/GetSuggestions", {
  access: "anyone",
  query: z.object({ text: z._default(text(), "") }),
  answer: { data: suggestions },
});
