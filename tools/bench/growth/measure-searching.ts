import { setTimeout as pause } from "node:timers/promises";
import { newBorrower } from "#e2e/steps/api.ts";
import { withLibrary } from "../bench-library.ts";
import { tableBesideBare } from "../beside-bare.ts";
import { loadsOf } from "../requests.ts";
import { recombinedTitles } from "../titles.ts";
import { pageOfTitles } from "./look-around.ts";
import { quickestOf, tableOfSizes } from "./measure-growth.ts";
import { searchingOf } from "./operations.ts";

const searches = ["search", "repeated search", "suggestions"];

const token = "of-the-benchmark";

/** Waits until the library searches in its index of the titles, and says how long that took and what the index takes. */
async function whenIndexed(address: string): Promise<string> {
  const begun = performance.now();
  await fetch(`${address}/api/${pageOfTitles("searchString=health", 1, 1)}`);
  for (;;) {
    const answer = await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${token}` } });
    const bytes = Number(/^library_title_index_bytes (\S+)$/m.exec(await answer.text())?.[1] ?? 0);
    if (bytes > 0)
      return `An index of ${(bytes / 1e6).toFixed(1)} MB after ${((performance.now() - begun) / 1000).toFixed(1)} s`;
    await pause(200);
  }
}

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
    await withLibrary({ titles, settings: { METRICS_TOKEN: token, TITLE_INDEX_MB: "2048" } }, async (bench) => {
      told.push(await whenIndexed(bench.library.address));
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
