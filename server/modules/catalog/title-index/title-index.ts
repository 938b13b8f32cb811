import { LRUCache } from "lru-cache";
import { isForAll } from "#contract/titles/grade-masks.ts";
import { hasChosen, type Search, type Totals } from "../browsing/title-filters.queries.ts";
import type { Terms } from "../search/meaning.rules.ts";
import { isRanked, type RankPlan, rankPlanOf } from "../search/ranking/rank-plan.rules.ts";
import { allOf } from "../search/readings.rules.ts";
import { isOwnSorting } from "../sorting/sorted-by.ts";
import { Columns, stockOfTitle, stockStates, type TitleColumns } from "./columns.ts";
import { isForGrade, type IsOne, missedBy } from "./facets-of-slots.ts";
import { firstOf } from "./first-of.ts";
import { Growing } from "./growing.ts";
import { Matcher } from "./matcher.ts";
import { PostingLists } from "./posting-lists.ts";
import { rankerOf } from "./ranker.ts";
import { memberOf, noSlots, type Slots, those, union, upTo } from "./slots.ts";
import { readTsquery } from "./tsquery.rules.ts";
import type { PlacedWord } from "./tsvector.rules.ts";

type Wanted = Omit<Search, "page" | "lowAt">;
type Compare = (one: number, other: number) => number;

/** The weight of authors and publishers, C. */
const asAName = 1;

/** What a search finds: `hits` whatever facets are chosen, `fits` with them, and how well each of these fits. */
type Found = { hits: Slots; fits: Slots; ranks: () => Float64Array };

/**
 * All titles with their words, to find and count them as the database does, without it. A title whose words changed takes a new
 * slot, so that slots ascend in all that is read.
 */
export class TitleIndex {
  readonly columns = new Columns();
  readonly #lists = new PostingLists();
  readonly #slots = new Map<number, number>();
  /** What tells the words of a title from other words. */
  readonly #marks = new Growing((size) => new Float64Array(size));
  readonly #kept = new LRUCache<string, Found>({ maxSize: 32 * 1024 * 1024, sizeCalculation: sizeOf });
  #size = 0;

  /** How many titles it has. */
  get titles(): number {
    return this.#slots.size;
  }

  /** How many slots have a title as it was before. */
  get worn(): number {
    return this.#size - this.#slots.size;
  }

  /** About. */
  get bytes(): number {
    return (
      this.#lists.bytes + this.columns.bytes + this.#marks.bytes + this.#kept.calculatedSize + 48 * this.#slots.size
    );
  }

  /** Adds a title, or takes in what it is now; `words` are read only where their mark is another one. */
  put(title: TitleColumns, mark: number, words: () => readonly PlacedWord[]): void {
    this.#kept.clear();
    const before = this.#slots.get(title.item_id);
    if (before !== undefined && this.#marks.get(before) === mark) {
      this.columns.set(before, title);
      return;
    }
    this.remove(title.item_id);
    const slot = this.#size;
    this.#size += 1;
    this.columns.add(slot, title);
    for (const { word, places } of words()) this.#lists.add(word, slot, places);
    this.#marks.set(slot, mark);
    this.#slots.set(title.item_id, slot);
  }

  remove(id: number): void {
    const slot = this.#slots.get(id);
    if (slot === undefined) return;
    this.#kept.clear();
    this.columns.stock.set(slot, stockStates.gone);
    this.#slots.delete(id);
  }

  /** Whether the index has a title that is in stock, out of stock, or archived like this one. */
  isSo(title: { item_id: number; is_in_stock: boolean | null }): boolean {
    const slot = this.#slots.get(title.item_id);
    return slot !== undefined && this.columns.stock.get(slot) === stockOfTitle(title);
  }

