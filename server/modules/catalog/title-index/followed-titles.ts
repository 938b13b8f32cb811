import { setImmediate as oneTurn } from "node:timers/promises";
import type { Database } from "#server/platform/database.ts";
import type { Changes } from "#server/platform/kept/changes.ts";
import { sharedRead } from "#server/platform/shared-read.ts";
import { type ItemInState, itemsInStates } from "../catalog.queries.ts";
import { KeptLexicon, type Lexicon, lexiconOfDatabase } from "../search/lexicon/lexicon.ts";
import { KeptRows } from "./kept-rows.ts";
import { TitleIndex } from "./title-index.ts";
import { takeIn, takeInAfter } from "./title-index.queries.ts";

const longestWait = 10_000; // ms

type Filling = { index: TitleIndex; moved: Set<number> };

/**
 * An index of all titles that follows what any instance commits. It is filled from the first question on, and again where too much changed to
 * be followed.
 */
export class FollowedTitles {
  readonly #db: Database;
  readonly #changes: Changes;
  readonly #most: number;
  #index: TitleIndex | undefined;
  #filling: Filling | undefined;
  /** Titles that changed since the index took them in. */
  #moved = new Set<number>();
  #isTooLarge = false;
  /** Whether a search asked it since it was filled. */
  #isUsed = false;
  /** Milliseconds until the next fill, longer each time that one was wasted; and when that is. */
  #patience = 0;
  #notBefore = 0;

  /** `most`: bytes that the index may take. A collection that needs more has none. */
  constructor(db: Database, changes: Changes, most: number) {
    this.#db = db;
    this.#changes = changes;
    this.#most = most;
    changes.follow(({ everything, moved }) => {
      if (everything) this.#drop();
      for (const id of moved) {
        if (this.#index) this.#moved.add(id);
        this.#filling?.moved.add(id);
      }
    });
  }

  /** The index as of a moment after the call; undefined while there is none, because it is filled or would be too large. */
  async current(): Promise<TitleIndex | undefined> {
    await this.#changes.look();
    if (this.#index === undefined || this.#index.worn > 1000 + this.#index.titles / 2) this.#fill();
    if (this.#index === undefined) return undefined;
    await this.#takeInMoved();
    if (this.#index) [this.#isUsed, this.#patience] = [true, 0];
    return this.#index;
  }

  /** What the index takes, about; 0 without one. */
  get bytes(): number {
    return this.#index?.bytes ?? 0;
  }

  readonly #takeInMoved = sharedRead(async () => {
    const [index, moved] = [this.#index, this.#moved];
    if (index === undefined || moved.size === 0) return;
    this.#moved = new Set();
    try {
      await takeIn(this.#db, index, [...moved]);
      if (index === this.#index && index.bytes > this.#most) this.#giveUp();
    } catch (error) {
      for (const id of moved) this.#moved.add(id);
      throw error;
    }
  });

  #drop(): void {
    this.#moved = new Set();
    if (this.#filling || this.#isTooLarge || (this.#index && !this.#isUsed)) this.#wait();
    [this.#index, this.#filling, this.#isTooLarge] = [undefined, undefined, false];
  }

  #wait(): void {
    this.#patience = Math.min(longestWait, 100 + 2 * this.#patience);
    this.#notBefore = performance.now() + this.#patience;
  }

  #giveUp(): void {
    [this.#index, this.#filling, this.#isTooLarge] = [undefined, undefined, true];
  }

  #fill(): void {
    if (this.#most === 0 || this.#filling || this.#isTooLarge || performance.now() < this.#notBefore) return;
    const filling = { index: new TitleIndex(), moved: new Set<number>() };
    this.#filling = filling;
    this.#takeInAll(filling).catch(() => {
      if (this.#filling !== filling) return;
      this.#wait(); // then the next question tries again
      this.#filling = undefined;
    });
  }

  async #takeInAll(filling: Filling): Promise<void> {
    const { index, moved } = filling;
    const isOver = () => this.#filling !== filling;
    for (let id: number | undefined = 0; id !== undefined;) {
      id = await takeInAfter(this.#db, index, id);
      await oneTurn();
      if (isOver()) return;
      if (index.bytes > this.#most) return this.#giveUp();
    }
    // until nothing is left that any search has seen, so that none is answered without it
    while (moved.size > 0) {
      const ids = [...moved];
      moved.clear();
      await takeIn(this.#db, index, ids);
      if (isOver()) return;
    }
    [this.#index, this.#moved, this.#filling, this.#isUsed] = [index, moved, undefined, false];
  }
}

/** What an instance knows of the titles as of a moment after it was asked. */
export type TitlesNow = {
  index: TitleIndex | undefined;
  lexicon: Lexicon;
  rowsOf: (ids: readonly number[]) => Promise<ItemInState[]>;
};

type Followed = { titles: FollowedTitles; lexicon: Lexicon; rows: KeptRows };

const followed = new WeakMap<Database, Followed>();

/** From now on searches in this database ask what this process keeps, an index of so many bytes at most. */
export function followTitles(db: Database, changes: Changes, most: number): FollowedTitles {
  const titles = new FollowedTitles(db, changes, most);
  followed.set(db, {
    titles,
    lexicon: new KeptLexicon(db, changes),
    rows: new KeptRows(db, changes),
  });
  return titles;
}

/** What is known of the titles now; of a database that is not followed, without an index. */
export async function titlesNow(db: Database): Promise<TitlesNow> {
  const known = followed.get(db);
  if (!known) return { index: undefined, lexicon: lexiconOfDatabase(db), rowsOf: (ids) => itemsInStates(db, ids) };
  const index = await known.titles.current();
  return { index, lexicon: known.lexicon, rowsOf: (ids) => known.rows.read(ids) };
}
