import * as z from "zod/mini";
import { limits } from "#contract/catalog/codes.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import { cut } from "#contract/wire/cut.ts";
import { endpoint } from "#contract/wire/endpoint.ts";
import { id, idOrAll, pageNumber, pageSize, text, version, versionRead } from "#contract/wire/text.ts";

/** How many entries there can be, words of a list of an entry, and characters of a word and of a list. */
export const synonymLimits = { entries: 2000, words: 40, word: 60, list: 500 } as const;

/** More titles than these that have a word are not counted. */
export const maxTitlesCounted = 1000;

/** The words of a list, between commas or line breaks, without empty ones. */
export const wordsOfList = (list: string): string[] =>
  list
    .split(/[,;\n]/)
    .map((word) => word.trim().replace(/\s+/g, " "))
    .filter((word) => word !== "");

/** As words are compared: "cáncer" is the Spanish word beside "cancer". */
const keyOf = (word: string) => word.normalize("NFC").toLowerCase();

const emoji = /\p{Emoji_Presentation}|\p{Regional_Indicator}|\uFE0F/u;

/** What is wrong with the words of a list; the first only, because one long list would say it many times. */
function objectionTo(field: string, list: string): string | undefined {
  const words = wordsOfList(list);
  const { words: most, word: longest, list: room } = synonymLimits;
  const wrong = words.find((word) => !/[\p{L}\p{N}]/u.test(word) || emoji.test(word));
  if (wrong !== undefined) return ownMessages.notAWord(cut(wrong, longest));
  const long = words.find((word) => word.length > longest);
  if (long !== undefined) return ownMessages.wordTooLong(cut(long, 20), longest);
  if (words.length > most) return ownMessages.tooManyWords(most);
  return words.join(", ").length > room ? ownMessages.tooLong(field, room) : undefined;
}

const lists = { words: z.string(), alsoTyped: z.string(), broader: z.string() };
const labels = { words: "Words", alsoTyped: "Typed for them", broader: "Broader words" } as const;

/** What an entry must be to be saved. */
export const synonymRules = z.object(lists).check(({ value, issues }) => {
  const object = (field: string, message: string) =>
    issues.push({ code: "custom", message, path: [field], input: value });
  const seen = new Set<string>();
  for (const field of ["words", "alsoTyped", "broader"] as const) {
    const objection = objectionTo(labels[field], value[field]);
    if (objection !== undefined) object(field, objection);
    else {
      const keys = wordsOfList(value[field]).map((word) => ({ word, key: keyOf(word) }));
      const twice = keys.find(({ key }, at) => seen.has(key) || keys.findIndex((each) => each.key === key) < at);
      if (twice) object(field, ownMessages.wordTwice(twice.word));
      for (const { key } of keys) seen.add(key);
    }
  }
  if (wordsOfList(value.words).length === 0) object("words", ownMessages.wordsRequired);
  else if (seen.size === 1 && issues.length === 0) object("words", ownMessages.oneWordAlone);
});

/**
 * An entry of the thesaurus; each list has commas between its words, in English and Spanish. `words` mean the same, and a
 * search for one finds titles with any; `alsoTyped` are typed for them and mean something else in titles; `broader` are
 * looked for where few titles are found, and the words where few titles of a broader one are.
 */
const entry = z.object({
  entryId: z.number(),
  words: z.string(),
  alsoTyped: z.string(),
  broader: z.string(),
  version: z.number(),
  /** Null of one that came with the library. */
  changedAt: z.nullable(z.string()),
});
export type SynonymGroup = z.output<typeof entry>;

const shownEntry = z.extend(entry, {
  /** Words that another entry has, too: a search finds what both say. */
  elsewhere: z.array(z.object({ word: z.string(), entryId: z.number(), words: z.string() })),
  /** How many titles have each of its words now; null of one that is understood when typed and not looked for. */
  uses: z.array(z.object({ word: z.string(), titles: z.nullable(z.number()) })),
});
export type ShownSynonymGroup = z.output<typeof shownEntry>;

/** Extension: the entries with a word like this in any list, by their first word. */
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

/** Extension: adds an entry, or saves one; an id of 0 adds. It holds for the next search in every instance. A stale save is refused. */
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

/** Extension: removes an entry; the audit keeps its words. Refused where it was changed since this version. */
export const removeSynonymGroup = endpoint("POST Synonyms/RemoveEntry/{id}", {
  access: "clerk",
  params: { id },
  body: z.object({ version }),
  answer: { id: z.number() },
});
