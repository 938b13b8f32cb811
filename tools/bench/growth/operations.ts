import * as z from "zod";
import { addItemToCart } from "#contract/cart.ts";
import type { Caller } from "#e2e/steps/api.ts";
import { writeLabel } from "#contract/labels.ts";
import { pageOfTitles, type SiteMapFiles, type Totals } from "./look-around.ts";

/** One thing that people or programs do; `round` counts, for what can be done once for each thing. */
export type Operation = { name: string; run: (round: number) => Promise<unknown> };

type Library = { clerk: Caller; borrower: Caller; totals: Totals; files: SiteMapFiles };

/** What people do in a library of these totals, most of it as the screens ask for it. */
export function operationsOf({ clerk, borrower, totals, files }: Library): Operation[] {
  const read = (name: string, path: string, who = borrower): Operation => ({ name, run: () => readAll(who, path) });
  const call = (name: string, path: string, who?: Caller) => read(name, `/api/${path}`, who);
  const titles = (name: string, filters: string, page: number | string = 1) =>
    call(name, pageOfTitles(`${filters}&inStockOnly=true`, page, 18));
  const staffs = (name: string, page: (total: number, size: number) => number): Operation => ({
    name,
    run: () =>
      Promise.all([
        readAll(clerk, `/api/${pageOfTitles("inStockOnly=true", page(totals[""].in, 10), 10)}`),
        readAll(clerk, `/api/${pageOfTitles("outOfStockOnly=true", page(totals[""].out, 5), 5)}`),
      ]),
  });
  const middle = (filters: keyof Totals) => Math.max(1, Math.floor(totals[filters].in / 36));
  const last = (filters: keyof Totals) => Math.max(1, Math.ceil(totals[filters].in / 18));
  const label = (round: number) => writeLabel({ inventoryItemId: round + 1, skuNumber: sku(1) });
  return [
    call("newest titles", "Inventory/GetRecentItems?itemCount=4"),
    { name: "a title", run: (round) => readAll(borrower, `/api/Inventory/Get/${round * 7 + 1}`) },
    titles("titles, first page", ""),
    titles("titles, middle page", "", middle("")),
    titles("titles, last page", "", last("")),
    titles("a category, first page", "categoryId=1"),
    titles("a category, middle page", "categoryId=1", middle("categoryId=1")),
    titles("a category, last page", "categoryId=1", last("categoryId=1")),
    titles("a subject, first page", "subjectId=3"),
    titles("a subject, middle page", "subjectId=3", middle("subjectId=3")),
    titles("a grade, first page", "gradeId=8"),
    titles("a grade, middle page", "gradeId=8", middle("gradeId=8")),
    titles("all grades, first page", "gradeId=63"),
    titles("a category, a subject and a grade", "categoryId=1&subjectId=3&gradeId=8"),
    call("titles out of stock", pageOfTitles("outOfStockOnly=true", 1, 5)),
    titles("search: a common word", "searchString=health"),
    titles("search: two words", "searchString=food+safety"),
    titles("search: a SKU", `searchString=${sku(1234)}`),
    call("filters of all in stock, kept", "Inventory/GetFacets?inStockOnly=true"),
    counted(borrower, "filters of all in stock, counted", ""),
    counted(borrower, "filters of a common word, counted", "health"),
    staffs("staff's titles, first pages", () => 1),
    staffs("staff's titles, late pages", (total, size) => Math.max(1, Math.floor((total * 0.9) / size))),
    call("archived titles", "Inventory/GetArchived?page=1&pageSize=10", clerk),
    call("low stock", "Inventory/GetLowStock?page=1&pageSize=10", clerk),
    call("next free SKU", "Inventory/GetNextSku?categoryId=1", clerk),
    call("copies without a label", "Labels/GetCopies", clerk),
    {
      name: "scan of a label",
      run: (round) => readAll(clerk, `/api/Desk/Resolve?text=${encodeURIComponent(label(round))}`),
    },
    call("the desk's work", "Desk/GetWork", clerk),
    read("page drawn: home", "/home"),
    read("page drawn: titles", "/user/inventories"),
    read("page drawn: a title", "/user/viewitem/7"),
    read("site map: index", "/sitemap.xml"),
    read("site map: first file of titles", files.first),
    read("site map: last whole file of titles", files.last),
    { name: "add to a cart", run: (round) => addTo(borrower, round) },
    {
      name: "add and order",
      run: async (round) => {
        const cart = await addTo(borrower, round + 200);
        await borrower.tell(`Order/SaveOrder/${borrower.borrowerId}/${cart}`);
      },
    },
  ];
}

/** What searching is made of, each time written otherwise, so that no answer is a kept one. */
export function searchingOf(clerk: Caller, borrower: Caller): Operation[] {
  const asked = (name: string, who: Caller, pathOf: (round: number) => string): Operation => ({
    name,
    run: (round) => readAll(who, `/api/${pathOf(round)}`),
  });
  const search = (name: string, text: string, who = borrower) =>
    asked(name, who, (round) => {
      const typed = inOtherCase(text, who === clerk ? round + others : round);
      return pageOfTitles(`searchString=${typed}&inStockOnly=true`, 1, 18);
    });
  const suggest = (name: string, text: string) =>
    asked(name, borrower, (round) => `Inventory/GetSuggestions?text=${inOtherCase(text, round)}`);
  return [
    asked("everything in stock", borrower, (round) => pageOfTitles("inStockOnly=true", round + 1, 18)),
    search("a word of most titles", "health"),
    search("two words", "food+safety"),
    search("a typing error", "vapping"),
    suggest("suggestions for a beginning", "healthy"),
    suggest("suggestions for a typing error", "vapping"),
    counted(borrower, "filters of everything in stock", ""),
    counted(borrower, "filters of a word of most titles", "health"),
    search("staff's list of a word of most titles", "health", clerk),
  ];
}

/** More than there are rounds: staff ask for what no borrower asked for. */
const others = 32;

const inOtherCase = (text: string, round: number) =>
  Array.from(text, (letter, place) => ((round >> place) & 1 ? letter.toUpperCase() : letter)).join("");

/** Each time with another number of values, so that none is kept. */
const counted = (who: Caller, name: string, text: string): Operation => ({
  name,
  run: (round) => readAll(who, `/api/Inventory/GetFacets?inStockOnly=true&searchString=${text}&most=${round + 7}`),
});

const sku = (place: number) => place.toString(36).padStart(6, "0").toUpperCase();

const added = z.object({ isSuccess: z.literal(true), ...addItemToCart.answer });

/** Puts a title into a new cart; the bench's titles have 0 to 6 copies in turn, and this takes those of six. */
const addTo = async ({ address }: Caller, round: number) => {
  const answer = await fetch(`${address}/api/Cart/AddItemToCart/${round * 7 + 7}/1/false`, { method: "POST" });
  return added.parse(await answer.json()).data;
};

async function readAll({ address, kept }: Caller, path: string): Promise<void> {
  const headers = path.startsWith("/api/") ? { authorization: `Bearer ${kept.token}` } : undefined;
  const answer = await fetch(`${address}${path}`, { ...(headers && { headers }) });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`);
  await answer.arrayBuffer();
}
