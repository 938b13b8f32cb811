import { sql } from "kysely";
import { newBorrower } from "#e2e/steps/api.ts";
import { withLibrary } from "../bench-library.ts";
import { table } from "../table.ts";
import { recombinedTitles } from "../titles.ts";
import { filesOfTitles, totalsOf } from "./look-around.ts";
import { type Operation, operationsOf } from "./operations.ts";

const [warmUps, rounds] = [5, 25];

/**
 * Measures what people do in libraries of these numbers of titles, one after another, and each time as a multiple of the
 * one in the first. Of each operation the quickest round counts: on a shared machine the others say what else ran there.
 */
export async function measureGrowth(sizes: readonly number[]): Promise<string> {
  const libraries: Map<string, number>[] = [];
  for (const size of sizes) {
    const begun = performance.now();
    libraries.push(
      await withLibrary({ titles: recombinedTitles(size) }, async ({ clerk, library, db }) => {
        console.log(`${size} titles: loaded in ${((performance.now() - begun) / 1000).toFixed(0)} s`);
        const borrower = await newBorrower(library.address, "grower");
        await sql`update borrowers set mailbox_confirmed_at = now()`.execute(db);
        const [totals, files] = [await totalsOf(clerk), await filesOfTitles(library.address)];
        const times = new Map<string, number>();
        for (const each of operationsOf({ clerk, borrower, totals, files }))
          times.set(each.name, await quickestOf(each));
        return times;
      }),
    );
  }
  return tableOfSizes(sizes, libraries);
}

/** What took how many milliseconds at each size, and how many times the first. */
export function tableOfSizes(
  [first = 0, ...others]: readonly number[],
  libraries: readonly Map<string, number>[],
): string {
  const names = [...(libraries[0]?.keys() ?? [])];
  const rows = names.map((name) => {
    const [quick = 0, ...slower] = libraries.map((times) => times.get(name) ?? 0);
    return [name, quick.toFixed(1), ...slower.flatMap((time) => [time.toFixed(1), (time / quick).toFixed(1)])];
  });
  return table(["what", `ms at ${first}`, ...others.flatMap((size) => [`ms at ${size}`, "times"])], rows);
}

export async function quickestOf({ run }: Operation): Promise<number> {
  let quickest = Infinity;
  for (let round = 0; round < warmUps + rounds; round += 1) {
    const start = performance.now();
    await run(round);
    if (round >= warmUps) quickest = Math.min(quickest, performance.now() - start);
  }
  return quickest;
}
