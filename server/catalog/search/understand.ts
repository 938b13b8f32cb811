import type { Codes } from "../codes/codes.queries.ts";
import type { Database } from "#server/platform/database.ts";
import { filterWordsIn, subjectIn } from "./filter-words.rules.ts";
import {
  type Also,
  correctedText,
  type Correction,
  type Meaning,
  type Requirement,
  textOf,
  uniqueWays,
  type Way,
} from "./meaning.rules.ts";
import { correctWord, splitWord } from "./spelling.ts";
import { type Clause, clausesOf, type Piece, saysLittle, saysNothing } from "./searched-words.rules.ts";
import { type SynonymHit, synonymsOf, type Term, termsOf, wordsBeginning } from "./terms.queries.ts";
import { commonWords, type CommonWords, languageOf, languageOfWord } from "./words-of-languages.ts";

/** Parses a search as people mean it, with forms of words, typing errors, synonyms, and filters. */
export async function understand(db: Database, text: string, codes: Codes): Promise<Meaning> {
  const { clauses, reads, typed, terms, common } = await readClauses(db, text, clausesOf(text));
  const corrected = clauses.map((clause, place) => correctedClause(clause, reads[place]));
  const filters = filterWordsIn(corrected, codes);
  const taken = new Set(filters.flatMap(({ places }) => places));
  const plain = clauses.map((clause, place) => plainOf({ clause, shown: reads[place]?.correction?.shown }));
  const synonyms = await findSynonyms(db, plain, taken, terms);
  const subject = subjectIn(plain, taken, synonyms, codes.subjects);
  if (subject) filters.push(subject);
  const requirements: Requirement[] = [];
  const also: Also[] = [];
  const corrections: Correction[] = [];
  for (let place = 0; place < clauses.length; place += 1) {
    const hit = synonyms.get(place);
    const count = hit?.count ?? 1;
    const places = placesFrom(place, count);
    const parts = places.flatMap((each) => reads[each] ?? []);
    corrections.push(...parts.flatMap(({ correction }) => correction ?? []));
    const text = places.map((each) => (clauses[each] ?? []).map((piece) => piece.typed).join(" or ")).join(" ");
    const own = ownWays(parts, count);
    const isAll = taken.size + count >= clauses.length;
    const ways = hit
      ? uniqueWays([
          ...(hit.isOnlyTyped && isAll && hit.words.length > 0 ? await phraseWays(db, hit.text) : own),
          ...synonymWays(hit.words, hit.isOnlyTyped && isAll ? 1 : synonymWeight),
        ])
      : own;
    place += count - 1;
    if (ways.length === 0) continue;
    if (hit) also.push({ typed: text, words: usedWords(hit.words), entries: hit.entries });
    const isExcluded = clauses[places[0] ?? 0]?.[0]?.isExcluded ?? false;
    const isWeak =
      !isExcluded &&
      !hit &&
      places.every((each) =>
        (corrected[each] ?? []).every((piece) => !piece.isQuoted && piece.words.every(saysLittle)),
      );
    requirements.push({
      typed: text,
      ways,
      isExcluded,
      isWeak,
      isTopic: hit !== undefined,
      places,
    });
  }
  const phrase = await phraseOf(db, corrected, terms);
  const words = [...typed, ...corrections.map(({ shown }) => shown)];
  return {
    clauses,
    requirements,
    filters,
    corrections,
    also,
    language: languageOf(text, words, common) || "en",
    phrase,
  };
}

/** Returns all words that aren't quoted or excluded as one phrase; "" for a single word. */
async function phraseOf(db: Database, clauses: readonly Clause[], terms: Known["terms"]): Promise<string> {
  const spoken = clauses.flat().filter(({ isQuoted, isExcluded }) => !isQuoted && !isExcluded);
  if (spoken.length < 2) return "";
  const text = keyOf(spoken.flatMap(({ words }) => words));
  const term = terms.get(text) ?? (await termsOf(db, [text]))[0]; // a corrected word is another text
  return term?.query ?? "";
}

/** Corrects the typing errors of a text; undefined if it has none. */
export async function correctText(db: Database, text: string): Promise<string | undefined> {
  const { clauses, reads } = await readClauses(db, text, clausesOf(text));
  const corrections = reads.flatMap(({ correction }) => correction ?? []);
  return corrections.length === 0 ? undefined : correctedText(clauses, corrections);
}

const correctedClause = (clause: Clause, read: Read | undefined): Clause =>
  clause.map((piece) =>
    read?.correction?.typed === piece.typed ? { ...piece, words: [read.correction.shown] } : piece,
  );

async function readClauses(
  db: Database,
  text: string,
  clauses: readonly Clause[],
): Promise<{ clauses: readonly Clause[]; reads: Read[]; typed: string[]; terms: Known["terms"]; common: CommonWords }> {
  const common = await commonWords();
  const terms = await termsOfClauses(db, clauses);
  const typed = clauses.flat().flatMap(({ words }) => words);
  const spoken = languageOf(text, typed, common) || "en";
  const inSynonyms = await placesInSynonyms(db, clauses, terms);
  const joined = await joinNeighbors(db, clauses, terms, inSynonyms);
  if (joined) return readClauses(db, text, joined);
  const reads: Read[] = [];
  for (const [place, clause] of clauses.entries())
    reads.push(await readClause(db, clause, { terms, common, spoken, isMeant: inSynonyms.has(place) }));
  return { clauses, reads, typed, terms, common };
}

