import { type Bench, table } from "./library.ts";
import { beginningsOf, type BenchTitle, searchesFor } from "./titles.ts";
import { addressesOf, renderedPages } from "#e2e/screens/every-screen.ts";

const [rounds, bound] = [20, 300]; // ms
const head = ["page or search", "median ms", "slowest ms", "at most"];

/** Measures every rendered page and every kind of search, one request after the other. */
export async function measureOneConnection({ library, clerk }: Bench, titles: readonly BenchTitle[]) {
  const searches = searchesFor(titles, rounds + 1).map((search) => `${new URLSearchParams(search)}`);
  const beginnings = beginningsOf(titles, rounds + 1);
  const search = "Inventory/GetInventoryBySearchParams?page=1&pageSize=18&inStockOnly=true";
  const staffSearch = "Inventory/GetInventoryBySearchParams?pageSize=10";
  const latePage = Math.floor((titles.length * 0.8) / 10);
  const calls: [name: string, path: (round: number) => string][] = [
    ["recent items", () => "Inventory/GetRecentItems?itemCount=4"],
    ["item detail", (round) => `Inventory/Get/${round * 97 + 1}`],
    ["suggestions", (round) => `Inventory/GetSuggestions?${new URLSearchParams({ text: beginnings[round] ?? "" })}`],
    ["new search: two words and a category", (round) => `${search}&${searches[round] ?? ""}`],
    ["search: a frequent word", () => `${search}&searchString=health`],
    ["search: a question", () => `${search}&searchString=how+to+brush+your+teeth+properly`],
    ["search: no results", () => `${search}&searchString=mortgage+refinancing`],
    ["facets of a frequent word", () => "Inventory/GetFacets?inStockOnly=true&searchString=health"],
    ["facets of a publisher", () => "Inventory/GetFacets?inStockOnly=true&publishers=Project+Gutenberg"],
    ["topics close to a search", () => "Inventory/GetSearchHelp?inStockOnly=true&searchString=menstruation"],
    ["every title", () => search],
    ["a subject and a grade", () => `${search}&subjectId=3&gradeId=8`],
    ["staff: first page in stock", () => `${staffSearch}&page=1&inStockOnly=true`],
    ["staff: late page in stock", () => `${staffSearch}&page=${latePage}&inStockOnly=true`],
    ["staff: first page out of stock", () => `${staffSearch}&page=1&outOfStockOnly=true`],
    ["staff: a word", () => `${staffSearch}&page=1&searchString=health`],
    ["staff: a SKU", () => `${staffSearch}&page=1&searchString=%23000ABC`],
    ["staff: orders", () => "Order/GetOrders"],
  ];
  const rows: string[][] = [];
  const measure = async (name: string, send: (round: number) => Promise<Response>) => {
    const times: number[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const start = performance.now();
      const response = await send(round);
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${name}: ${response.status}`);
      if (round > 0) times.push(performance.now() - start); // the first one warms up
    }
    times.sort((a, b) => a - b);
    const slowest = times.at(-1) ?? 0;
    rows.push([
      name,
      (times[rounds >> 1] ?? 0).toFixed(0),
      slowest.toFixed(0),
      slowest > bound ? `${bound} OVER` : `${bound}`,
    ]);
    return slowest > bound;
  };
  let isOver = false;
  const headers = { "accept-encoding": "br" };
  for (const page of renderedPages().flatMap((each) =>
    addressesOf(each, { "user/inventories/:search?": ["", "health"] }),
  ))
    isOver = (await measure(page, () => fetch(`${library.address}${page}`, { headers }))) || isOver;
  for (const [name, path] of calls) isOver = (await measure(name, (round) => clerk.send(path(round)))) || isOver;
  return { report: table(head, rows), isOver };
}
