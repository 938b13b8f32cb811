import type autocannon from "autocannon";
import { sql } from "kysely";
import * as z from "zod";
import { type Caller, newBorrower } from "#e2e/steps/api.ts";
import type { Bench } from "./library.ts";
import { beginningsOf, type BenchTitle, searchesFor } from "./titles.ts";

/** Requests in turn; an operation may take several of them. `bound`: how many times below the bare server at most. */
export type Load = { name: string; bound: number; requests: autocannon.Request[]; requestsPerOperation?: number };

const borrowerCount = 512; // each has so few open orders that the limits of lending don't matter
const added = z.object({ isSuccess: z.literal(true), data: z.string() });
const ordered = z.object({ isSuccess: z.literal(true), id: z.number() });

/** The calls that borrowers make most. */
export async function loadsOf(bench: Bench, titles: readonly BenchTitle[]): Promise<Load[]> {
  const nextBorrower = inTurn(await readyToOrder(bench));
  const nextItem = inTurn(titles.map((_, place) => ((place * 7) % titles.length) + 1));
  const nextTyped = inTurn(beginningsOf(titles, 2000));
  const searchFor = (next: () => Record<string, string>) =>
    varying(() => {
      const query = new URLSearchParams({ ...next(), page: "1", pageSize: "18", inStockOnly: "true" });
      return `/api/Inventory/GetInventoryBySearchParams?${query}`;
    });
  const nextAdding = inTurn(titles.flatMap(({ copies }, place) => (copies > 1 ? [place + 1] : [])));
  const adding = () => `/api/Cart/AddItemToCart/${nextAdding()}/1/false`;
  const asBorrower = (request: autocannon.Request, { kept }: Caller, path: string) => ({
    ...request,
    path,
    headers: { "content-type": "application/json", authorization: `Bearer ${kept.token}` },
  });
  const add: autocannon.Request = {
    method: "POST",
    setupRequest: (request, context: Ordering) => {
      context.who = nextBorrower();
      return asBorrower(request, context.who, adding());
    },
    onResponse: (_status, body, context: Ordering) => {
      context.cart = succeeded(added, body).data;
    },
  };
  const order: autocannon.Request = {
    method: "POST",
    setupRequest: (request, { who = nextBorrower(), cart }: Ordering) =>
      asBorrower(request, who, `/api/Order/SaveOrder/${who.borrowerId}/${cart}`),
    onResponse: (_status, body) => void succeeded(ordered, body),
  };
  return [
    { name: "recent items", bound: 5, requests: [{ path: "/api/Inventory/GetRecentItems?itemCount=4" }] },
    {
      name: "suggestions",
      bound: 6,
      requests: [varying(() => `/api/Inventory/GetSuggestions?${new URLSearchParams({ text: nextTyped() })}`)],
    },
    { name: "repeated search", bound: 8, requests: [searchFor(inTurn(searchesFor(titles, 20)))] },
    { name: "new search", bound: 120, requests: [searchFor(inTurn(searchesFor(titles, 20_000)))] },
    { name: "item detail", bound: 14, requests: [varying(() => `/api/Inventory/Get/${nextItem()}`)] },
    { name: "add to cart", bound: 26, requests: [varying(adding, "POST")] },
    { name: "an order (add and order)", bound: 120, requests: [add, order], requestsPerOperation: 2 },
  ];
}

/** What the two requests of an order share. */
type Ordering = { who?: Caller; cart?: string };

/** A request with a new address each time. */
const varying = (path: () => string, method: "GET" | "POST" = "GET"): autocannon.Request => ({
  method,
  setupRequest: (request) => ({ ...request, path: path() }),
});

/** Registers borrowers with confirmed mailboxes, and stocks more copies of each title than they order. */
async function readyToOrder({ library, db }: Bench): Promise<Caller[]> {
  const borrowers: Caller[] = [];
  // four at once: hashing their passwords takes most of the time
  for (let first = 0; first < borrowerCount; first += 4) {
    const names = [0, 1, 2, 3].map((place) => `bench${first + place}`);
    borrowers.push(...(await Promise.all(names.map((name) => newBorrower(library.address, name)))));
  }
  await sql`update borrowers set mailbox_confirmed_at = now()`.execute(db);
  await sql`update items set active_copies = 1000`.execute(db);
  await sql`vacuum (full, analyze) items`.execute(db);
  await sql`vacuum analyze borrowers, accounts, sessions`.execute(db);
  return borrowers;
}

/** Returns these one after another, again and again. */
function inTurn<T>(all: readonly T[]): () => T {
  let turn = 0;
  return () => {
    const next = all[(turn += 1) % all.length];
    if (next === undefined) throw new Error("The benchmark has nothing to ask for: give it more --titles.");
    return next;
  };
}

/** A refusal answers 200, too: counted as an operation it would flatter the figure. */
function succeeded<Answer>(schema: z.ZodType<Answer>, body: string): Answer {
  const answer = schema.safeParse(JSON.parse(body));
  if (answer.success) return answer.data;
  throw new Error(`The library refused what the benchmark asked for: ${body.slice(0, 160)}`);
}
