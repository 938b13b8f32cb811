/** A set of slots: whole numbers below `size`. */
export class Bits {
  readonly words: Uint32Array;
  readonly size: number;

  constructor(size: number, words = new Uint32Array((size + 31) >>> 5)) {
    this.size = size;
    this.words = words;
  }

  add(slot: number): void {
    this.words[slot >>> 5] = (this.words[slot >>> 5] ?? 0) | (1 << (slot & 31));
  }

  delete(slot: number): void {
    this.words[slot >>> 5] = (this.words[slot >>> 5] ?? 0) & ~(1 << (slot & 31));
  }

  has(slot: number): boolean {
    return (((this.words[slot >>> 5] ?? 0) >>> (slot & 31)) & 1) === 1;
  }

  /** Those of both. */
  and(other: Bits): Bits {
    return this.#with(other, (one, another) => one & another);
  }

  or(other: Bits): Bits {
    return this.#with(other, (one, another) => one | another);
  }

  /** Those of this that the other has not. */
  without(other: Bits): Bits {
    return this.#with(other, (one, another) => one & ~another);
  }

  /** Those for which it holds, which is asked in ascending order. */
  those(isOne: (slot: number) => boolean): Bits {
    const found = new Bits(this.size);
    this.each((slot) => {
      if (isOne(slot)) found.add(slot);
    });
    return found;
  }

  /** The same slots among more, or the first ones. */
  resized(size: number): Bits {
    const bits = new Bits(size);
    bits.words.set(this.words.subarray(0, bits.words.length));
    return bits;
  }

  #with(other: Bits, word: (one: number, another: number) => number): Bits {
    return new Bits(
      this.size,
      this.words.map((one, at) => word(one, other.words[at] ?? 0)),
    );
  }

  get count(): number {
    let count = 0;
    for (const word of this.words) count += bitsIn(word);
    return count;
  }

  /** Calls for each, in ascending order. */
  each(call: (slot: number) => void): void {
    for (let at = 0; at < this.words.length; at += 1)
      for (let word = this.words[at] ?? 0; word !== 0; word &= word - 1) call((at << 5) + lowest(word));
  }
}

const lowest = (word: number) => 31 - Math.clz32(word & -word);

/** How many bits of a number of 32 are set. */
export function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
