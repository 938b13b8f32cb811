import { setImmediate as oneTurn } from "node:timers/promises";
import type { Database } from "#server/platform/database.ts";
import { sharedRead } from "#server/platform/shared-read.ts";
import { type Looked, lookForChanges, type Snapshot } from "./changes.queries.ts";

/** What an answer was made of: these titles with their counts, and which titles there are and how they are found. */
export type Sources = { titles: readonly number[]; lists: boolean };

/** What a look found: `moved` are titles that are listed, found, or sorted otherwise; `isMore`: lists changed by something else, too. */
export type Change = { everything: boolean; isMore: boolean; moved: readonly number[] };

const mostTitles = 20_000; // whose last change is known

/**
 * Follows what is committed, by every instance. `time` counts the looks that found something; an answer that was begun at
 * some time is good until one of its sources changes after it.
 */
export class Changes {
  readonly #db: Database;
  readonly #beforeAll: () => Promise<unknown>;
  #seen: { snapshot: Snapshot; server: string } | undefined;
  #everythingAt = 0;
  #listsAt = 0;
  readonly #titlesAt = new Map<number, number>();
  readonly #followers: ((change: Change) => void)[] = [];
  time = 0;

  /** `beforeAll` reads again what else this process keeps in memory and answers are made of. */
  constructor(db: Database, beforeAll: () => Promise<unknown>) {
    this.#db = db;
    this.#beforeAll = beforeAll;
  }

  /**
   * Takes in all that was committed before the call. Who calls in the same turn of the event loop, or while another look is
   * under way, shares one.
   */
  async look(): Promise<void> {
    this.#asked ??= oneTurn().then(() => {
      this.#asked = undefined;
      return this.#shared();
    });
    return this.#asked;
  }

  #asked: Promise<void> | undefined;
  readonly #shared = sharedRead(() => this.#look());

  /** Calls with what each look finds, before those who asked for it go on. */
  follow(follower: (change: Change) => void): void {
    this.#followers.push(follower);
  }

  /** Whether nothing of it changed since that time, as far as was looked. */
  areSame({ titles, lists }: Sources, time: number): boolean {
    if (this.#everythingAt > time || (lists && this.#listsAt > time)) return false;
    return titles.every((id) => (this.#titlesAt.get(id) ?? 0) <= time);
  }

  async #look(): Promise<void> {
    const { snapshot, server, isStandby, ...found } = await lookForChanges(this.#db, this.#seen?.snapshot);
    const isKnown = !isStandby && this.#seen?.server === server;
    const everything = !isKnown || found.everything;
    // first, so that nothing is made of what it replaces and kept
    if (everything) await this.#beforeAll();
    this.#seen = isStandby ? undefined : { snapshot, server };
    this.#takeIn({ ...found, everything });
  }

  #takeIn({ everything, lists, titles, moved, isMore }: Omit<Looked, "snapshot" | "server" | "isStandby">) {
    if (everything || lists) for (const follower of this.#followers) follower({ everything, isMore, moved });
    if (!everything && !lists && titles.length === 0) return;
    this.time += 1;
    if (lists) this.#listsAt = this.time;
    for (const id of titles) this.#titlesAt.set(id, this.time);
    if (!everything && this.#titlesAt.size <= mostTitles) return;
    this.#everythingAt = this.time;
    this.#titlesAt.clear();
  }
}