/**
 * Joins the first two neighboring words that titles have as one, if no title has one of the two: "cyber bullying".
 * Returns undefined if there are none.
 */
async function joinNeighbors(
  db: Database,
  clauses: readonly Clause[],
  terms: Known["terms"],
  inSynonyms: ReadonlySet<number>,
): Promise<Clause[] | undefined> {
  const plain = clauses.map((clause) => plainOf({ clause, shown: undefined }));
  const isUnknown = (word: string) => {
    const term = terms.get(word);
    return term !== undefined && term.query !== "" && !term.isKnown;
  };
  const pairs = plain.flatMap((first, place) => {
    const second = plain[place + 1];
    if (first === undefined || second === undefined || `${first}${second}`.includes(" ")) return [];
    if (!isUnknown(first) && !isUnknown(second)) return [];
    return inSynonyms.has(place) && inSynonyms.has(place + 1) ? [] : [{ place, word: first + second }];
  });
  if (pairs.length === 0) return undefined;
  const asOne = await termsOf(
    db,
    pairs.map(({ word }) => word),
  );
  const pair = pairs.find((_, at) => asOne[at]?.isKnown);
  if (!pair) return undefined;
  const typed = textOf(clauses.slice(pair.place, pair.place + 2));
  const piece = { typed, words: [pair.word], isQuoted: false, isExcluded: false };
  return clauses.toSpliced(pair.place, 2, [piece]);
}

/** Returns the indexes of phrases with synonyms, whose words aren't errors if no title has them: "power outage". */
async function placesInSynonyms(db: Database, clauses: readonly Clause[], terms: Known["terms"]): Promise<Set<number>> {
  const plain = clauses.map((clause) => plainOf({ clause, shown: undefined }));
  const isUnknown = (text: string | undefined) => {
    const term = terms.get(text ?? "");
    return term !== undefined && !term.isKnown && !term.isMeant;
  };
  if (plain.length < 2 || !plain.some(isUnknown)) return new Set();
  const synonyms = [...(await findSynonyms(db, plain, new Set(), terms))];
  return new Set(synonyms.flatMap(([place, { count }]) => (count > 1 ? placesFrom(place, count) : [])));
}

const placesFrom = (first: number, count: number) => Array.from({ length: count }, (_, step) => first + step);

/** Returns words as a phrase only, if titles have it, because they mean something else one by one. */
async function phraseWays(db: Database, text: string): Promise<Way[]> {
  const [term] = text.includes(" ") ? await termsOf(db, [text]) : [];
  // stemming would reduce "working out" to "work"
  const isPhrase = term?.query.split("|").every((form) => /<(?:-|\d+)>/.test(form)) ?? false;
  return term?.isKnown && isPhrase ? [{ query: term.query, weight: 1, isPhrase: true }] : [];
}

/** The weight of a synonym, compared to the typed word. */
const synonymWeight = 0.7;

const synonymWays = (words: readonly Omit<Way, "weight">[], weight: number): Way[] =>
  words.map(({ query, isPhrase }) => ({ query, weight, isPhrase }));
const usedWords = (words: SynonymHit["words"]) => words.flatMap(({ word, isUsed }) => (isUsed ? [word] : []));

/** Returns the ways of one clause, or of several that belong together: all of them, anywhere in a title. */
function ownWays(reads: readonly Read[], count: number): Way[] {
  if (count === 1) return [...(reads[0]?.ways ?? [])];
  const all = reads.flatMap(({ ways }) => (ways.length > 0 ? [ways.map(({ query }) => `(${query})`).join(" | ")] : []));
  return all.length === 0 ? [] : [{ query: all.map((each) => `(${each})`).join(" & "), weight: 1, isPhrase: true }];
}

async function readClause(db: Database, clause: Clause, known: Known): Promise<Read> {
  const read: Read = { ways: [] };
  for (const piece of clause) {
    const { ways, correction } = await waysOf(db, piece, known);
    read.ways.push(...ways);
    if (correction) read.correction = correction;
  }
  return read;
}

const maxSynonymWords = 5;

/** Returns the corrected words of a clause as one text; undefined if it's quoted, excluded, or joined by "or". */
function plainOf({
  clause: [piece, ...more],
  shown,
}: {
  clause: Clause;
  shown: string | undefined;
}): string | undefined {
  if (!piece || more.length > 0 || piece.isQuoted || piece.isExcluded) return undefined;
  return keyOf(shown === undefined ? piece.words : [shown]);
}

