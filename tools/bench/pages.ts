import { addressesOf, renderedPages } from "#e2e/steps/site-pages.ts";
import { withLibrary } from "./bench-library.ts";
import { type Load, tableBesideBare } from "./beside-bare.ts";
import type { BenchTitle } from "./titles.ts";

/** Measures rendering the pages that the server renders, compressed as browsers get them. */
export function measurePages(titles: readonly BenchTitle[], seconds: number): Promise<string> {
  return withLibrary({ titles }, async (bench) => {
    const loads: Load[] = [];
    await bench.clerk.tell("News/SaveItem", { title: "New videos", content: "Ten of them.", link: "" });
    for (const path of renderedPages().flatMap((page) =>
      addressesOf(page, { "user/inventories/:search?": ["", "health"] }),
    )) {
      const request = { path, headers: { "accept-encoding": "br" } };
      const page = await fetch(`${bench.library.address}${path}`, request);
      const kB = (await page.text()).length / 1000;
      if (!page.ok || page.headers.get("cache-control") !== "private, no-cache")
        throw new Error(`${path} was not rendered.`);
      loads.push({
        name: `${path}, ${kB.toFixed(0)} kB of HTML`,
        connections: 8,
        requests: [request],
        goal: "15 ms of CPU",
      });
    }
    return tableBesideBare(bench, loads, seconds);
  });
}
