import { allGrades } from "#contract/catalog/grade-masks.ts";
import {
  type Chosen,
  type Facet,
  type FacetKind,
  facetKinds,
  type Facets,
  type FilterKind,
  type getFacets,
  type getSearchHelp,
  type SearchHelp,
} from "#contract/catalog/facets.ts";
import type { Received } from "#contract/wire/endpoint.ts";
import { type Codes, codesOf } from "../codes/codes.queries.ts";
import type { Database } from "#server/platform/database.ts";
import type { Search } from "../search/search.queries.ts";
import { plainText } from "../search/searched-words.rules.ts";
import { understand } from "../search/understand.ts";
import { type CountedValue, countValues } from "./facets.queries.ts";
import { topicsNearTo } from "../search/terms.queries.ts";
import { readSearch, searchOf, searchTitles } from "../search/search.ts";
import { commonWords, languageOf } from "../search/words-of-languages.ts";
import { languageName } from "#contract/catalog/title-languages.ts";

type FacetSearch = Search & { chosen: Chosen };

const max = { without: 5, topics: 3, topicsTried: 6 };

/** Suggests filters to remove and topics close to a search that finds little or nothing. */
export async function helpSearch(db: Database, query: Received<typeof getSearchHelp>["query"]): Promise<SearchHelp> {
  const search = searchOf(query);
  const without: SearchHelp["without"] = [];
  for (const { kind, search: wider } of widerThan(search)) {
    const titles = await totalOf(db, wider);
    if (titles > 0) without.push({ kind, titles });
  }
  without.sort((a, b) => b.titles - a.titles);
  return { without: without.slice(0, max.without), topics: await topicsNear(db, search) };
}

async function totalOf(db: Database, search: FacetSearch): Promise<number> {
  return (await searchTitles(db, { ...search, sort: "title", page: { number: 1, size: 0 } })).total;
}

/** Returns a search per filter, without that filter. */
function widerThan(search: FacetSearch): { kind: FilterKind; search: FacetSearch }[] {
  const { categoryId, subjectId, gradeId, chosen } = search;
  const wider: { kind: FilterKind; search: FacetSearch }[] = [];
  if (categoryId > 0) wider.push({ kind: "category", search: { ...search, categoryId: 0 } });
  if (subjectId > 0) wider.push({ kind: "subject", search: { ...search, subjectId: 0 } });
  if (gradeId > 0 && gradeId !== allGrades) wider.push({ kind: "grade", search: { ...search, gradeId: 0 } });
  for (const kind of facetKinds)
    if (chosen[kind].length > 0) wider.push({ kind, search: { ...search, chosen: { ...chosen, [kind]: [] } } });
  return wider;
}

/**
 * Returns the broader and narrower topics of a search's words that have titles, with as many as a search for the topic
 * finds.
 */
async function topicsNear(db: Database, search: FacetSearch): Promise<SearchHelp["topics"]> {
  if (plainText(search.text) === "") return [];
  const { also } = await understand(db, search.text, await codesOf(db));
  const entries = new Set(also.flatMap((each) => each.entries));
  const common = await commonWords();
  const topics: SearchHelp["topics"] = [];
  for (const words of (await topicsNearTo(db, [...entries])).slice(0, max.topicsTried)) {
    const named = words.map((word) => ({ word, language: languageOf(word, word.split(/[ -]/), common) }));
    const titles = await totalOf(db, { ...search, text: words[0] ?? "" });
    if (titles > 0) topics.push({ en: nameIn("en", named), es: nameIn("es", named), titles });
    if (topics.length === max.topics) break;
  }
  return topics;
}

type NamedWord = { word: string; language: "en" | "es" | "" };

/**
 * Returns the word that names a topic in a language: the first in that language, or one that could be in either.
 * Entries list their English words first, so in Spanish such a word after the last English one comes first.
 */
export function nameIn(code: "en" | "es", words: readonly NamedWord[]): string {
  const first = (language: NamedWord["language"], among = words) => among.find((each) => each.language === language);
  const afterEnglish = words.slice(words.findLastIndex(({ language }) => language === "en") + 1);
  const own = first(code) ?? (code === "es" ? first("", afterEnglish) : undefined) ?? first("");
  return own?.word ?? "";
}

/** Counts the titles that each facet value of a search would leave. */
export async function countFacets(db: Database, query: Received<typeof getFacets>["query"]): Promise<Facets> {
  const codes = await codesOf(db);
  const search = searchOf(query);
  const offered = { maxValues: query.most, ...offeredBy(codes) };
  const { total, values } = await readSearch(db, search, (terms) => countValues(db, search, terms, offered));
  return { total, facets: facetsOf(values, search.chosen, codes) };
}

/** Leaves out hidden codes, which titles can keep but searches don't offer. */
const offeredBy = ({ subjects, grades }: Codes) => ({
  hiddenSubjects: subjects.filter(({ isHidden }) => isHidden).map(({ subjectId }) => subjectId),
  grades: grades.filter(({ gradeId, isHidden }) => !isHidden && gradeId !== allGrades).map(({ gradeId }) => gradeId),
});

/** Groups the counted values by kind, named and in order, without empty kinds. */
function facetsOf(counted: readonly CountedValue[], chosen: Chosen, codes: Codes): Facet[] {
  return facetKinds.flatMap((kind): Facet[] => {
    const own = counted.filter((each) => each.kind === kind);
    const isChosen = (value: string) => chosen[kind].some((each) => String(each) === value);
    const names = namesOf(kind, codes);
    const known = new Set(own.map(({ value }) => value));
    const missing = chosen[kind].map(String).filter((value) => !known.has(value));
    const values = [...own, ...missing.map((value) => ({ value, titles: 0 }))].map(({ value, titles }) => ({
      value,
      name: names(value),
      titles,
      isChosen: isChosen(value),
    }));
    const positionOf = orderOf(kind, codes);
    if (positionOf) values.sort((a, b) => positionOf(a.value) - positionOf(b.value));
    const listed = own.filter(({ titles }) => titles > 0).length;
    return values.length === 0 ? [] : [{ kind, values, more: Math.max(0, (own[0]?.others ?? 0) - listed) }];
  });
}

/** Returns the English names of the values of a kind; "" for unknown values. */
function namesOf(kind: FacetKind, { categories, subjects, grades }: Codes): (value: string) => string {
  const among = (names: ReadonlyMap<string, string>) => (value: string) => names.get(value) ?? "";
  if (kind === "formats")
    return among(new Map(categories.map(({ categoryId, categoryName }) => [String(categoryId), categoryName])));
  if (kind === "subjects")
    return among(new Map(subjects.map(({ subjectId, subjectName }) => [String(subjectId), subjectName])));
  if (kind === "grades") return among(new Map(grades.map(({ gradeId, gradeName }) => [String(gradeId), gradeName])));
  return kind === "languages" ? languageName : (value) => value;
}

/** Returns the positions of values that have their own order. */
function orderOf(kind: FacetKind, { grades }: Codes): ((value: string) => number) | undefined {
  if (kind === "grades") return (value) => grades.findIndex(({ gradeId }) => String(gradeId) === value);
  if (kind === "formats") return Number;
  return kind === "years" ? (value) => -Number(value) : undefined;
}
