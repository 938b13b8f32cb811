import { betweenValues, type Chosen, type FacetKind, facetKinds, facetSizes } from "#contract/titles/facets.ts";
import { isForAll } from "#contract/titles/grade-masks.ts";
import type { Search } from "../browsing/title-filters.queries.ts";
import type { CountedValue } from "../facets/facets.present.ts";
import type { CountedFacets, Offered } from "../facets/facets.queries.ts";
import type { Terms } from "../search/meaning.rules.ts";
import { kindOf, missedBy } from "./facets-of-slots.ts";
import { those } from "./slots.ts";
import type { TitleIndex } from "./title-index.ts";

type Wanted = Omit<Search, "page"> & { chosen: Chosen };

/** Counts what a search finds as the statement of the same name does. */
export function countValuesOf(
  index: TitleIndex,
  search: Wanted,
  terms: Terms | undefined,
  { most, grades, hiddenSubjects }: Offered,
): CountedFacets {
  const { columns } = index;
  const missedOf = missedBy(columns, search.chosen);
  const [isWanted, isPublic] = [index.isListed(search), index.isListed({ stock: "all" })];
  const counters = facetKinds.map((kind, place) => ({ kind, bit: 2 ** place, counts: countsOf(kind) }));
  const numbersOf = counters.map(({ kind }) => (kind === "grades" ? columns.grades : kindOf(columns, kind).numbers));
  let [total, listed] = [0, 0];
  for (const slot of index.find(search, terms).hits) {
    if (!isPublic(slot)) continue;
    listed += 1;
    if (!isWanted(slot)) continue;
    const missed = missedOf(slot);
    if (missed === 0) total += 1;
    for (const [at, { bit, counts }] of counters.entries()) {
      if (missed !== 0 && missed !== bit) continue;
      const number = numbersOf[at]?.get(slot) ?? 0;
      counts.add(number);
    }
  }
  const values = counters.flatMap(({ kind, counts }): CountedValue[] => {
    const named = new Set(search.chosen[kind].map(String));
    const counted =
      kind === "grades"
        ? gradesIn(counts.entries(), new Set([...grades, ...search.chosen.grades]))
        : counts.entries().map(([number, titles]) => ({ value: kindOf(columns, kind).textOf(number), titles }));
    const isHidden = (value: string) => kind === "subjects" && hiddenSubjects.some((id) => String(id) === value);
    const shown = counted
      .filter(({ value, titles }) => titles > 0 && value !== "" && !value.includes(betweenValues))
      .filter(({ value }) => !isHidden(value) || named.has(value))
      .toSorted((one, other) => compare(kind === "years", one, other));
    const few = kind === "formats" || kind === "grades" ? facetSizes.most : most;
    return shown
      .filter(({ value }, place) => place < few || named.has(value))
      .map((each) => ({ kind, ...each, others: shown.length }));
  });
  return { total, listed, values };
}

/** Counts numbers. Masks of grades are few and far apart; all others are close together, where an array is faster than a map. */
function countsOf(kind: FacetKind) {
  if (kind === "grades") {
    const counts = new Map<number, number>();
    return {
      add: (number: number) => void counts.set(number, (counts.get(number) ?? 0) + 1),
      entries: () => [...counts],
    };
  }
  const counts: number[] = [];
  return {
    add: (number: number) => {
      counts[number] = (counts[number] ?? 0) + 1;
    },
    entries: () => counts.flatMap((titles, number) => [[number, titles] as const]), // leaves out what has none
  };
}

type Counted = { value: string; titles: number };

/** How many titles are for each grade, of how many have each mask. */
function gradesIn(masks: readonly (readonly [number, number])[], grades: ReadonlySet<number>): Counted[] {
  return Array.from(grades, (grade) => {
    let titles = 0;
    for (const [mask, some] of masks) if ((mask & grade) !== 0 || isForAll(mask)) titles += some;
    return { value: String(grade), titles };
  });
}

/** The newest years first, and of the others what most titles have. */
function compare(isYear: boolean, one: Counted, other: Counted): number {
  const byValue = Buffer.compare(Buffer.from(one.value), Buffer.from(other.value));
  return isYear ? -byValue : other.titles - one.titles || byValue;
}

/** How many titles a search finds, and `listed` whatever is chosen and in stock. */
export function countFoundIn(index: TitleIndex, search: Omit<Search, "page">, terms: Terms | undefined) {
  const { hits, fits } = index.find(search, terms);
  const [isWanted, isPublic] = [index.isListed(search), index.isListed({ stock: "all" })];
  return { total: those(fits, isWanted).length, listed: those(hits, isPublic).length };
}
