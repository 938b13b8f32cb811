import { type Chosen, type Facet, type FacetKind, facetKinds } from "#contract/catalog/facets.ts";
import { languageName } from "#contract/catalog/title-languages.ts";
import type { Codes } from "../codes/codes.queries.ts";

/** A value with its number of titles; `others` is how many values of its kind have titles. */
export type CountedValue = { kind: FacetKind; value: string; titles: number; others: number };

/** Groups the counted values by kind, named and in order, without empty kinds. */
export function facetsOf(counted: readonly CountedValue[], chosen: Chosen, codes: Codes): Facet[] {
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
    const place = placesOf(kind, codes);
    if (place) values.sort((a, b) => place(a.value) - place(b.value));
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
function placesOf(kind: FacetKind, { grades }: Codes): ((value: string) => number) | undefined {
  if (kind === "grades") return (value) => grades.findIndex(({ gradeId }) => String(gradeId) === value);
  if (kind === "formats") return Number;
  return kind === "years" ? (value) => -Number(value) : undefined;
}
