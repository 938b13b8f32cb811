import { allGrades } from "#contract/catalog/grade-masks.ts";
import type { Facets, getFacets } from "#contract/catalog/facets.ts";
import type { Received } from "#contract/wire/endpoint.ts";
import { type Codes, codesOf } from "../codes/codes.queries.ts";
import type { Database } from "#server/platform/database.ts";
import { readSearch } from "../search/search.queries.ts";
import { wantedOf } from "../titles/wanted-search.ts";
import { countValues } from "./facets.queries.ts";
import { facetsOf } from "./facets.present.ts";

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
