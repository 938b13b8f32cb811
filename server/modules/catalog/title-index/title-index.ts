import { LRUCache } from "lru-cache";
import { isForAll } from "#contract/titles/grade-masks.ts";
import { hasChosen, type Search, type Totals } from "../browsing/title-filters.queries.ts";
import type { Terms } from "../search/meaning.rules.ts";
import { isRanked, type RankPlan, rankPlanOf } from "../search/ranking/rank-plan.rules.ts";
import { allOf } from "../search/readings.rules.ts";
import { isOwnSorting } from "../sorting/sorted-by.ts";
import { Columns, stockStates, type TitleColumns } from "./columns.ts";
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

/** What a search finds: `hits` whatever facets are chosen, `fits` with them, and how well each of these fits; `exact` come first. */
type Hits = { hits: Slots; fits: Slots; exact: ReadonlySet<number>; ranks: () => Float64Array };

/** A title of a page, with its stock as the page has it. */
type FoundTitle = { id: number; stock: number };

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
  readonly #kept = new LRUCache<string, Hits>({ max: 50, maxSize: 32 * 1024 * 1024 });
  #size = 0;

  /** How many titles it has. */
  get titles(): number {
    return this.#slots.size;
  }

  /** How many slots have a title as it was before. */
  get worn(): number {
    return this.#size - this.#slots.size;
  }

  /** Its approximate size. */
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

  /** What a page has, totals of each stock, and `listed`: how many the search's lists have, whatever facets are chosen. */
  page(
    search: Wanted & Pick<Search, "page">,
    terms: Terms | undefined,
  ): Totals & { found: FoundTitle[]; listed: number } {
    const hits = this.find(search, terms);
    const all = this.#totalsOf(hits.hits);
    const totals = hits.fits === hits.hits ? all : this.#totalsOf(hits.fits);
    const listed = search.stock === "archived" ? all.archivedTotal : all.inStockTotal + all.outOfStockTotal;
    const start = (search.page.number - 1) * search.page.size;
    const slots = this.#first(search, hits, start + search.page.size).slice(start);
    const { ids, stock } = this.columns;
    return {
      found: Array.from(slots, (slot) => ({ id: ids.get(slot), stock: stock.get(slot) })),
      ...totals,
      listed,
    };
  }

  /** The ids of all that is found in stock and out of it, best first; undefined of more than `most`. */
  everything(
    search: Wanted,
    terms: Terms | undefined,
    most: number,
  ): { inStock: number[]; outOfStock: number[] } | undefined {
    const hits = this.find(search, terms);
    if (hits.fits.length > most) return undefined;
    const idsOf = (stock: "in" | "out") =>
      Array.from(this.#first({ ...search, stock }, hits, most), (slot) => this.columns.ids.get(slot));
    return { inStock: idsOf("in"), outOfStock: idsOf("out") };
  }

  /** The titles that a search finds. What many titles fit is kept until any changes: its next page and its facets follow. */
  find(search: Wanted, terms: Terms | undefined): Hits {
    const plan = terms && isRanked(terms) ? rankPlanOf(terms) : undefined;
    const key = JSON.stringify([keyOf(search), terms?.match, terms?.exact, terms?.filters, said(terms), plan]);
    const known = this.#kept.get(key);
    if (known) return known;
    const matcher = this.#matcher();
    const hits = this.#hitsOf(search, terms, matcher);
    const missed = missedBy(this.columns, search.chosen);
    const fits = hasChosen(search.chosen) ? those(hits, (slot) => missed(slot) === 0) : hits;
    if (hits.length <= few) return this.#ranked(hits, fits, terms, () => this.#ranksOf(plan, fits, matcher));
    // copies, whose buffers are no longer than they are
    const whole = hits.slice();
    const found = this.#keepable(whole, fits === hits ? whole : fits.slice(), terms, plan);
    this.#kept.set(key, found, { size: sizeOf(key, found) });
    return found;
  }

  #matcher(): Matcher {
    return new Matcher(this.#lists, this.#size);
  }

  #hitsOf(search: Wanted, terms: Terms | undefined, matcher: Matcher): Slots {
    const tests = this.#testsOf(search, terms, matcher);
    return those(union(this.#matchOf(terms, matcher), this.#exactOf(terms)), (slot) => {
      for (const isOne of tests) if (!isOne(slot)) return false;
      return true;
    });
  }

  #exactOf(terms: Terms | undefined): Slots {
    return Uint32Array.from(terms?.exact.flatMap((id) => this.#slots.get(id) ?? []) ?? []).sort();
  }

  /** A separate function, so that the closure that is kept holds only these parameters, and no matcher. */
  #keepable(hits: Slots, fits: Slots, terms: Terms | undefined, plan: RankPlan | undefined): Hits {
    return this.#ranked(hits, fits, terms, () => this.#ranksOf(plan, fits, this.#matcher()));
  }

  /** Ranks are computed when they are asked for. */
  #ranked(hits: Slots, fits: Slots, terms: Terms | undefined, rank: () => Float64Array): Hits {
    let ranks: Float64Array | undefined;
    return { hits, fits, exact: new Set(this.#exactOf(terms)), ranks: () => (ranks ??= rank()) };
  }

  /** How many titles match each of these tsqueries; an empty one, none. */
  usesOf(queries: readonly string[]): number[] {
    const matcher = this.#matcher();
    const isLive = this.#isLive();
    return queries.map((query) => (query === "" ? 0 : those(matcher.match(readTsquery(query)), isLive).length));
  }

  /** Whether a phrase, or one of several, is the name of an author or publisher. */
  isName(phrase: string): boolean {
    const matcher = this.#matcher();
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

  /** The first of what a search lists, best first. */
  #first(search: Wanted, { fits, exact, ranks }: Hits, most: number): Slots {
    const { columns } = this;
    const { stock } = columns;
    const isListed = this.isListed(search);
    const own = ownOrders(columns)[isOwnSorting(search.sort) ? search.sort : "title"];
    const isByRank = !isOwnSorting(search.sort);
    const ranked = isByRank ? ranks() : noRanks;
    const isExact = (slot: number) => Number(isByRank && exact.has(slot));
    const places = those(upTo(fits.length), (place) => isListed(fits[place] ?? 0));
    const first = firstOf(places, Math.min(most, places.length), (one, other) => {
      const [slot, another] = [fits[one] ?? 0, fits[other] ?? 0];
      const apart = stock.get(another) - stock.get(slot) || isExact(another) - isExact(slot);
      if (apart !== 0) return apart;
      const [rank, otherRank] = [ranked[one] ?? 0, ranked[other] ?? 0];
      return rank === otherRank ? own(slot, another) : otherRank > rank ? 1 : -1;
    });
    return first.map((place) => fits[place] ?? 0);
  }

  #ranksOf(plan: RankPlan | undefined, fits: Slots, matcher: Matcher): Float64Array {
    const ranks = new Float64Array(fits.length);
    if (!plan) return ranks;
    const rank = rankerOf(plan, matcher, this.columns, fits);
    for (let at = 0; at < fits.length; at += 1) ranks[at] = rank(fits[at] ?? 0);
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

/** Results as small as this are not kept: finding them again is as fast. */
const few = 2000;
const noRanks = new Float64Array();

/** What a search narrows by, however it says that it does not. */
const keyOf = ({ categoryId, subjectId, gradeId, chosen }: Wanted) => [
  categoryId,
  subjectId,
  isForAll(gradeId) ? 0 : gradeId,
  hasChosen(chosen) ? chosen : undefined,
];

/** What a filter by grade looks for in titles, too. */
const said = (terms: Terms | undefined) =>
  terms?.filters.some(({ kind }) => kind === "grade") ? allOf(terms.meaning.wanted) : "";

function sizeOf(key: string, { hits, fits }: Hits): number {
  return 1000 + 2 * key.length + 4 * hits.length + (fits === hits ? 0 : 4 * fits.length) + 8 * fits.length;
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
