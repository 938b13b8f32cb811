import * as z from "zod/mini";
import { nameOrAll } from "#contract/wire/text.ts";

/** What the results of a search can be sorted by; without a choice, by relevance, which is by title without text. */
export const sortings = ["relevance", "newest", "title", "borrowed"] as const;
export type Sorting = (typeof sortings)[number];

export const sorting = z.optional(nameOrAll(sortings, "must be relevance, newest, title, or borrowed"));
