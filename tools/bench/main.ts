/**
 * Measures every rendered page and the calls that people make most, one request after the other, in ms:
 * npm run bench                       with 10,000 titles
 * npm run bench -- --titles 100000    with that many
 * Run nothing else at the same time: a busy machine makes every figure worse.
 */
import { parseArgs } from "node:util";
import { addressesOf, renderedPages } from "#e2e/screens/every-screen.ts";
import { newBorrower } from "#e2e/steps/api.ts";
import { type Bench, memoryOf, table, withLibrary } from "./library.ts";
import { beginningsOf, recombinedTitles, searchesFor } from "./titles.ts";

const { values } = parseArgs({ options: { titles: { type: "string", default: "10000" } } });
const titles = recombinedTitles(Number(values.titles));
const [rounds, bound, maxMemoryAtStart] = [20, 300, 180]; // ms, MB

const isOver = await withLibrary(titles, {}, async ({ library, clerk }) => {
  const memoryAtStart = memoryOf(library.processId).now;
  const rows: string[][] = [];
  let isSlow = false;
  for (const [name, send] of await requestsOf({ library, clerk })) {
    const times: number[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const start = performance.now();
      const response = await send(round);
      const text = await response.text();
      if (!response.ok || text.startsWith('{"isSuccess":false')) throw new Error(`${name}: ${response.status} ${text}`);
      if (round > 0) times.push(performance.now() - start); // the first one warms up
    }
    times.sort((a, b) => a - b);
    const [median = 0, slowest = 0] = [times[rounds >> 1], times.at(-1)];
    rows.push([name, median.toFixed(0), slowest.toFixed(0), slowest > bound ? `${bound} OVER` : `${bound}`]);
    isSlow ||= slowest > bound;
  }
  console.log(`Node ${process.version}, ${titles.length} titles\n`);
  console.log(table(["page or call", "median ms", "slowest ms", "at most"], rows));
  const { now, max } = memoryOf(library.processId);
  const inMb = (size: number) => `${size.toFixed(0)} MB`;
  console.log(
    `\nMemory: ${inMb(memoryAtStart)} after the start (at most ${inMb(maxMemoryAtStart)}), ${inMb(now)} now, ${inMb(max)} at its peak`,
  );
  return isSlow || memoryAtStart > maxMemoryAtStart;
});
process.exitCode = isOver ? 1 : 0;

type Send = (round: number) => Promise<Response>;

async function requestsOf({ library, clerk }: Pick<Bench, "library" | "clerk">): Promise<[name: string, send: Send][]> {
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
    ["every title", () => search],
    ["a subject and a grade", () => `${search}&subjectId=3&gradeId=8`],
    ["staff: first page in stock", () => `${staffSearch}&page=1&inStockOnly=true`],
    ["staff: late page in stock", () => `${staffSearch}&page=${latePage}&inStockOnly=true`],
    ["staff: first page out of stock", () => `${staffSearch}&page=1&outOfStockOnly=true`],
    ["staff: a word", () => `${staffSearch}&page=1&searchString=health`],
    ["staff: a SKU", () => `${staffSearch}&page=1&searchString=%23000ABC`],
    ["staff: orders", () => "Order/GetOrders"],
  ];
  const headers = { "accept-encoding": "br" };
  const pages = renderedPages().flatMap((page) => addressesOf(page, { "user/inventories/:search?": ["", "health"] }));
  const lent = titles.flatMap(({ copies }, place) => (copies > 1 ? [place + 1] : []));
  const borrowers = await Promise.all(
    Array.from({ length: rounds + 1 }, (_, place) => newBorrower(library.address, `bench${place}`)),
  );
  const order = async () => {
    const [borrower, itemId] = [borrowers.pop(), lent.pop()];
    if (!borrower || itemId === undefined) throw new Error("There are too few titles to order: use more --titles.");
    const { data: cart } = await borrower.tell<{ data: string }>(`Cart/AddItemToCart/${itemId}/1/false`);
    return borrower.send(`Order/SaveOrder/${borrower.borrowerId}/${cart}`, {});
  };
  return [
    ...pages.map((page): [string, Send] => [page, () => fetch(`${library.address}${page}`, { headers })]),
    ...calls.map(([name, path]): [string, Send] => [name, (round) => clerk.send(path(round))]),
    ["add to cart and order", order],
  ];
}
