import { allGrades } from "#contract/catalog/grade-masks.ts";
import type { Database } from "#server/platform/database.ts";
import type { FilterWords } from "./filter-words.rules.ts";
import { type Meaning, type Terms, unlike, type Wanted, type Way } from "./meaning.rules.ts";
import { aboutTitles, countUses, maxUses, wordsRelatedTo } from "./terms.queries.ts";

type Chosen = { categoryId: number; subjectId: number; gradeId: number };

/** The tsquery for titles with a word in any of its ways. */
const anyWay = ({ ways }: Pick<Wanted, "ways">) => `(${ways.map(({ query }) => `(${query})`).join(" | ")})`;

/** The tsquery for titles with all of these. */
export const allOf = (wanted: readonly Wanted[]) =>
  wanted.map((each) => (each.isExcluded ? `!${anyWay(each)}` : anyWay(each))).join(" & ");

const isAmong = ({ places }: Wanted, filters: readonly FilterWords[]) =>
  filters.some((filter) => filter.places.some((place) => places.includes(place)));

/** The search as typed: a title must have every word, and be what the other words narrow it to. */
export function strictTerms(meaning: Meaning, exact: number[], chosen: Chosen): Terms {
  const isOpen = {
    category: chosen.categoryId === 0,
    subject: chosen.subjectId === 0,
    grade: chosen.gradeId === 0 || chosen.gradeId === allGrades, // as every search from the page says
    language: true,
  };
  const filters = meaning.filters.filter(({ kind }) => isOpen[kind]);
  const about = meaning.wanted.filter((each) => !isAmong(each, filters));
  // beside a subject there are only words that say little: "lessons" of "lessons about tobacco"
  const needed = filters.some(({ kind }) => kind === "subject") ? about.filter(({ isWeak }) => !isWeak) : about;
  return { match: allOf(needed), filters, meaning, exact };
}

/** A search that finds fewer titles than this is relaxed; one for a grade or in a language rests on fewer. */
export const fewTitles = ({ filters }: Terms) =>
  filters.some(({ kind }) => kind === "grade" || kind === "language") ? 5 : 10;
/** The share of the weight of a search that a title must have. */
const minShare = 0.4;
/** What a word weighs that says little, and one with synonyms, which is what a search is about. */
const [weakWeight, topicWeight] = [0.2, 2];
/** Weighs words of the rarest titles alike, because being rare doesn't make a word important. */
const rareTitles = 10;
/** What a title with only a broader or narrower word has of a word's share. */
export const relatedShare = 0.4;
/** Where as many titles have a word, nobody needs those with a broader or narrower one. */
const fewOfAWord = 100;
/** So many of the heaviest words are combined. */
const maxParts = 8;

/** What a title with a broader or narrower word counts beside one with the typed word. */
const relatedWeight = 0.15;

type Part = Wanted & { own: string; uses: number; weight: number; related: readonly Way[]; names: readonly string[] };

/**
 * The search for titles that have enough of its informative weight: each word weighs by how few titles have it, words that no title has
 * are left out, and broader and narrower words count for a part. Undefined where nothing more would fit.
 */
