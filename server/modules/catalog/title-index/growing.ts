type Numbers = Uint8Array | Uint16Array | Int32Array | Uint32Array | Float64Array;

/** Numbers by their place, which grow as they are set; 0 where none was. */
export class Growing<Of extends Numbers> {
  readonly #make: (size: number) => Of;
  #numbers: Of;

  constructor(make: (size: number) => Of) {
    this.#make = make;
    this.#numbers = make(64);
  }

  get(at: number): number {
    return this.#numbers[at] ?? 0;
  }

  set(at: number, value: number): void {
    if (at >= this.#numbers.length) {
      const larger = this.#make(Math.max(at + 1, Math.ceil(this.#numbers.length * 1.5)));
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[at] = value;
  }

  /** The numbers as they are now, for callers that read many; a set may replace them. */
  get all(): Of {
    return this.#numbers;
  }

  get bytes(): number {
    return this.#numbers.byteLength;
  }
}

const inAPart = 2 ** 18;

/** Room for short runs of numbers, taken and never given back. A run is in one part, whose other runs need not be moved for more. */
export class Pool<Of extends Uint16Array | Uint32Array> {
  readonly #make: (size: number) => Of;
  readonly #parts: Of[] = [];
  #used = inAPart;

  constructor(make: (size: number) => Of) {
    this.#make = make;
  }

  /** The address of a new run of that length, at most 2 ** 18. */
  take(length: number): number {
    if (this.#used + length > inAPart) {
      this.#parts.push(this.#make(inAPart));
      this.#used = 0;
    }
    const address = (this.#parts.length - 1) * inAPart + this.#used;
    this.#used += length;
    return address;
  }

  get(address: number): number {
    return this.#parts[Math.floor(address / inAPart)]?.[address % inAPart] ?? 0;
  }

  set(address: number, value: number): void {
    const part = this.#parts[Math.floor(address / inAPart)];
    if (part) part[address % inAPart] = value;
  }

  /** The part that an address is in, for callers that read a whole run. */
  find(address: number): { part: Of; at: number } {
    const part = this.#parts[Math.floor(address / inAPart)];
    if (!part) throw new Error("There is nothing at this address.");
    return { part, at: address % inAPart };
  }

  get bytes(): number {
    return this.#parts.reduce((sum, part) => sum + part.byteLength, 0);
  }
}
