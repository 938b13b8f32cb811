import * as z from "zod/mini";
import { importDetail } from "#contract/imports.ts";
import { keptReasons } from "#contract/imports/undo.ts";
import { bulkNames, titleShape } from "#contract/titles/title-record.ts";
import { endpoint } from "#contract/wire/endpoint.ts";
import { id, idOrAll, pageNumber, pageSize } from "#contract/wire/text.ts";

/**
 * What becomes of an imported title that may be in the library already.
 * - `new`: it is another title.
 * - `merge`: its copies go to the title that is there.
 * - `skip`: nothing of it is saved.
 */
export const alikeChoices = ["new", "merge", "skip"] as const;
export type AlikeChoice = (typeof alikeChoices)[number];

/** A title as both sides of a pair show it; `itemId` is null before it is saved. */
export const alikeTitle = z.object({
  ...titleShape("answer", bulkNames),
  itemId: z.nullable(z.number()),
  referenceNumber: z.string(),
  copies: z.number(),
});
export type AlikeTitle = z.output<typeof alikeTitle>;

/** A row, and the title that it looks like. */
export const alikePair = z.object({
  row: z.number(),
  /** What is chosen; null when it is saved already. */
  choice: z.nullable(z.enum(alikeChoices)),
  given: alikeTitle,
  known: alikeTitle,
  /** Why it could not be merged or removed. */
  kept: z.nullable(z.enum(keptReasons)),
});
export type AlikePair = z.output<typeof alikePair>;

/**
 * Extension: rows that look like a title of the library, each beside it, by row: the same title whatever its case, accents,
 * punctuation, and first article, in the same category, and no other publisher or language. In `checked` and `saved`.
 */
export const getAlike = endpoint("GET Import/GetAlike/{id}", {
  access: "clerk",
  params: { id },
  query: z.object({ page: pageNumber, pageSize }),
  answer: { data: z.array(alikePair), total: z.number() },
});

const choiceBody = z.object({
  /** 0: all of them. */
  row: z._default(idOrAll, 0),
  choice: z.enum(alikeChoices, "must be new, merge or skip"),
});

/** Extension: chooses what a save makes of such a row, or of all; `new` if nothing is chosen. From `checked`. */
export const chooseAlike = endpoint("POST Import/ChooseAlike/{id}", {
  access: "clerk",
  params: { id },
  changesNothing: true,
  body: choiceBody,
  answer: { data: importDetail },
});

/**
 * Extension: does the same for a title that is saved, or for the next hundred, and says how many are `left`: `merge` moves
 * its copies to the title that was there and removes it, `skip` removes it with its copies. What was used since stays,
 * with the reason. From `saved`.
 */
export const settleAlike = endpoint("POST Import/SettleAlike/{id}", {
  access: "clerk",
  params: { id },
  body: choiceBody,
  answer: { data: importDetail, left: z.number() },
});