  /** The ids of a page, totals of each stock, and `listed`: how many the search's lists have, whatever facets are chosen. */
  page(search: Wanted & Pick<Search, "page">, terms: Terms | undefined): Totals & { ids: number[]; listed: number } {
    const found = this.find(search, terms);
    const start = (search.page.number - 1) * search.page.size;
    const all = this.#totalsOf(found.hits);
    const totals = found.fits === found.hits ? all : this.#totalsOf(found.fits);
    const listed = search.stock === "archived" ? all.archivedTotal : all.inStockTotal + all.outOfStockTotal;
    return { ids: this.#firstIds(search, found, start + search.page.size).slice(start), ...totals, listed };
  }

  /** The ids of all that is found in stock and out of it, best first. */
  everything(search: Wanted, terms: Terms | undefined): { inStock: number[]; outOfStock: number[] } {
    const found = this.find(search, terms);
    const idsOf = (stock: "in" | "out") => this.#firstIds({ ...search, stock }, found, Infinity);
    return { inStock: idsOf("in"), outOfStock: idsOf("out") };
  }

  /** The titles that a search finds. What many titles fit is kept until any changes: its next page and its facets follow. */
  find(search: Wanted, terms: Terms | undefined): Found {
    const plan = terms && isRanked(terms) ? rankPlanOf(terms) : undefined;
    const { categoryId, subjectId, gradeId, chosen } = search;
    const key = JSON.stringify([
      categoryId,
      subjectId,
      gradeId,
      chosen,
      terms?.match,
      terms?.exact,
      terms?.filters,
      plan,
    ]);
    const known = this.#kept.get(key);
    if (known) return known;
    const matcher = new Matcher(this.#lists, this.#size);
    const exact = Uint32Array.from(terms?.exact.flatMap((id) => this.#slots.get(id) ?? []) ?? []).sort();
    const tests = this.#testsOf(search, terms, matcher);
    const hits = those(union(this.#matchOf(terms, matcher), exact), (slot) => {
      for (const isOne of tests) if (!isOne(slot)) return false;
      return true;
    });
    const missed = missedBy(this.columns, chosen);
    const fits = hasChosen(chosen) ? those(hits, (slot) => missed(slot) === 0) : hits;
    let ranks: Float64Array | undefined;
    const found = { hits, fits, ranks: () => (ranks ??= this.#ranksOf(plan, matcher, fits, exact)) };
    if (hits.length > few) this.#kept.set(key, found);
    return found;
  }

  /** How many titles match each of these tsqueries; an empty one, none. */
  usesOf(queries: readonly string[]): number[] {
    const matcher = new Matcher(this.#lists, this.#size);
    const isLive = this.#isLive();
    return queries.map((query) => (query === "" ? 0 : those(matcher.match(readTsquery(query)), isLive).length));
  }

  /** Whether a phrase, or one of several, is the name of an author or publisher. */
  isName(phrase: string): boolean {
    const matcher = new Matcher(this.#lists, this.#size);
    return phrase !== "" && matcher.matchIn(readTsquery(phrase), asAName).some(this.#isLive());
  }

  /** Whether a list of a search has a title, as far as stock says. */
  isListed({ stock }: Pick<Search, "stock">): IsOne {
    const { stock: states } = this.columns;
    if (stock === "all") return (slot) => states.get(slot) === stockStates.in || states.get(slot) === stockStates.out;
    const wanted = stockStates[stock];
    return (slot) => states.get(slot) === wanted;
  }

  #isLive(): IsOne {
    const { stock } = this.columns;
    return (slot) => stock.get(slot) !== stockStates.gone;
  }

  #matchOf(terms: Terms | undefined, matcher: Matcher): Slots {
    if (terms && terms.match !== "") return matcher.match(readTsquery(terms.match));
    return !terms || terms.filters.length > 0 ? upTo(this.#size) : noSlots;
  }

  #testsOf(search: Wanted, terms: Terms | undefined, matcher: Matcher): IsOne[] {
    const { columns } = this;
    const tests = [this.#isLive()];
    const named = (kind: string) => terms?.filters.find((each) => each.kind === kind);
    const categoryId = search.categoryId || (named("category")?.id ?? 0);
    const subjectId = search.subjectId || (named("subject")?.id ?? 0);
    if (categoryId > 0) tests.push((slot) => columns.categories.get(slot) === categoryId);
    if (subjectId > 0) tests.push((slot) => columns.subjects.get(slot) === subjectId);
    if (search.gradeId > 0 && !isForAll(search.gradeId)) tests.push(isForGrade(columns, search.gradeId));
    for (const { kind, id, tag, places } of terms?.filters ?? []) {
      const language = columns.languageNames.find(tag);
      if (kind === "language") tests.push((slot) => columns.languages.get(slot) === language);
      if (kind !== "grade") continue;
      const isFiled = isForGrade(columns, id);
      const said = terms?.meaning.wanted.filter((each) => each.places.some((place) => places.includes(place))) ?? [];
      const says = said.length > 0 ? memberOf(matcher.match(readTsquery(allOf(said))), this.#size) : () => false;
      tests.push((slot) => isFiled(slot) || says(slot));
    }
    return tests;
  }

  /** The first of what a search lists, best first, as ids. */
  #firstIds(search: Wanted, { fits, ranks }: Found, most: number): number[] {
    const { columns } = this;
    const { stock } = columns;
    const isListed = this.isListed(search);
    const own = ownOrders(columns)[isOwnSorting(search.sort) ? search.sort : "title"];
    const ranked = isOwnSorting(search.sort) ? undefined : ranks();
    const places = those(upTo(fits.length), (place) => isListed(fits[place] ?? 0));
    const first = firstOf(places, Math.min(most, places.length), (one, other) => {
      const [slot, another] = [fits[one] ?? 0, fits[other] ?? 0];
      const apart = stock.get(another) - stock.get(slot);
      if (apart !== 0) return apart;
      const [rank, otherRank] = ranked ? [ranked[one] ?? 0, ranked[other] ?? 0] : [0, 0];
      return rank === otherRank ? own(slot, another) : otherRank > rank ? 1 : -1;
    });
    return Array.from(first, (place) => columns.ids.get(fits[place] ?? 0));
  }

  #ranksOf(plan: RankPlan | undefined, matcher: Matcher, fits: Slots, exact: Slots): Float64Array {
    const ranks = new Float64Array(fits.length);
    const isExact = memberOf(exact, fits.length);
    const rank = plan ? rankerOf(plan, matcher, this.columns, fits.length) : () => 0;
    for (let at = 0; at < fits.length; at += 1) {
      const slot = fits[at] ?? 0;
      ranks[at] = isExact(slot) ? Infinity : rank(slot);
    }
    return ranks;
  }

  #totalsOf(slots: Slots): Totals {
    const counts = [0, 0, 0, 0];
    const states = this.columns.stock.all;
    for (const slot of slots) {
      const state = states[slot] ?? 0;
      counts[state] = (counts[state] ?? 0) + 1;
    }
    const of = (state: "in" | "out" | "archived") => counts[stockStates[state]] ?? 0;
    return { inStockTotal: of("in"), outOfStockTotal: of("out"), archivedTotal: of("archived") };
  }
}

/** Fewer titles than this are found again as fast. */
const few = 2000;

function sizeOf({ hits, fits }: Found): number {
  return 4 * hits.length + (fits === hits ? 0 : 4 * fits.length) + 8 * fits.length;
}

/** As `keysOf` has them in SQL. */
function ownOrders(columns: Columns): Record<"title" | "newest" | "borrowed", Compare> {
  const { ids, created, lent } = columns;
  const byId: Compare = (one, other) => ids.get(one) - ids.get(other);
  return {
    title: (one, other) => columns.compareTitles(one, other) || byId(one, other),
    newest: (one, other) => created.get(other) - created.get(one) || byId(other, one),
    borrowed: (one, other) => lent.get(other) - lent.get(one) || byId(one, other),
  };
}
