import * as z from "zod/mini";
import { limits } from "#contract/catalog/codes.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import { cut } from "#contract/wire/cut.ts";
import { endpoint } from "#contract/wire/endpoint.ts";
import { id, idOrAll, pageNumber, pageSize, text, version, versionRead } from "#contract/wire/text.ts";

/** The maximum entries, words per list, and characters per word and per list. */
export const synonymLimits = { entries: 2000, words: 40, word: 60, list: 500 } as const;

export const maxTitlesCounted = 1000;

/** Splits a list at commas, semicolons, and line breaks. */
export const wordsOfList = (list: string): string[] =>
  list
    .split(/[,;\n]/)
    .map((word) => word.trim().replace(/\s+/g, " "))
    .filter((word) => word !== "");

/** Keeps accents, because "cáncer" is the Spanish word for "cancer". */
const keyOf = (word: string) => word.normalize("NFC").toLowerCase();

const emoji = /\p{Emoji_Presentation}|\p{Regional_Indicator}|\uFE0F/u;

/** Returns only the first problem with a list, because a long list would repeat it many times. */
function objectionTo(field: string, list: string): string | undefined {
  const words = wordsOfList(list);
  const { words: maxWords, word: maxWordLength, list: maxListLength } = synonymLimits;
  const invalid = words.find((word) => !/[\p{L}\p{N}]/u.test(word) || emoji.test(word));
  if (invalid !== undefined) return ownMessages.notAWord(cut(invalid, maxWordLength));
  const long = words.find((word) => word.length > maxWordLength);
  if (long !== undefined) return ownMessages.wordTooLong(cut(long, 20), maxWordLength);
  if (words.length > maxWords) return ownMessages.tooManyWords(maxWords);
  return words.join(", ").length > maxListLength ? ownMessages.tooLong(field, maxListLength) : undefined;
}

const lists = { words: z.string(), alsoTyped: z.string(), broader: z.string() };
const labels = { words: "Words", alsoTyped: "People also type", broader: "Broader words" } as const;

export const synonymRules = z.object(lists).check(({ value, issues }) => {
  const object = (field: string, message: string) =>
    issues.push({ code: "custom", message, path: [field], input: value });
  const seen = new Set<string>();
  for (const field of ["words", "alsoTyped", "broader"] as const) {
    const objection = objectionTo(labels[field], value[field]);
    if (objection !== undefined) object(field, objection);
    else {
      const keys = wordsOfList(value[field]).map((word) => ({ word, key: keyOf(word) }));
      const duplicate = keys.find(({ key }, at) => seen.has(key) || keys.findIndex((each) => each.key === key) < at);
      if (duplicate) object(field, ownMessages.wordTwice(duplicate.word));
      for (const { key } of keys) seen.add(key);
    }
  }
  if (wordsOfList(value.words).length === 0) object("words", ownMessages.wordsRequired);
  else if (seen.size === 1 && issues.length === 0) object("words", ownMessages.oneWordAlone);
});

/**
 * A set of English and Spanish synonyms, as comma-separated lists. A search for any of `words` or `alsoTyped` finds
 * titles with any of `words`; `alsoTyped` words mean something else in titles, so they aren't matched there. If few
 * titles match, the search includes `broader`, and a search for `broader` includes `words`.
 */
const entry = z.object({
  entryId: z.number(),
  words: z.string(),
  alsoTyped: z.string(),
  broader: z.string(),
  version: z.number(),
  /** Null for an entry that came with the software. */
  changedAt: z.nullable(z.string()),
});
export type SynonymGroup = z.output<typeof entry>;

const shownEntry = z.extend(entry, {
  /** Words that are also in other entries. A search uses all of these entries. */
  elsewhere: z.array(z.object({ word: z.string(), entryId: z.number(), words: z.string() })),
  /** How many titles have each word; null for a phrase that is too common to count. */
  uses: z.array(z.object({ word: z.string(), titles: z.nullable(z.number()) })),
});
export type ShownSynonymGroup = z.output<typeof shownEntry>;

/** Extension: returns the entries that have a matching word in any list, sorted by their first word. */
export const getSynonymGroups = endpoint("GET Synonyms/GetEntries", {
  access: "clerk",
  query: z.object({ searchString: z._default(text(), ""), page: pageNumber, pageSize }),
  answer: { data: z.array(entry), total: z.number() },
});

export const getSynonymGroup = endpoint("GET Synonyms/GetEntry/{id}", {
  access: "clerk",
  params: { id },
  answer: { data: shownEntry },
});

/** Extension: saves an entry, or adds one with an id of 0. The next search uses it. Rejects a stale `version`. */
export const saveSynonymGroup = endpoint("POST Synonyms/SaveEntry", {
  access: "clerk",
  body: z.object({
    entryId: z._default(idOrAll, 0),
    words: text(limits.prose),
    alsoTyped: text(limits.prose),
    broader: text(limits.prose),
    version: versionRead,
  }),
  rules: synonymRules,
  answer: { id: z.number(), data: shownEntry },
});

/** Extension: removes an entry. The activity log keeps its words. Rejects a stale `version`. */
export const removeSynonymGroup = endpoint("POST Synonyms/RemoveEntry/{id}", {
  access: "clerk",
  params: { id },
  body: z.object({ version }),
  answer: { id: z.number() },
});
