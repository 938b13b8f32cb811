import { priorOf } from "../search/ranking/rank-plan.rules.ts";
import { Growing } from "./growing.ts";

/** What the index knows of a title beside its words. */
export type TitleColumns = {
  item_id: number;
  /** Null: it is archived. */
  is_in_stock: boolean | null;
  category_id: number;
  subject_id: number;
  grade_mask: number;
  language: string;
  published_year: string;
  publisher: string;
  sort_title: string;
  /** Microseconds since 1970. */
  created: number;
  times_lent: number;
  /** The bytes of its description. */
  described: number;
};

/** Texts that many titles have, each kept once under a number. */
export class Dictionary {
  readonly #numbers = new Map<string, number>();
  readonly texts: string[] = [];
  bytes = 0;

  numberOf(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.texts.length);
    this.bytes += 90 + text.length;
    return this.texts.push(text) - 1;
  }

  find(text: string): number | undefined {
    return this.#numbers.get(text);
  }
}

/** Beginnings of titles as numbers, which are in order as their bytes are; so many bytes a number holds exactly. */
const ofABeginning = 6;

/** The values of titles by slot. */
export class Columns {
  readonly ids = new Growing((size) => new Int32Array(size));
  /** As `stockStates`. */
  readonly stock = new Growing((size) => new Uint8Array(size));
  readonly categories = new Growing((size) => new Int32Array(size));
  readonly subjects = new Growing((size) => new Int32Array(size));
  readonly grades = new Growing((size) => new Int32Array(size));
  readonly languages = new Growing((size) => new Uint16Array(size));
  readonly years = new Growing((size) => new Uint16Array(size));
  readonly publishers = new Growing((size) => new Uint32Array(size));
  readonly created = new Growing((size) => new Float64Array(size));
  readonly lent = new Growing((size) => new Int32Array(size));
  /** What its description and its readers are worth, whatever is looked for. */
  readonly priors = new Growing((size) => new Float64Array(size));
  readonly languageNames = new Dictionary();
  readonly yearNames = new Dictionary();
  readonly publisherNames = new Dictionary();
  readonly #beginnings = new Growing((size) => new Float64Array(size));
  readonly #ends = new Growing((size) => new Uint32Array(size));
  #titles = Buffer.alloc(2 ** 16);
  #used = 0;

  /** Adds what is in the next slot. */
  add(slot: number, title: TitleColumns): void {
    this.set(slot, title);
    this.#keepTitle(slot, Buffer.from(title.sort_title));
  }

  /** Sets all but the title that it is sorted by. */
  set(slot: number, title: TitleColumns): void {
    this.ids.set(slot, title.item_id);
    this.stock.set(slot, stockOfTitle(title));
    this.categories.set(slot, title.category_id);
    this.subjects.set(slot, title.subject_id);
    this.grades.set(slot, title.grade_mask);
    this.languages.set(slot, this.languageNames.numberOf(title.language));
    this.years.set(slot, this.yearNames.numberOf(title.published_year));
    this.publishers.set(slot, this.publisherNames.numberOf(title.publisher));
    this.created.set(slot, title.created);
    this.lent.set(slot, title.times_lent);
    this.priors.set(slot, priorOf(title.grade_mask, title.described));
  }

  /** Below 0 where the title of one slot comes before that of the other, by their bytes. */
  compareTitles(one: number, other: number): number {
    const apart = this.#beginnings.get(one) - this.#beginnings.get(other);
    return apart !== 0 ? apart : Buffer.compare(this.#titleOf(one), this.#titleOf(other));
  }

  get bytes(): number {
    const numbers = [this.ids, this.stock, this.categories, this.subjects, this.grades, this.languages, this.years]
      .map(({ bytes }) => bytes)
      .concat([this.publishers, this.created, this.lent, this.priors].map(({ bytes }) => bytes))
      .concat([this.#beginnings.bytes, this.#ends.bytes, this.#titles.length])
      .concat([this.languageNames.bytes, this.yearNames.bytes, this.publisherNames.bytes]);
    return numbers.reduce((sum, each) => sum + each, 0);
  }

  #keepTitle(slot: number, title: Buffer): void {
    if (this.#used + title.length > this.#titles.length) {
      const larger = Buffer.alloc(Math.ceil(1.5 * this.#titles.length) + title.length);
      this.#titles.copy(larger);
      this.#titles = larger;
    }
    title.copy(this.#titles, this.#used);
    this.#used += title.length;
    this.#ends.set(slot, this.#used);
    const beginning = Buffer.alloc(ofABeginning);
    title.copy(beginning, 0, 0, ofABeginning);
    this.#beginnings.set(slot, beginning.readUIntBE(0, ofABeginning));
  }

  #titleOf(slot: number): Buffer {
    return this.#titles.subarray(slot === 0 ? 0 : this.#ends.get(slot - 1), this.#ends.get(slot));
  }
}

/** What is in stock comes before what is not; `gone`: the slot has a title as it was before it changed. */
export const stockStates = { gone: 0, archived: 1, out: 2, in: 3 } as const;

export const stockOfTitle = ({ is_in_stock: isIn }: Pick<TitleColumns, "is_in_stock">) =>
  isIn === null ? stockStates.archived : isIn ? stockStates.in : stockStates.out;