/** Finds synonyms of the words of a search, by the index of the first word, preferring longer phrases. */
async function findSynonyms(
  db: Database,
  words: readonly (string | undefined)[],
  taken: ReadonlySet<number>,
  terms: Known["terms"],
) {
  const plain = words.map((word, place) => (taken.has(place) ? undefined : word));
  const runs: { place: number; count: number; text: string }[] = [];
  const isFiller = (word = "") => saysNothing(word) || (terms.get(word)?.saysNothing ?? false);
  const edges = (place: number, count: number) => [plain[place] ?? "", plain[place + count - 1] ?? ""];
  for (let place = 0; place < plain.length; place += 1)
    for (let count = 1; count <= maxSynonymWords && plain[place + count - 1] !== undefined; count += 1)
      if (!edges(place, count).some(saysNothing) && !(count === 1 && terms.get(plain[place] ?? "")?.saysNothing))
        runs.push({ place, count, text: plain.slice(place, place + count).join(" ") });
  const hits = new Map(
    (runs.length > 0
      ? await synonymsOf(
          db,
          runs.map(({ text }) => text),
        )
      : []
    ).map((hit) => [hit.text, hit] as const),
  );
  const synonyms = new Map<number, SynonymHit & { count: number }>();
  const available = new Set(plain.keys());
  for (const { place, count, text } of runs.toSorted((a, b) => b.count - a.count)) {
    const places = placesFrom(place, count);
    const hit = hits.get(text);
    // "safety for" means only "safety", but "working out" is an entry of its own
    if (!hit || (!hit.isExact && edges(place, count).some(isFiller)) || !places.every((each) => available.has(each)))
      continue;
    synonyms.set(place, { ...hit, count });
    for (const each of places) available.delete(each);
  }
  return synonyms;
}

const keyOf = (words: readonly string[]) => words.join(" ");

async function termsOfClauses(db: Database, clauses: readonly Clause[]): Promise<Map<string, Term>> {
  const pieces = clauses.flat();
  const spoken = pieces.filter(({ isQuoted, isExcluded }) => !isQuoted && !isExcluded);
  const texts = new Set(pieces.flatMap(({ words }) => [keyOf(words), ...(words.length > 1 ? [words.join("")] : [])]));
  const phrase = spoken.length > 1 ? keyOf(spoken.flatMap(({ words }) => words)) : "";
  if (phrase !== "") texts.add(phrase);
  const list = [...texts];
  const terms = await termsOf(db, list, phrase);
  return new Map(list.flatMap((key, at) => (terms[at] ? [[key, terms[at]] as const] : [])));
}

type Known = { terms: ReadonlyMap<string, Term>; common: CommonWords; spoken: "en" | "es"; isMeant: boolean };
type Read = { ways: Way[]; correction?: Correction };

/** The longest word that spelling correction knows (learn_words); correcting 200 letters took a second. */
const maxWordLength = 30;

async function waysOf(db: Database, piece: Piece, { terms, common, spoken, isMeant }: Known): Promise<Read> {
  const { words, typed, isQuoted } = piece;
  const [word = ""] = words;
  const isPhrase = words.length > 1;
  const term = terms.get(keyOf(words));
  if (!term || term.query === "") return { ways: [] };
  const own: Way = { query: term.query, weight: 1, isPhrase };
  if (isQuoted) return { ways: [own] };
  if (typed.includes(" ")) return { ways: [own], correction: { typed, shown: word } }; // two words that were joined
  if (!isPhrase && (term.saysNothing || saysNothing(word))) return { ways: [] };
  if (isPhrase) {
    // "e-cigarette" is also "ecigarette"
    const joined = terms.get(words.join(""));
    return { ways: joined?.isKnown && joined.query !== "" ? [own, { ...joined, weight: 1, isPhrase: false }] : [own] };
  }
  const canBeCorrected = word.length >= 4 && word.length <= maxWordLength && !/\d/.test(word);
  if (term.isKnown || term.isMeant || isMeant || !canBeCorrected) return { ways: [own] };
  const isWord = common[spoken].has(word);
  const parts = await splitWord(db, word);
  if (parts !== undefined) {
    const [split] = await termsOf(db, [parts]);
    if (split) return { ways: [own, { query: split.query, weight: 1, isPhrase: true }] };
  }
  if (isWord) return { ways: [own] };
  const completions = await wordsBeginning(db, word);
  if (completions.length > 0) {
    // words of the index are stems, which can be shorter than the typed part of a word
    const whole = (await termsOf(db, completions)).map(({ query }): Way => ({ query, weight: 1, isPhrase: false }));
    const ways = uniqueWays([own, { query: `'${word}':*`, weight: 1, isPhrase: false }, ...whole]);
    const shown = completions.find((each) => each.length === word.length + 1);
    return shown === undefined ? { ways } : { ways, correction: { typed, shown } };
  }
  const isOf = (language: "en" | "es") => (other: string) => languageOfWord(other, common) === language;
  const shown = await correctWord(db, word, isOf(spoken), isOf("es"));
  if (shown === undefined) return { ways: [own] };
  const [corrected] = await termsOf(db, [shown]);
  return corrected
    ? { ways: [{ query: corrected.query, weight: 1, isPhrase: false }], correction: { typed, shown } }
    : { ways: [own] };
}
