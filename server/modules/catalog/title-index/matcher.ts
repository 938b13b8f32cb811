import type { PostingLists, Postings } from "./posting-lists.ts";
import { difference, intersection, placeIn, type Slots, those, union, unionOfAll, upTo } from "./slots.ts";
import type { Tsquery } from "./tsquery.rules.ts";

/** The places of something in a title, in ascending order. Titles must be asked for in ascending slots. */
type PlacesIn = (slot: number) => readonly number[];

const place = 0x3fff;
export const weightOf = (placed: number) => placed >>> 14;

type SomeWord = { word: string; isPrefix: boolean };

/** Finds the titles that match tsqueries, as PostgreSQL does. It reads the postings of each word once. */
export class Matcher {
  readonly lists: PostingLists;
  readonly #size: number;
  readonly #read = new Map<number, Postings>();

  /** `size`: how many slots there are. */
  constructor(lists: PostingLists, size: number) {
    this.lists = lists;
    this.#size = size;
  }

  /** Those that match, of all titles or `among` some. */
  match(query: Tsquery, among?: Slots): Slots {
    switch (query.kind) {
      case "word": {
        const slots = unionOfAll(this.postingsOf(query).map((postings) => postings.slots));
        return among ? intersection(among, slots) : slots;
      }
      case "not":
        return difference(among ?? upTo(this.#size), this.match(query.of, among));
      case "and":
        return this.#matchBoth(query, among);
      case "or":
        return union(this.match(query.left, among), this.match(query.right, among));
      case "phrase":
        return this.#withPlaces(query, this.#matchBoth(query, among));
    }
  }

  /** The rarer part first, so that the other one is looked for in few titles. */
  #matchBoth({ left, right }: { left: Tsquery; right: Tsquery }, among: Slots | undefined): Slots {
    const [rarer, other] = this.#most(left) <= this.#most(right) ? [left, right] : [right, left];
    return this.match(other, this.match(rarer, among));
  }

  /** How many titles match at most. */
  #most(query: Tsquery): number {
    switch (query.kind) {
      case "word":
        return this.#numbersOf(query).reduce((sum, number) => sum + this.lists.count(number), 0);
      case "not":
        return this.#size;
      case "or":
        return this.#most(query.left) + this.#most(query.right);
      case "and":
      case "phrase":
        return Math.min(this.#most(query.left), this.#most(query.right));
    }
  }

  /** Those of a phrase, or of one of several, that have it in places of this weight. */
  matchIn(query: Tsquery, weight: number): Slots {
    return query.kind === "or"
      ? union(this.matchIn(query.left, weight), this.matchIn(query.right, weight))
      : this.#withPlaces(query, this.match(query), weight);
  }

  /** The postings of each word that it is, or begins. */
  postingsOf(query: SomeWord): Postings[] {
    return this.#numbersOf(query).map((number) => this.#postings(number));
  }

  #numbersOf({ word, isPrefix }: SomeWord): number[] {
    return isPrefix ? this.lists.beginningWith(word) : [this.lists.numberOf(word) ?? []].flat();
  }

  #postings(number: number): Postings {
    const known = this.#read.get(number);
    if (known) return known;
    const postings = this.lists.read(number);
    this.#read.set(number, postings);
    return postings;
  }

  #withPlaces(query: Tsquery, some: Slots, weight?: number): Slots {
    const places = this.#placesOf(query, some.length, weight);
    return those(some, (slot) => places(slot).length > 0);
  }

  /** Of about so many titles. */
  #placesOf(query: Tsquery, asked: number, weight?: number): PlacesIn {
    if (query.kind === "not") throw new Error("The title index does not look for phrases without a word.");
    if (query.kind === "word") {
      const some = this.postingsOf(query).map((postings) => this.#placesOfWord(postings, asked, weight));
      const [only] = some;
      if (some.length === 1 && only) return only;
      return (slot) => some.flatMap((places) => places(slot)).toSorted((one, other) => one - other);
    }
    const [left, right] = [this.#placesOf(query.left, asked, weight), this.#placesOf(query.right, asked, weight)];
    if (query.kind === "or")
      return (slot) => [...new Set([...left(slot), ...right(slot)])].toSorted((one, other) => one - other);
    const distance = query.kind === "phrase" ? query.distance : 0;
    return (slot) => {
      const [before, after] = [left(slot), right(slot)];
      return after.filter((at) => before.includes(at - distance));
    };
  }

  #placesOfWord(postings: Postings, asked: number, weight: number | undefined): PlacesIn {
    const find = whereIn(postings, asked);
    return (slot) => {
      const where = find(slot);
      if (where === undefined) return [];
      const places: number[] = [];
      for (let at = 0; at < this.lists.placesAt(where); at += 1) {
        const placed = this.lists.placeAt(where, at);
        if (weight === undefined || weightOf(placed) === weight) places.push(placed & place);
      }
      return places;
    };
  }
}

/** Finds where titles have a word, for about so many that are asked for in ascending slots. */
export function whereIn({ slots, wheres }: Postings, asked: number): (slot: number) => number | undefined {
  const placeOf = placeIn(slots, asked);
  return (slot) => {
    const at = placeOf(slot);
    return slots[at] === slot ? wheres[at] : undefined;
  };
}
