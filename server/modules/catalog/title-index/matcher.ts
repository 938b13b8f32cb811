import { Bits } from "./bits.ts";
import type { PostingLists, Postings } from "./posting-lists.ts";
import type { Tsquery } from "./tsquery.rules.ts";

/** The places of something in a title, in ascending order. Titles must be asked for in ascending slots. */
type PlacesIn = (slot: number) => readonly number[];

const place = 0x3fff;
export const weightOf = (placed: number) => placed >>> 14;

/** Finds the titles that match tsqueries, as PostgreSQL does. It reads the postings of each word once. */
export class Matcher {
  readonly lists: PostingLists;
  readonly #size: number;
  readonly #read = new Map<number, Postings>();

  constructor(lists: PostingLists, size: number) {
    this.lists = lists;
    this.#size = size;
  }

  match(query: Tsquery): Bits {
    switch (query.kind) {
      case "word":
        return this.#withWord(query);
      case "not":
        return all(this.#size).without(this.match(query.of));
      case "and":
        return this.match(query.left).and(this.match(query.right));
      case "or":
        return this.match(query.left).or(this.match(query.right));
      case "phrase": {
        const places = this.#placesOf(query);
        return this.match(query.left)
          .and(this.match(query.right))
          .those((slot) => places(slot).length > 0);
      }
    }
  }

  /** Those of a phrase, or of one of several, that have it in places of this weight. */
  matchIn(query: Tsquery, weight: number): Bits {
    if (query.kind === "or") return this.matchIn(query.left, weight).or(this.matchIn(query.right, weight));
    const places = this.#placesOf(query, weight);
    return this.match(query).those((slot) => places(slot).length > 0);
  }

  /** The postings of each word that it is, or begins. */
  postingsOf({ word, isPrefix }: { word: string; isPrefix: boolean }): Postings[] {
    const numbers = isPrefix ? this.lists.beginningWith(word) : [this.lists.numberOf(word) ?? []].flat();
    return numbers.map((number) => this.#postings(number));
  }

  #postings(number: number): Postings {
    const known = this.#read.get(number);
    if (known) return known;
    const postings = this.lists.read(number);
    this.#read.set(number, postings);
    return postings;
  }

  #withWord(word: { word: string; isPrefix: boolean }): Bits {
    const found = new Bits(this.#size);
    for (const { slots } of this.postingsOf(word)) for (const slot of slots) found.add(slot);
    return found;
  }

  #placesOf(query: Tsquery, weight?: number): PlacesIn {
    if (query.kind === "not") throw new Error("The title index does not look for phrases without a word.");
    if (query.kind === "word") {
      const some = this.postingsOf(query).map((postings) => this.#placesOfWord(postings, weight));
      const [only] = some;
      if (some.length === 1 && only) return only;
      return (slot) => some.flatMap((places) => places(slot)).toSorted((one, other) => one - other);
    }
    const [left, right] = [this.#placesOf(query.left, weight), this.#placesOf(query.right, weight)];
    if (query.kind === "or")
      return (slot) => [...new Set([...left(slot), ...right(slot)])].toSorted((one, other) => one - other);
    const distance = query.kind === "phrase" ? query.distance : 0;
    return (slot) => {
      const [before, after] = [left(slot), right(slot)];
      return after.filter((at) => before.includes(at - distance));
    };
  }

  #placesOfWord(postings: Postings, weight: number | undefined): PlacesIn {
    const find = cursorOf(postings);
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

/** Finds where titles have a word, asked for in ascending slots. */
export function cursorOf({ slots, wheres }: Postings): (slot: number) => number | undefined {
  let at = 0;
  return (slot) => {
    while ((slots[at] ?? Infinity) < slot) at += 1;
    return slots[at] === slot ? wheres[at] : undefined;
  };
}

function all(size: number): Bits {
  const bits = new Bits(size);
  bits.words.fill(0xffffffff);
  return bits;
}
