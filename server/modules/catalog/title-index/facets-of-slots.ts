import type { Chosen, FacetKind } from "#contract/titles/facets.ts";
import { facetKinds } from "#contract/titles/facets.ts";
import { allGrades, bitsWanted, isForAll } from "#contract/titles/grade-masks.ts";
import type { Columns } from "./columns.ts";

export type IsOne = (slot: number) => boolean;

/** Whether a title is for a grade, as `gradeFits` has it. */
export function isForGrade({ grades }: Columns, gradeId: number): IsOne {
  const wanted = bitsWanted(gradeId);
  return gradeId <= allGrades
    ? (slot) => (grades.get(slot) & wanted) !== 0
    : (slot) => (grades.get(slot) & wanted) !== 0 || isForAll(grades.get(slot));
}

/** Which kinds of the chosen facets a title misses: the bits of their places among `facetKinds`. */
export function missedBy(columns: Columns, chosen: Chosen | undefined): (slot: number) => number {
  const tests = facetKinds.flatMap((kind, place) => {
    const isOne = chosen && chosen[kind].length > 0 ? isChosen(columns, kind, chosen) : undefined;
    return isOne ? [{ isOne, bit: 2 ** place }] : [];
  });
  if (tests.length === 0) return () => 0;
  return (slot) => tests.reduce((missed, { isOne, bit }) => (isOne(slot) ? missed : missed | bit), 0);
}

function isChosen(columns: Columns, kind: FacetKind, chosen: Chosen): IsOne {
  if (kind === "grades") {
    const mask = chosen.grades.reduce((all, grade) => all | grade, 0);
    return (slot) => (columns.grades.get(slot) & mask) !== 0 || isForAll(columns.grades.get(slot));
  }
  const { numbers, find } = kindOf(columns, kind);
  const values = new Set(chosen[kind].flatMap((value) => find(value) ?? []));
  return (slot) => values.has(numbers.get(slot));
}

/** The numbers that titles have of a kind, what they are as texts, and the number of a value. */
export function kindOf(columns: Columns, kind: Exclude<FacetKind, "grades">) {
  const codes = (numbers: { get: (slot: number) => number }) => ({
    numbers,
    textOf: String,
    find: (value: string | number) => Number(value),
  });
  const named = (
    numbers: { get: (slot: number) => number },
    names: { texts: readonly string[]; find: (text: string) => number | undefined },
  ) => ({
    numbers,
    textOf: (number: number) => names.texts[number] ?? "",
    find: (value: string | number) => names.find(String(value)),
  });
  switch (kind) {
    case "formats":
      return codes(columns.categories);
    case "subjects":
      return codes(columns.subjects);
    case "languages":
      return named(columns.languages, columns.languageNames);
    case "years":
      return named(columns.years, columns.yearNames);
    case "publishers":
      return named(columns.publishers, columns.publisherNames);
  }
}
