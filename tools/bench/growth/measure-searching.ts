import { newBorrower } from "#e2e/steps/api.ts";
import { withLibrary } from "../bench-library.ts";
import { tableBesideBare } from "../beside-bare.ts";
import { loadsOf } from "../requests.ts";
import { recombinedTitles } from "../titles.ts";
import { quickestOf, tableOfSizes } from "./measure-growth.ts";
import { searchingOf } from "./operations.ts";

const searches = ["search", "repeated search", "suggestions"];

/**
 * Measures searching in libraries of these numbers of titles: beside a bare server with 32 at once, then each kind alone, the
 * quickest of its rounds, none of which is kept; NaN where a search gets no answer in time.
 */
export async function measureSearching(sizes: readonly number[], seconds: number): Promise<string> {
  const told: string[] = [];
  const libraries = new Map<number, Map<string, number>>();
  // the largest first: the others need not wait for its loading while the machine is quiet
  for (const size of sizes.toSorted((one, other) => other - one)) {
    const titles = recombinedTitles(size);
    await withLibrary({ titles }, async (bench) => {
      const borrower = await newBorrower(bench.library.address, "finder");
      const times = new Map<string, number>();
      for (const each of searchingOf(bench.clerk, borrower))
        times.set(each.name, await quickestOf(each).catch(() => Number.NaN));
      libraries.set(size, times);
      const loads = loadsOf(titles, [borrower], [], 32).filter(({ name }) => searches.includes(name));
      told.push(`${size} titles\n\n${await tableBesideBare(bench, loads, seconds)}`);
    });
  }
  const ascending = sizes.toSorted((one, other) => one - other);
  const times = ascending.map((size) => libraries.get(size) ?? new Map<string, number>());
  return [...told, tableOfSizes(ascending, times)].join("\n\n");
}
