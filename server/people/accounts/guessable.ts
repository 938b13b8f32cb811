import type { ZxcvbnFactory } from "@zxcvbn-ts/core";
import type { Password } from "#contract/wire/text.ts";

/** The owner of a password: the names that an attacker would try first, and whether it's a staff account. */
export type PasswordOwner = { names: readonly string[]; isStaff: boolean };

/** Scores go from 0 to 4: a 3 withstands 10^8 guesses, and a 4 10^10. Staff need a 4, because they see all addresses. */
const minScore = { borrower: 3, staff: 4 };

const wordsOfEveryLibrary = ["Health Education Lending Library", "librarian", "biblioteca", "school", "escuela"];

/** Returns whether an attacker could soon guess a password, trying its owner's and the library's names first. */
export async function isGuessable(password: Password, { names, isStaff }: PasswordOwner): Promise<boolean> {
  const words = wordsOf([...names, ...wordsOfEveryLibrary]);
  // names add nothing: "KingsRiver2026" at Kings River is as weak as "2026"
  const rest = words.reduce((left, word) => left.replaceAll(word, ""), password.toLowerCase());
  const { score } = (await estimator()).check(rest, words);
  return score < minScore[isStaff ? "staff" : "borrower"];
}

const minWordLength = 3;

/** Returns names and their words in lower case, with and without accents, longest first. */
function wordsOf(names: readonly string[]): string[] {
  const words = names
    .flatMap((name) => [name, ...name.split(/[^\p{L}\p{M}\p{N}]+/u)])
    .map((word) => word.toLowerCase());
  const spellings = words.flatMap((word) => [word, word.normalize("NFD").replace(/\p{M}/gu, "")]);
  return [...new Set(spellings)].filter((word) => word.length >= minWordLength).toSorted((a, b) => b.length - a.length);
}

let loading: Promise<ZxcvbnFactory> | undefined;

/** Loads the word lists on first use, because they take about 65 MB. */
function estimator(): Promise<ZxcvbnFactory> {
  loading ??= load();
  return loading;
}

async function load(): Promise<ZxcvbnFactory> {
  const core = await import("@zxcvbn-ts/core");
  const common = await import("@zxcvbn-ts/language-common");
  const english = await import("@zxcvbn-ts/language-en");
  const spanish = await import("@zxcvbn-ts/language-es-es");
  // the largest lists repeat the lists of common words and passwords
  const { "lastnames-en": _names, "wikipedia-en": _words, ...englishWords } = english.dictionary;
  const { "wikipedia-es-es": _palabras, ...spanishWords } = spanish.dictionary;
  return new core.ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...englishWords, ...spanishWords },
    graphs: common.adjacencyGraphs,
    // the time to rate a password grows faster than its length; within these limits, the worst takes about 20 ms
    maxLength: 24,
    l33tMaxSubstitutions: 5,
  });
}
