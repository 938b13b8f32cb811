import type { getInventoryBySearchParams } from "#contract/catalog.ts";
import type { Answer } from "#contract/wire/endpoint.ts";
import type { Caller } from "#e2e/steps/api.ts";
import { withLibrary } from "./bench-library.ts";
import { table } from "./table.ts";
import type { BenchTitle } from "./titles.ts";

const rounds = 50;

/** The screen's filters, and whether to look at the first page or nine tenths into the list. */
type Choice = Record<string, string>;
const choices: [name: string, choice: Choice, late?: boolean][] = [
  ["first page", {}],
  ["late page (nine tenths into both lists)", {}, true],
  ["a category, a subject and a grade: first page", { categoryId: "3", subjectId: "3", gradeId: "8" }],
  ["a subject: first page", { subjectId: "3" }],
  ["a subject: late page", { subjectId: "3" }, true],
  ["one word (health): first page", { searchString: "health" }],
  ["two words (food safety) in a category: first page", { searchString: "food safety", categoryId: "1" }],
  ["a SKU: first page", { searchString: "#000ABC" }],
];

/**
 * Measures an administrator's inventory list as the screen requests it: a page of 10 in stock and one of 5 out of stock,
 * both at once.
 */
export function measureAdminList(titles: readonly BenchTitle[]): Promise<string> {
  return withLibrary({ titles }, async ({ clerk }) => {
    const rows: (string | number)[][] = [];
    for (const [name, choice, isLate = false] of choices) {
      const totals = await screen(clerk, choice);
      const pages = isLate ? [lateIn(totals[0], 10), lateIn(totals[1], 5)] : [1, 1];
      const times: number[] = [];
      for (let round = -5; round < rounds; round += 1) {
        const start = performance.now();
        await screen(clerk, choice, pages);
        if (round >= 0) times.push(performance.now() - start); // the first ones warm up
      }
      times.sort((a, b) => a - b);
      rows.push([
        name,
        ...totals,
        ...[0.5, 0.95, 1].map((share) => (times[Math.ceil(rounds * share) - 1] ?? 0).toFixed(0)),
      ]);
    }
    return table(["what", "in stock", "out of stock", "median ms", "slowest of 20 ms", "slowest ms"], rows);
  });
}

const lateIn = (total: number, size: number) => Math.max(1, Math.floor((total * 0.9) / size));

type Found = Answer<typeof getInventoryBySearchParams>["data"];

/** Asks for both lists at once, and gives their totals; an unexpectedly empty page would flatter the figure. */
async function screen(clerk: Caller, choice: Choice, [inPage = 1, outPage = 1]: readonly number[] = []) {
  const ask = (list: Choice, page: number, pageSize: number) =>
    clerk.ask<Found>(
      `Inventory/GetInventoryBySearchParams?${new URLSearchParams({ ...choice, ...list, page: `${page}`, pageSize: `${pageSize}` })}`,
    );
  const [within, without] = await Promise.all([
    ask({ inStockOnly: "true" }, inPage, 10),
    ask({ outOfStockOnly: "true" }, outPage, 5),
  ]);
  const [inStock, outOfStock] = [within.inStockTotal, without.outOfStockTotal];
  const isWhole =
    within.searchInStockResults.length === Math.min(10, inStock - (inPage - 1) * 10) &&
    without.searchOutOfStockResults.length === Math.min(5, outOfStock - (outPage - 1) * 5);
  if (!isWhole) throw new Error("A page is short.");
  return [inStock, outOfStock] as const;
}
