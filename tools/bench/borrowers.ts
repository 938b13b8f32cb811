import { sql } from "kysely";
import { type Caller, newBorrower } from "#e2e/steps/api.ts";
import type { BenchLibrary } from "./bench-library.ts";
import type { BenchTitle } from "./titles.ts";

/** So many that each has few open orders, as a borrower has: the limits of lending count them. */
export const borrowersOfABench = 2048;

const atOnce = 4;

/** Borrowers who may order at once, and more copies of each title than are asked for. */
export async function readyToOrder(
  { library, db }: Pick<BenchLibrary, "library" | "db">,
  titles: readonly BenchTitle[],
  count: number,
): Promise<Caller[]> {
  const borrowers: Caller[] = [];
  // a few at once: hashing their passwords is most of it
  for (let first = 0; first < count; first += atOnce) {
    const names = Array.from({ length: Math.min(atOnce, count - first) }, (_, place) => `bench${first + place}`);
    borrowers.push(...(await Promise.all(names.map((name) => newBorrower(library.address, name)))));
  }
  // older versions confirm no mailbox
  await sql`update borrowers set mailbox_confirmed_at = now()`.execute(db).catch(() => {});
  await sql`update items set active_copies = 1000 where item_id <= ${titles.length}`.execute(db);
  await sql`vacuum (full, analyze) items`.execute(db);
  await sql`vacuum analyze borrowers, accounts, sessions`.execute(db);
  return borrowers;
}

/** These, one after another, again and again. */
export function inTurn<T>(all: readonly T[]): () => T {
  let turn = 0;
  return () => {
    const next = all[(turn += 1) % all.length];
    if (next === undefined) throw new Error("The bench has nothing to ask for: give it more --titles.");
    return next;
  };
}
