import { LRUCache } from "lru-cache";
import type { Database } from "#server/platform/database.ts";
import type { Changes } from "#server/platform/kept/changes.ts";
import { type ItemInState, itemsInStates } from "../catalog.queries.ts";

type Kept = { row: ItemInState; time: number };

const most = 16 * 1024 * 1024;
const around = 1000; // bytes of a row beside its texts

/** Rows of titles that are good until the titles change. */
export class KeptRows {
  readonly #db: Database;
  readonly #changes: Changes;
  readonly #rows = new LRUCache<number, Kept>({
    maxSize: most,
    sizeCalculation: ({ row }) => around + 2 * lettersIn(row),
  });

  constructor(db: Database, changes: Changes) {
    this.#db = db;
    this.#changes = changes;
  }

  /** The titles with these ids as of the last look for changes, or later, in no particular order. */
  async read(ids: readonly number[]): Promise<ItemInState[]> {
    const kept = ids.flatMap((id) => this.#keptRow(id) ?? []);
    const known = new Set(kept.map((row) => row.item_id));
    const { time } = this.#changes; // what changes while they are read is found by the next look
    const rows = await itemsInStates(
      this.#db,
      ids.filter((id) => !known.has(id)),
    );
    for (const row of rows) this.#rows.set(row.item_id, { row, time });
    return [...kept, ...rows];
  }

  #keptRow(id: number): ItemInState | undefined {
    const kept = this.#rows.get(id);
    return kept && this.#changes.areSame({ titles: [id], lists: false }, kept.time) ? kept.row : undefined;
  }
}

const lettersIn = (row: ItemInState): number =>
  Object.values(row).reduce<number>((sum, value) => sum + (typeof value === "string" ? value.length : 0), 0);
