import type autocannon from "autocannon";
import * as z from "zod";
import type { Caller } from "#e2e/steps/api.ts";
import { withLibrary } from "./bench-library.ts";
import { type Load, tableBesideBare } from "./beside-bare.ts";
import { borrowersOfABench, inTurn, readyToOrder } from "./borrowers.ts";
import { memoryOf } from "./processes.ts";
import { beginningsOf, type BenchTitle, searchesFor } from "./titles.ts";

// no more of the answers than other versions give, too
const added = z.object({ isSuccess: z.literal(true), data: z.string() });
const ordered = z.object({ isSuccess: z.literal(true), id: z.number() });

/** Measures the calls that borrowers make most, over one connection and over 32; `only` those with this in their names. */
export function measureRequests(titles: readonly BenchTitle[], seconds: number, only = ""): Promise<string> {
  return withLibrary({ titles }, async (bench) => {
    const { address, processId } = bench.library;
    const borrowers = await readyToOrder(bench, titles, borrowersOfABench);
    const carts = "the ordering alone".includes(only) ? await fillCarts(address, titles, 1700 * (1 + 3 * seconds)) : [];
    const loads = [1, 32]
      .flatMap((connections) => loadsOf(titles, borrowers, carts, connections))
      .filter(({ name }) => name.includes(only));
    const memory = () => `Memory of the application's process: ${memoryOf(processId).now.toFixed(0)} MB`;
    return `${await tableBesideBare(bench, loads, seconds)}\n\n${memory()}`;
  });
}

/** A path that adds another title to a cart each time: one with several copies. */
function addingTo(titles: readonly BenchTitle[]): () => string {
  const next = inTurn(titles.flatMap(({ copies }, place) => (copies > 1 ? [place + 1] : [])));
  return () => `/api/Cart/AddItemToCart/${next()}/1/false`;
}

/** A request with a new address each time. */
const varying = (path: () => string, method: "GET" | "POST" = "GET"): autocannon.Request => ({
  method,
  setupRequest: (request) => ({ ...request, path: path() }),
});

/** The loads; `carts` are filled ones, of which each order takes the last. */
export function loadsOf(
  titles: readonly BenchTitle[],
  borrowers: readonly Caller[],
  carts: string[],
  connections: number,
): Load[] {
  const nextItem = inTurn(titles.map((_, place) => ((place * 7) % titles.length) + 1));
  const nextSearch = inTurn(searchesFor(titles, 2000));
  const nextSame = inTurn(searchesFor(titles, 20));
  const nextTyped = inTurn(beginningsOf(titles, 2000));
  const nextAdding = addingTo(titles);
  const nextBorrower = inTurn(borrowers);
  const searchFor = (next: () => Record<string, string>) => () => {
    const query = new URLSearchParams({ ...next(), page: "1", pageSize: "18", inStockOnly: "true" });
    return `/api/Inventory/GetInventoryBySearchParams?${query}`;
  };
  const suggest = () => `/api/Inventory/GetSuggestions?${new URLSearchParams({ text: nextTyped() })}`;
  const asBorrower = (request: autocannon.Request, { kept }: Caller, path: string) => ({
    ...request,
    path,
    headers: { "content-type": "application/json", authorization: `Bearer ${kept.token}` },
  });
  const order: autocannon.Request = {
    method: "POST",
    setupRequest: (request, { who = nextBorrower(), cart = carts.pop() }: Ordering) => {
      if (!cart) throw new Error("The bench ran out of filled carts: give it fewer --seconds.");
      return asBorrower(request, who, `/api/Order/SaveOrder/${who.borrowerId}/${cart}`);
    },
    onResponse: (_status, body) => void worked(ordered, body),
  };
  const add: autocannon.Request = {
    method: "POST",
    setupRequest: (request, context: Ordering) => {
      context.who = nextBorrower();
      return asBorrower(request, context.who, nextAdding());
    },
    onResponse: (_status, body, context: Ordering) => {
      context.cart = worked(added, body).data;
    },
  };
  const addAnother: autocannon.Request = {
    ...add,
    setupRequest: (request, { who = nextBorrower(), cart }: Ordering) =>
      asBorrower(request, who, `${nextAdding()}/${cart}`),
  };
  const goal = (timesBelowBare: number) => (connections === 32 ? { goal: String(timesBelowBare) } : {});
  return [
    { name: "recent items", requests: [{ path: "/api/Inventory/GetRecentItems?itemCount=4" }], ...goal(2) },
    { name: "item detail", requests: [varying(() => `/api/Inventory/Get/${nextItem()}`)], ...goal(3.5) },
    { name: "search", requests: [varying(searchFor(nextSearch))], ...goal(20) },
    { name: "repeated search", requests: [varying(searchFor(nextSame))], ...goal(3) },
    { name: "suggestions", requests: [varying(suggest)], ...goal(5) },
    { name: "add to cart", requests: [varying(nextAdding, "POST")], ...goal(12) },
    { name: "order", requests: [add, order], requestsPerOperation: 2, ...goal(45) },
    { name: "two adds and an order", requests: [add, addAnother, order], requestsPerOperation: 3, ...goal(80) },
    { name: "the ordering alone", requests: [order] },
  ].map((load) => ({ ...load, connections }));
}

/** What the two requests of an order share. */
type Ordering = { who?: Caller; cart?: string };

/** Fills anonymous carts with one title each, as visitors have before they log in. Returns their keys. */
async function fillCarts(address: string, titles: readonly BenchTitle[], count: number): Promise<string[]> {
  const nextAdding = addingTo(titles);
  const carts: string[] = [];
  const fill = async () => {
    while (carts.length < count) {
      const response = await fetch(`${address}${nextAdding()}`, { method: "POST" });
      carts.push(worked(added, await response.text()).data);
    }
  };
  await Promise.all(Array.from({ length: 16 }, fill));
  return carts;
}

/** A refusal answers 200 too: counted as an operation it would flatter the figure. */
function worked<Answer>(schema: z.ZodType<Answer>, body: string): Answer {
  const read = schema.safeParse(JSON.parse(body));
  if (read.success) return read.data;
  throw new Error(`The library refused what the bench asked for: ${body.slice(0, 160)}`);
}
