import { sql } from "kysely";
import { type Caller, newBorrower } from "#e2e/steps/api.ts";
import type { BenchLibrary } from "./bench-library.ts";
import type { BenchTitle } from "./titles.ts";

/** Borrowers who may order at once, and more copies of each title than are asked for. */
export async function readyToOrder(
  { library, db }: Pick<BenchLibrary, "library" | "db">,
  titles: readonly BenchTitle[],
  count: number,
): Promise<Caller[]> {
  const borrowers: Caller[] = [];
  while (borrowers.length < count) borrowers.push(await newBorrower(library.address, `bench${borrowers.length}`));
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
