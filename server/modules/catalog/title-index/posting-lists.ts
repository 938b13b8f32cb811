import { LRUCache } from "lru-cache";
import { Growing, Pool } from "./growing.ts";

/** Where a word is in a title: one place alone, or the address of several. */
const [noPlace, onePlace] = [0xffffffff, 0x80000000];
const mostInABlock = 512;

/** The titles that have a word, in ascending slots, and where each has it. */
export type Postings = { slots: Uint32Array; wheres: Uint32Array };

/**
 * For each word the titles that have it, and its places there as a tsvector has them: 16 bits, of which the highest two are the
 * weight. Titles are added in ascending slots and never taken away. A word's postings are in blocks, each twice as long as the
 * one before it and linked to the next, so that a word of one title costs little and one of a million titles few links.
 */
export class PostingLists {
  readonly #words = new Map<string, number>();
  readonly #pool = new Pool((size) => new Uint32Array(size));
  readonly #places = new Pool((size) => new Uint16Array(size));
  readonly #heads = new Growing((size) => new Uint32Array(size));
  readonly #tails = new Growing((size) => new Uint32Array(size));
  readonly #counts = new Growing((size) => new Uint32Array(size));
  /** How many postings the last block of a word has room for. */
  readonly #rooms = new Growing((size) => new Uint16Array(size));
  readonly #sizes = new Growing((size) => new Uint16Array(size));
  /** Lists that were read before; one is good until it grows. */
  readonly #known = new LRUCache<number, Postings>({
    maxSize: 8 * 1024 * 1024,
    sizeCalculation: ({ slots }) => 200 + 8 * slots.length,
  });
  #sorted: string[] | undefined;
  #letters = 0;

  /** The number of a word, if any title has it. */
  numberOf(word: string): number | undefined {
    return this.#words.get(word);
  }

  /** The numbers of the words that begin so. */
  beginningWith(beginning: string): number[] {
    this.#sorted ??= [...this.#words.keys()].toSorted((one, other) => (one < other ? -1 : 1));
    const numbers: number[] = [];
    for (let at = firstFrom(this.#sorted, beginning); this.#sorted[at]?.startsWith(beginning); at += 1)
      numbers.push(this.#words.get(this.#sorted[at] ?? "") ?? 0);
    return numbers;
  }

  /** How many titles have it. */
  count(word: number): number {
    return this.#counts.get(word);
  }

  add(word: string, slot: number, places: readonly number[]): void {
    const number = this.#words.get(word) ?? this.#begin(word);
    if (this.#rooms.get(number) === 0) this.#extend(number);
    const size = this.#sizes.get(number);
    const at = this.#tails.get(number) + 2 * (size - this.#rooms.get(number));
    this.#pool.set(at, slot);
    this.#pool.set(at + 1, this.#keep(places));
    this.#rooms.set(number, this.#rooms.get(number) - 1);
    this.#counts.set(number, this.#counts.get(number) + 1);
  }

  /** To be read only: others get the same arrays. */
  read(word: number): Postings {
    const count = this.#counts.get(word);
    const known = this.#known.get(word);
    if (known?.slots.length === count) return known;
    const postings = this.#readAll(word, count);
    this.#known.set(word, postings);
    return postings;
  }

  #readAll(word: number, count: number): Postings {
    const [slots, wheres] = [new Uint32Array(count), new Uint32Array(count)];
    let block = this.#heads.get(word);
    let size = 1;
    for (let read = 0; read < count;) {
      const { part, at } = this.#pool.find(block);
      const some = Math.min(size, count - read);
      for (let place = 0; place < some; place += 1) {
        slots[read + place] = part[at + 2 * place] ?? 0;
        wheres[read + place] = part[at + 2 * place + 1] ?? 0;
      }
      read += some;
      block = part[at + 2 * size] ?? 0;
      size = Math.min(2 * size, mostInABlock);
    }
    return { slots, wheres };
  }

  /** How many places are there; none of a word that is only the name of a subject or grade. */
  placesAt(where: number): number {
    return where === noPlace ? 0 : where >= onePlace ? 1 : this.#places.get(where);
  }

  /** One of the places, from 0 on. */
  placeAt(where: number, at: number): number {
    return where >= onePlace ? where & 0xffff : this.#places.get(where + 1 + at);
  }

  /** Its approximate size, without the sorted words. */
  get bytes(): number {
    const lists = [this.#heads, this.#tails, this.#counts, this.#rooms, this.#sizes];
    const fixed = lists.reduce((sum, each) => sum + each.bytes, this.#pool.bytes + this.#places.bytes);
    return fixed + 72 * this.#words.size + this.#letters + this.#known.calculatedSize;
  }

  #begin(word: string): number {
    const number = this.#words.size;
    this.#words.set(word, number);
    this.#sorted = undefined;
    this.#letters += word.length;
    return number;
  }

  #extend(word: number): void {
    const before = this.#sizes.get(word);
    const size = before === 0 ? 1 : Math.min(2 * before, mostInABlock);
    const block = this.#pool.take(2 * size + 1);
    if (before === 0) this.#heads.set(word, block);
    else this.#pool.set(this.#tails.get(word) + 2 * before, block);
    this.#tails.set(word, block);
    this.#sizes.set(word, size);
    this.#rooms.set(word, size);
  }

  #keep(places: readonly number[]): number {
    const [first, ...others] = places;
    if (first === undefined) return noPlace;
    if (others.length === 0) return (onePlace | first) >>> 0;
    const where = this.#places.take(1 + places.length);
    this.#places.set(where, places.length);
    for (const [at, place] of places.entries()) this.#places.set(where + 1 + at, place);
    return where;
  }
}

function firstFrom(sorted: readonly string[], beginning: string): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((sorted[middle] ?? "") < beginning) from = middle + 1;
    else to = middle;
  }
  return from;
}
