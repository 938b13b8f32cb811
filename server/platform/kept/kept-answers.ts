import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Changes, Sources } from "./changes.ts";

/** An answer as it is sent, and what names its content. */
export type Answer = { body: string; tag: string };

type Entry = { begun: number; time: number; making: Promise<Made>; made?: Made };
type Made = Answer & { sources: Sources };

const megabyte = 1024 * 1024;
const most = 20 * megabyte;
const longest = megabyte / 4;
const around = 600; // bytes: the entry, its key, and its place in the map

/** Answers that are the same for everybody, until what they are made of changes. The least used go first. */
export class KeptAnswers {
  readonly #changes: Changes;
  readonly #entries = new LRUCache<string, Entry>({
    maxSize: most,
    sizeCalculation: ({ made }, key) => around + 2 * key.length + (made ? sizeOf(made) : 0),
  });
  #turn = 0;

  constructor(changes: Changes) {
    this.#changes = changes;
  }

  /**
   * The answer of this name as of a moment after the call: a kept one of which nothing changed that was committed before the
   * call, or one that was begun after it.
   */
  async answer(name: string, make: () => Promise<{ body: string; sources: Sources }>): Promise<Answer> {
    const asked = (this.#turn += 1);
    const known = this.#entries.get(name);
    if (known && known.begun < asked) {
      await this.#changes.look();
      const made = known.made ?? (await known.making.catch(() => undefined));
      if (made && this.#changes.areSame(made.sources, known.time)) return made;
    }
    // who found out before that it changed has begun another
    const other = this.#entries.get(name);
    return other && other.begun > asked ? other.making : this.#begin(name, make);
  }

  /** What is kept, about. */
  get bytes(): number {
    return this.#entries.calculatedSize;
  }

  #begin(name: string, make: () => Promise<{ body: string; sources: Sources }>): Promise<Made> {
    const making = make().then(({ body, sources }) => ({ body, sources, tag: tagOf(body) }));
    const entry: Entry = { begun: (this.#turn += 1), time: this.#changes.time, making };
    this.#entries.set(name, entry);
    making.then(
      (made) => {
        if (this.#entries.peek(name) !== entry) return;
        this.#entries.delete(name);
        if (made.body.length <= longest) this.#entries.set(name, { ...entry, made });
      },
      () => {
        if (this.#entries.peek(name) === entry) this.#entries.delete(name);
      },
    );
    return making;
  }
}

// a string has two bytes for each character as soon as one is not Latin; half of one more is for the answer compressed, in two ways
const sizeOf = ({ body, sources }: Made) =>
  Math.ceil((/^[\0-\xff]*$/.test(body) ? 1.5 : 2.5) * body.length) + 16 * sources.titles.length;

const tagOf = (body: string) => `"${createHash("sha1").update(body).digest("base64url")}"`;
