/**
 * Measures an Admin's inventory list as the screen requests it: a page of 10 in stock and one of 5 out of stock, both
 * at once, one Admin:
 * npm run build && node --import ./tools/typescript.mjs tools/bench/admin-list.ts [--titles 100000] [--rounds 50]
 */
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import * as z from "zod";
import { getInventoryBySearchParams } from "#contract/catalog.ts";
import { startBenchLibrary } from "./bench-library.ts";
import { recombinedTitles } from "./titles.ts";

const { values } = parseArgs({
  options: { titles: { type: "string", default: "100000" }, rounds: { type: "string", default: "50" } },
});
const rounds = Number(values.rounds);
const found = z.object({ isSuccess: z.literal(true), ...getInventoryBySearchParams.answer });

/** The screen's filters; a page is a number, or a fraction of the list. */
type Choice = Record<string, string | number>;
const choices: [name: string, choice: Choice, late?: boolean][] = [
  ["first page", {}],
  ["late page (nine tenths into both lists)", {}, true],
  ["a category, a subject and a grade: first page", { categoryId: 3, subjectId: 3, gradeId: 8 }],
  ["a subject: first page", { subjectId: 3 }],
  ["a subject: late page", { subjectId: 3 }, true],
  ["one word (health): first page", { searchString: "health" }],
  ["two words (food safety) in a category: first page", { searchString: "food safety", categoryId: 1 }],
  ["a SKU: first page", { searchString: "#000ABC" }],
];

const titles = recombinedTitles(Number(values.titles));
const { library, stop } = await startBenchLibrary(titles);
try {
  process.stdout.write(
    `${titles.length} titles, ${rounds} rounds each, Node ${process.version}, load average ${loadavg()[0]?.toFixed(1)}\n\n`,
  );
  process.stdout.write(
    "| what | in stock | out of stock | median ms | slowest of 20 ms | slowest ms |\n|---|---:|---:|---:|---:|---:|\n",
  );
  for (const [name, choice, late = false] of choices) process.stdout.write(`${await line(name, choice, late)}\n`);
} finally {
  await stop();
}

async function line(name: string, choice: Choice, late: boolean): Promise<string> {
  const { inStock, outOfStock } = await screen(choice, 1, 1);
  const pages = late ? [lateIn(inStock, 10), lateIn(outOfStock, 5)] : [1, 1];
  const [inPage = 1, outPage = 1] = pages;
  for (let round = 0; round < 5; round += 1) await screen(choice, inPage, outPage); // warm
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    await screen(choice, inPage, outPage);
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => (times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0).toFixed(0);
  return `| ${name} | ${inStock} | ${outOfStock} | ${at(0.5)} | ${at(0.95)} | ${at(1)} |`;
}

function lateIn(total: number, size: number): number {
  return Math.max(1, Math.floor((total * 0.9) / size));
}

/** Both lists of the screen at once; an unexpectedly empty page would flatter the figure. */
async function screen(choice: Choice, inPage: number, outPage: number) {
  const [inList, outList] = await Promise.all([
    ask({ ...choice, inStockOnly: "true", page: inPage, pageSize: 10 }),
    ask({ ...choice, outOfStockOnly: "true", page: outPage, pageSize: 5 }),
  ]);
  const inStock = inList.inStockTotal;
  const outOfStock = outList.outOfStockTotal;
  if (inList.searchInStockResults.length !== Math.min(10, inStock - (inPage - 1) * 10))
    throw new Error("A page is short.");
  if (outList.searchOutOfStockResults.length !== Math.min(5, outOfStock - (outPage - 1) * 5))
    throw new Error("A page is short.");
  return { inStock, outOfStock };
}

async function ask(query: Choice) {
  const parameters = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const response = await fetch(`${library.address}/api/Inventory/GetInventoryBySearchParams?${parameters}`);
  return found.parse(await response.json()).data;
}
