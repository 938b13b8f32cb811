import { allGrades } from "#contract/catalog/grade-masks.ts";
import {
  type Chosen,
  facetKinds,
  type Facets,
  type getFacets,
  type getSearchHelp,
  type SearchHelp,
  type TakenOff,
} from "#contract/catalog/facets.ts";
import type { Received } from "#contract/wire/endpoint.ts";
import { type Codes, codesOf } from "../codes/codes.queries.ts";
import type { Database } from "#server/platform/database.ts";
import type { Search } from "../titles/title-filters.queries.ts";
import { readSearch } from "../search/search.queries.ts";
import { plainText, saysLittle, saysNothing } from "../search/searched-words.rules.ts";
import { understand } from "../search/understand.ts";
import { subjectsLike, wordsToFind } from "../search/suggestions.rules.ts";
import { countFound, countValues } from "./facets.queries.ts";
import { facetsOf } from "./facets.present.ts";
import { wordsRelatedTo } from "../search/terms.queries.ts";
import { wantedOf } from "../search/search.ts";

type Wanted = Omit<Search, "page"> & { chosen: Chosen };

const most = { without: 5, subjects: 2 };

/** What helps where a search found nothing: what to take off, and subjects that its words are near. */
export async function helpSearch(db: Database, query: Received<typeof getSearchHelp>["query"]): Promise<SearchHelp> {
  const search = wantedOf(query);
  const without: SearchHelp["without"] = [];
  for (const { kind, search: wider } of widerThan(search)) {
    const titles = await totalOf(db, wider);
    if (titles > 0) without.push({ kind, titles });
  }
  without.sort((one, other) => other.titles - one.titles);
  return { without: without.slice(0, most.without), subjects: await subjectsNear(db, search) };
}

async function totalOf(db: Database, search: Wanted): Promise<number> {
  const found = await readSearch(db, search, (terms) => countFound(db, search, terms));
  return found.total;
}

/** The search without each list that narrows it, and without each kind of chosen values. */
function widerThan(search: Wanted): { kind: TakenOff; search: Wanted }[] {
  const { categoryId, subjectId, gradeId, chosen } = search;
  const wider: { kind: TakenOff; search: Wanted }[] = [];
  if (categoryId > 0) wider.push({ kind: "category", search: { ...search, categoryId: 0 } });
  if (subjectId > 0) wider.push({ kind: "subject", search: { ...search, subjectId: 0 } });
  if (gradeId > 0 && gradeId !== allGrades) wider.push({ kind: "grade", search: { ...search, gradeId: 0 } });
  for (const kind of facetKinds)
    if (chosen[kind].length > 0) wider.push({ kind, search: { ...search, chosen: { ...chosen, [kind]: [] } } });
  return wider;
}

/** Subjects that are called like a word of the search, or like what it means, with their titles. */
async function subjectsNear(db: Database, { text, stock, subjectId }: Wanted): Promise<SearchHelp["subjects"]> {
  const plain = plainText(text).toLowerCase();
  if (plain === "") return [];
  const codes = await codesOf(db);
  const { corrections, also } = await understand(db, text, codes);
  const related = await wordsRelatedTo(db, [...new Set(also.flatMap(({ entries }) => entries))]);
  const meant = [
    ...corrections.map(({ shown }) => shown),
    ...also.flatMap(({ words }) => words),
    ...related.flatMap(({ word, isName }) => (isName ? [word] : [])),
  ];
  const said = [...wordsToFind(plain), ...meant.map((word) => plainText(word).toLowerCase())];
  const telling = said.filter((word) => word.length > 2 && !saysNothing(word) && !saysLittle(word));
  const near = new Map(
    [plain, ...telling]
      .flatMap((words) => subjectsLike(wordsToFind(words), codes.subjects))
      .map((subject) => [subject.subjectId, subject]),
  );
  const found: SearchHelp["subjects"] = [];
  for (const subject of [...near.values()].slice(0, 3 * most.subjects)) {
    if (subject.subjectId === subjectId || found.length === most.subjects) continue;
    const titles = await totalOf(db, subjectAlone(subject.subjectId, stock));
    if (titles > 0) found.push({ ...subject, titles });
  }
  return found;
}

const subjectAlone = (subjectId: number, stock: Search["stock"]): Wanted => ({
  ...wantedOf({ searchString: "", categoryId: 0, subjectId, gradeId: 0, inStockOnly: false, outOfStockOnly: false }),
  stock,
});

/** What a search can be narrowed by, and how many titles that would give. */
export async function countFacets(db: Database, query: Received<typeof getFacets>["query"]): Promise<Facets> {
  const codes = await codesOf(db);
  const search = wantedOf(query);
  const offered = { most: query.most, ...offeredBy(codes) };
  const { total, values } = await readSearch(db, search, (terms) => countValues(db, search, terms, offered));
  return { total, facets: facetsOf(values, search.chosen, codes) };
}

/** Titles keep codes that are hidden, but these are not offered. */
const offeredBy = ({ subjects, grades }: Codes) => ({
  hiddenSubjects: subjects.filter(({ isHidden }) => isHidden).map(({ subjectId }) => subjectId),
  grades: grades.filter(({ gradeId, isHidden }) => !isHidden && gradeId !== allGrades).map(({ gradeId }) => gradeId),
});
