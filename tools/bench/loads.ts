import type autocannon from "autocannon";
import { sql } from "kysely";
import * as z from "zod";
import { type Caller, newBorrower } from "#e2e/steps/api.ts";
import type { Bench } from "./library.ts";
import { beginningsOf, type BenchTitle, searchesFor } from "./titles.ts";

/** Requests in turn; an operation may take several. `bound`: the maximum slowdown, as a multiple of the bare server. */
export type Load = { name: string; bound: number; requests: autocannon.Request[]; requestsPerOperation?: number };

const borrowerCount = 512; // so that each has few open orders and stays below the lending limits
const addResponse = z.object({ isSuccess: z.literal(true), data: z.string() });
const orderResponse = z.object({ isSuccess: z.literal(true), id: z.number() });

export async function loadsOf(bench: Bench, titles: readonly BenchTitle[]): Promise<Load[]> {
  const nextBorrower = inTurn(await readyToOrder(bench));
  const nextItem = inTurn(titles.map((_, place) => ((place * 7) % titles.length) + 1));
  const nextTyped = inTurn(beginningsOf(titles, 2000));
  const searchFor = (next: () => Record<string, string>) =>
    varying(() => {
      const query = new URLSearchParams({ ...next(), page: "1", pageSize: "18", inStockOnly: "true" });
      return `/api/Inventory/GetInventoryBySearchParams?${query}`;
    });
  const nextToAdd = inTurn(titles.flatMap(({ copies }, place) => (copies > 1 ? [place + 1] : [])));
  const adding = () => `/api/Cart/AddItemToCart/${nextToAdd()}/1/false`;
  const asBorrower = (request: autocannon.Request, { kept }: Caller, path: string) => ({
    ...request,
    path,
    headers: { "content-type": "application/json", authorization: `Bearer ${kept.token}` },
  });
  const add: autocannon.Request = {
    method: "POST",
    setupRequest: (request, context: OrderState) => {
      context.borrower = nextBorrower();
      return asBorrower(request, context.borrower, adding());
    },
    onResponse: (_status, body, context: OrderState) => {
      context.cart = parseSuccess(addResponse, body).data;
    },
  };
  const order: autocannon.Request = {
    method: "POST",
    setupRequest: (request, { borrower = nextBorrower(), cart }: OrderState) =>
      asBorrower(request, borrower, `/api/Order/SaveOrder/${borrower.borrowerId}/${cart}`),
    onResponse: (_status, body) => void parseSuccess(orderResponse, body),
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

/** The state that the two requests of an order share. */
type OrderState = { borrower?: Caller; cart?: string };

/** A request with a new address each time. */
const varying = (path: () => string, method: "GET" | "POST" = "GET"): autocannon.Request => ({
  method,
  setupRequest: (request) => ({ ...request, path: path() }),
});

/** Registers borrowers with confirmed mailboxes, and stocks more copies of each title than they order. */
async function readyToOrder({ library, db }: Bench): Promise<Caller[]> {
  const borrowers: Caller[] = [];
  // four at a time, because hashing their passwords takes longest
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

/** Returns the values in turn, again and again. */
function inTurn<T>(all: readonly T[]): () => T {
  let turn = 0;
  return () => {
    const next = all[(turn += 1) % all.length];
    if (next === undefined) throw new Error("The benchmark has nothing to request. Use more --titles.");
    return next;
  };
}

/** Throws on a refusal, which is also a 200 and would flatter the figure. */
function parseSuccess<Answer>(schema: z.ZodType<Answer>, body: string): Answer {
  const answer = schema.safeParse(JSON.parse(body));
  if (answer.success) return answer.data;
  throw new Error(`The library refused the benchmark's request: ${body.slice(0, 160)}`);
}
