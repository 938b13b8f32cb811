import type { Chosen } from "#contract/titles/facets.ts";
import { isForAll } from "#contract/titles/grade-masks.ts";
import type { Search, Totals } from "../browsing/title-filters.queries.ts";
import type { Terms } from "../search/meaning.rules.ts";
import { isRanked, rankPlanOf } from "../search/rank-plan.rules.ts";
import { allOf } from "../search/readings.rules.ts";
import { isOwnSorting } from "../sorting/sorted-by.ts";
import { Bits } from "./bits.ts";
import { Columns, stockOfTitle, stockStates, type TitleColumns } from "./columns.ts";
import { isForGrade, type IsOne, missedBy } from "./facets-of-slots.ts";
import { firstOf } from "./first-of.ts";
import { Growing } from "./growing.ts";
import { Matcher } from "./matcher.ts";
import { PostingLists } from "./posting-lists.ts";
import { rankerOf } from "./ranker.ts";
import { readTsquery } from "./tsquery.rules.ts";
import type { PlacedWord } from "./tsvector.rules.ts";

type Wanted = Omit<Search, "page" | "lowAt">;
type Compare = (one: number, other: number) => number;

/** The weight of authors and publishers, C. */
const asAName = 1;

/** What a search finds: `hits` whatever facets are chosen, `fits` with them. */
type Found = { hits: Bits; fits: Bits; exact: Bits; matcher: Matcher };

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
  #live = new Bits(0);
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
    const slots = 48 * this.#slots.size + this.#live.words.byteLength + this.#marks.bytes;
    return this.#lists.bytes + this.columns.bytes + slots;
  }

  /** Adds a title, or takes in what it is now; `words` are read only where their mark is another one. */
  put(title: TitleColumns, mark: number, words: () => readonly PlacedWord[]): void {
    const before = this.#slots.get(title.item_id);
    if (before !== undefined && this.#marks.get(before) === mark) {
      this.columns.set(before, title);
      return;
    }
    this.remove(title.item_id);
    const slot = this.#size;
    this.#size += 1;
    if (this.#size > this.#live.size) this.#live = this.#live.resized(Math.max(1024, 2 * this.#live.size));
    this.columns.add(slot, title);
    for (const { word, places } of words()) this.#lists.add(word, slot, places);
    this.#marks.set(slot, mark);
    this.#live.add(slot);
    this.#slots.set(title.item_id, slot);
  }

  remove(id: number): void {
    const slot = this.#slots.get(id);
    if (slot === undefined) return;
    this.#live.delete(slot);
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
    const slots = this.#slotsOf(found.fits, this.isListed(search));
    const start = (search.page.number - 1) * search.page.size;
    const end = Math.min(start + search.page.size, slots.length);
    const ordered = start < end ? firstOf(slots, end, this.#orderOf(search, terms, found)).slice(start) : [];
    return {
      ids: this.#idsOf(ordered),
      ...this.#totals(found.fits),
      listed: this.#slotsOf(found.hits, this.isListed({ stock: search.stock === "archived" ? "archived" : "all" }))
        .length,
    };
  }

  /** The ids of all that is found in stock and out of it, best first. */
  everything(search: Wanted, terms: Terms | undefined): { inStock: number[]; outOfStock: number[] } {
    const found = this.find(search, terms);
    const order = this.#orderOf(search, terms, found);
    const idsOf = (stock: "in" | "out") => this.#idsOf(this.#slotsOf(found.fits, this.isListed({ stock })).sort(order));
    return { inStock: idsOf("in"), outOfStock: idsOf("out") };
  }

  /** The titles that a search finds. */
  find(search: Wanted, terms: Terms | undefined): Found {
    const matcher = new Matcher(this.#lists, this.#size);
    const exact = new Bits(this.#size);
    for (const id of terms?.exact ?? []) {
      const slot = this.#slots.get(id);
      if (slot !== undefined) exact.add(slot);
    }
    const live = this.#live.resized(this.#size);
    const matched = terms ? matchOf(terms, matcher, live).or(exact).and(live) : live;
    const tests = this.#testsOf(search, terms, matcher);
    const hits = tests.length === 0 ? matched : matched.those((slot) => tests.every((isOne) => isOne(slot)));
    const missed = missedBy(this.columns, search.chosen);
    const fits = isNarrowed(search.chosen) ? hits.those((slot) => missed(slot) === 0) : hits;
    return { hits, fits, exact, matcher };
  }

  /** How many titles match each of these tsqueries, and whether the phrase is the name of an author or publisher. */
  usesOfParts(parts: readonly string[], phrase: string): { uses: number[]; isName: boolean } {
    const matcher = new Matcher(this.#lists, this.#size);
    const live = this.#live.resized(this.#size);
    const uses = parts.map((part) => matcher.match(readTsquery(part)).and(live).count);
    const isName = phrase !== "" && matcher.matchIn(readTsquery(phrase), asAName).and(live).count > 0;
    return { uses, isName };
  }

  /** Whether a list of a search has a title, as far as stock says. */
  isListed({ stock }: Pick<Search, "stock">): IsOne {
    const { stock: states } = this.columns;
    if (stock === "all") return (slot) => states.get(slot) !== stockStates.archived;
    const wanted = stockStates[stock];
    return (slot) => states.get(slot) === wanted;
  }

  #testsOf(search: Wanted, terms: Terms | undefined, matcher: Matcher): IsOne[] {
    const { columns } = this;
    const tests: IsOne[] = [];
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
      const says = said.length > 0 ? matcher.match(readTsquery(allOf(said))) : undefined;
      tests.push((slot) => isFiled(slot) || (says?.has(slot) ?? false));
    }
    return tests;
  }

  #orderOf(search: Wanted, terms: Terms | undefined, found: Found): Compare {
    const { columns } = this;
    const { stock } = columns;
    const own = ownOrders(columns)[isOwnSorting(search.sort) ? search.sort : "title"];
    const byStock: Compare = (one, other) => stock.get(other) - stock.get(one);
    if (terms === undefined || isOwnSorting(search.sort)) return (one, other) => byStock(one, other) || own(one, other);
    const ranks = new Float64Array(this.#size);
    if (isRanked(terms)) {
      const rank = rankerOf(rankPlanOf(terms), found.matcher, columns);
      found.fits.each((slot) => {
        ranks[slot] = rank(slot);
      });
    }
    const { exact } = found;
    return (one, other) =>
      byStock(one, other) ||
      Number(exact.has(other)) - Number(exact.has(one)) ||
      (ranks[other] ?? 0) - (ranks[one] ?? 0) ||
      own(one, other);
  }

  #totals(fits: Bits): Totals {
    const counts = [0, 0, 0];
    const { stock } = this.columns;
    fits.each((slot) => {
      const state = stock.get(slot);
      counts[state] = (counts[state] ?? 0) + 1;
    });
    const [archivedTotal = 0, outOfStockTotal = 0, inStockTotal = 0] = counts;
    return { inStockTotal, outOfStockTotal, archivedTotal };
  }

  #slotsOf(some: Bits, isOne: IsOne): Uint32Array {
    const slots = new Uint32Array(some.count);
    let count = 0;
    some.each((slot) => {
      if (isOne(slot)) slots[count++] = slot;
    });
    return slots.subarray(0, count);
  }

  #idsOf(slots: Iterable<number>): number[] {
    return Array.from(slots, (slot) => this.columns.ids.get(slot));
  }
}

function matchOf(terms: Terms, matcher: Matcher, live: Bits): Bits {
  if (terms.match !== "") return matcher.match(readTsquery(terms.match));
  return terms.filters.length > 0 ? live : new Bits(live.size);
}

const isNarrowed = (chosen: Chosen | undefined) =>
  chosen !== undefined && Object.values(chosen).some((values) => values.length > 0);

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