export async function relaxed(db: Database, terms: Terms, found: number): Promise<Terms | undefined> {
  const { meaning, filters } = terms;
  if (terms.exact.length > 0) return undefined;
  // a format with titles is what somebody wants; all other filters become words like the others
  const kept = filters.filter(({ kind }) => kind === "category" && found > 0);
  const preferred = filters.filter((filter) => !kept.includes(filter));
  const narrowing = preferred.filter(({ kind }) => kind !== "subject");
  const asked = meaning.wanted
    .filter((each) => !each.isExcluded && !isAmong(each, kept))
    .map((each) => ({ ...each, isWeak: each.isWeak || isAmong(each, narrowing) }));
  const { titles, isName } = await aboutTitles(db, meaning.phrase);
  if (isName && found > 0) return undefined;
  const parts = await weighed(db, asked, titles);
  const telling = parts.filter(({ isWeak }) => !isWeak);
  if (telling.length === 0)
    return filters.length > 0 && terms.match !== "" ? { ...terms, match: "", leftOut: typedOf(parts) } : undefined;
  const quoted = parts.filter(({ places }) =>
    places.some((place) => meaning.clauses[place]?.some(({ isQuoted }) => isQuoted)),
  );
  const sets = quoted.length > 0 ? [quoted] : enoughOf(telling, found);
  if (sets.length === 0) return undefined;
  const some = sets.map((set) => `(${allOf(set)})`).join(" | ");
  const excluded = meaning.wanted.filter(({ isExcluded }) => isExcluded);
  const match = excluded.length > 0 ? `(${some}) & ${allOf(excluded)}` : some;
  const total = parts.reduce((sum, { weight }) => sum + weight, 0);
  const partOf = (word: { typed: string }) => parts.find(({ typed }) => typed === word.typed);
  const wanted = meaning.wanted.map((each) => ({ ...each, related: partOf(each)?.related ?? [] }));
  const also = meaning.also.map((each) => ({ ...each, related: partOf(each)?.names ?? [] }));
  return {
    ...terms,
    meaning: { ...meaning, wanted, also },
    match: terms.match === "" ? match : `(${terms.match}) | (${match})`,
    filters: kept,
    preferred,
    coverage: parts
      .filter(({ weight }) => weight > 0)
      .map((part) => ({ own: part.own, broad: anyWay(part), share: part.weight / total })),
    leftOut: typedOf(parts.filter((part) => !sets.every((set) => set.includes(part)))),
  };
}

/** Weighs each word by how few titles have it. Broader and narrower words are read only for one that few titles have. */
async function weighed(db: Database, asked: readonly Wanted[], titles: number): Promise<Part[]> {
  const uses = await countUses(db, asked.map(anyWay));
  const parts: Part[] = [];
  for (const [place, each] of asked.entries()) {
    const own = uses[place] ?? 0;
    const words = own < fewOfAWord ? await wordsRelatedTo(db, each.entries) : [];
    const others = words.map(({ query, isPhrase }): Way => ({ query, isPhrase, weight: relatedWeight }));
    const ways = unlike([...each.ways, ...others]);
    const related = ways.slice(each.ways.length);
    const known = own > 0 || related.length === 0 ? own : ((await countUses(db, [anyWay({ ways })]))[0] ?? 0);
    const rarity = known === 0 ? 0 : Math.log(1 + titles / (known + rareTitles));
    const weight = rarity * (each.isWeak ? weakWeight : each.isTopic ? topicWeight : 1);
    const names = words.flatMap(({ word, isName }) => (isName ? [word] : []));
    parts.push({ ...each, ways, related, names, own: anyWay(each), uses: known, weight });
  }
  return parts;
}

const typedOf = (parts: readonly Part[]) => parts.map(({ typed }) => typed);

/** The smallest sets of these parts that are enough; none where too many are in no title. */
function enoughOf(telling: readonly Part[], found: number): Part[][] {
  const known = telling.filter(({ uses }) => uses > 0);
  const wordsOf = (some: readonly Part[]) => some.reduce((sum, { places }) => sum + places.length, 0);
  if (wordsOf(known) * 2 <= wordsOf(telling)) return [];
  const heaviest = known.toSorted((one, other) => other.weight - one.weight).slice(0, maxParts);
  const enough = minShare * known.reduce((sum, { weight }) => sum + weight, 0);
  // one word of several says too little where no title has them all, unless it is what the search is about
  const isEnough = (set: readonly Part[]) =>
    set.reduce((sum, { weight }) => sum + weight, 0) >= enough &&
    (set.length > 1 ||
      telling.length === 1 ||
      set.some(({ isTopic, uses }) => (isTopic || found > 0) && uses < maxUses));
  const sets = heaviest.reduce<Part[][]>((all, part) => [...all, ...all.map((set) => [...set, part])], [[]]);
  return sets.filter((set) => isEnough(set) && !set.some((part) => isEnough(set.filter((other) => other !== part))));
}
