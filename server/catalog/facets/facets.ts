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
import { plainText, saysLittle, saysNothing } from "../search/searched-words.rules.ts";
import { understand } from "../search/understand.ts";
import { type CountedValue, countValues } from "./facets.queries.ts";
import { wordsRelatedTo } from "../search/terms.queries.ts";
import { readSearch, searchOf, searchTitles } from "../search/search.ts";
import { subjectsLike, wordsToFind } from "../search/suggest.ts";
import { languageName } from "#contract/catalog/title-languages.ts";

type FacetSearch = Search & { chosen: Chosen };

const max = { without: 5, subjects: 2 };

/** Suggests filters to remove and related subjects for a search without results. */
export async function helpSearch(db: Database, query: Received<typeof getSearchHelp>["query"]): Promise<SearchHelp> {
  const search = searchOf(query);
  const without: SearchHelp["without"] = [];
  for (const { kind, search: wider } of widerThan(search)) {
    const titles = await totalOf(db, wider);
    if (titles > 0) without.push({ kind, titles });
  }
  without.sort((a, b) => b.titles - a.titles);
  return { without: without.slice(0, max.without), subjects: await subjectsNear(db, search) };
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

/** Returns subjects named like a word of the search or one of its synonyms, with their titles. */
async function subjectsNear(db: Database, { text, stock, subjectId }: FacetSearch): Promise<SearchHelp["subjects"]> {
  const plain = plainText(text).toLowerCase();
  if (plain === "") return [];
  const codes = await codesOf(db);
  const { corrections, also } = await understand(db, text, codes);
  const related = await wordsRelatedTo(db, [...new Set(also.flatMap(({ entries }) => entries))]);
  const relatedWords = [
    ...corrections.map(({ shown }) => shown),
    ...also.flatMap(({ words }) => words),
    ...related.flatMap(({ word, isName }) => (isName ? [word] : [])),
  ];
  const candidates = [...wordsToFind(plain), ...relatedWords.map((word) => plainText(word).toLowerCase())];
  const strongWords = candidates.filter((word) => word.length > 2 && !saysNothing(word) && !saysLittle(word));
  const near = new Map(
    [plain, ...strongWords]
      .flatMap((words) => subjectsLike(wordsToFind(words), codes.subjects))
      .map((subject) => [subject.subjectId, subject]),
  );
  const subjects: SearchHelp["subjects"] = [];
  for (const subject of [...near.values()].slice(0, 3 * max.subjects)) {
    if (subject.subjectId === subjectId || subjects.length === max.subjects) continue;
    const titles = await totalOf(db, subjectAlone(subject.subjectId, stock));
    if (titles > 0) subjects.push({ ...subject, titles });
  }
  return subjects;
}

const subjectAlone = (subjectId: number, stock: Search["stock"]): FacetSearch => ({
  ...searchOf({ searchString: "", categoryId: 0, subjectId, gradeId: 0, inStockOnly: false, outOfStockOnly: false }),
  stock,
});

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

/** Returns the positions of values that have an order of their own. */
function orderOf(kind: FacetKind, { grades }: Codes): ((value: string) => number) | undefined {
  if (kind === "grades") return (value) => grades.findIndex(({ gradeId }) => String(gradeId) === value);
  if (kind === "formats") return Number;
  return kind === "years" ? (value) => -Number(value) : undefined;
}
