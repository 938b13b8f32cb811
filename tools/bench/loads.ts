import type autocannon from "autocannon";
import * as z from "zod";
import { addItemToCart, saveOrder } from "#contract/cart.ts";
import type { Load } from "./measure.ts";
import { type BenchTitle, searchesFor } from "./titles.ts";

/** A logged-in borrower of the bench. */
export type BenchBorrower = { token: string; borrowerId: number };

const added = z.object({ isSuccess: z.literal(true), ...addItemToCart.answer });
const ordered = z.object({ isSuccess: z.literal(true), ...saveOrder.answer });
const answered = z.object({
  isSuccess: z.literal(true),
  data: z.object({ token: z.string(), borrowerId: z.number() }).optional(),
});

const json = { "content-type": "application/json" };

/** A request with a new address each time. */
const varying = (path: () => string, rest: autocannon.Request = {}): autocannon.Request => ({
  ...rest,
  setupRequest: (request) => ({ ...request, path: path() }),
});

/** The measured loads on `count` titles. */
export function loadsOf(titles: readonly BenchTitle[], borrowers: readonly BenchBorrower[]): Load[] {
  const searches = searchesFor(titles, 2000);
  let turn = 0;
  const nextItem = lendableOf(titles);
  const nextSearch = () => {
    const { text, categoryId } = searches[(turn += 1) % searches.length] ?? { text: "", categoryId: 0 };
    const query = new URLSearchParams({
      searchString: text,
      categoryId: String(categoryId),
      page: "1",
      pageSize: "18",
      inStockOnly: "true",
    });
    return `/api/Inventory/GetInventoryBySearchParams?${query}`;
  };
  return [
    { name: "recent items", requests: [{ path: "/api/Inventory/GetRecentItems?itemCount=4" }] },
    { name: "item detail", requests: [varying(() => `/api/Inventory/Get/${(turn = (turn + 7) % titles.length) + 1}`)] },
    { name: "search", requests: [varying(nextSearch)] },
    {
      name: "add to cart",
      requests: [varying(() => `/api/Cart/AddItemToCart/${nextItem()}/1/false`, { method: "POST" })],
    },
    { name: "order", requests: ordering(borrowers, nextItem), requestsPerOperation: 2 },
  ];
}

/** Titles with several copies, one after another. */
function lendableOf(titles: readonly BenchTitle[]): () => number {
  const lendable = titles.flatMap(({ copies }, place) => (copies > 1 ? [place + 1] : []));
  let turn = 0;
  return () => lendable[(turn += 1) % lendable.length] ?? 1;
}

/** One operation: add a title to the cart and order it, as one of the borrowers. */
function ordering(borrowers: readonly BenchBorrower[], nextItem: () => number): autocannon.Request[] {
  let turn = 0;
  return [
    {
      method: "POST",
      setupRequest: (request, context) => {
        const who = borrowers[(turn += 1) % borrowers.length];
        Object.assign(context, { who });
        return {
          ...request,
          path: `/api/Cart/AddItemToCart/${nextItem()}/1/false`,
          headers: { ...json, authorization: `Bearer ${who?.token}` },
        };
      },
      onResponse: (_status, body, context) => {
        Object.assign(context, { cart: worked(added, body).data });
      },
    },
    {
      method: "POST",
      setupRequest: (request, context: { who?: BenchBorrower; cart?: string }) => ({
        ...request,
        path: `/api/Order/SaveOrder/${context.who?.borrowerId}/${context.cart}`,
        headers: { ...json, authorization: `Bearer ${context.who?.token}` },
      }),
      onResponse: (_status, body) => {
        worked(ordered, body);
      },
    },
  ];
}

/** Fills anonymous carts with one title each, as visitors have before they log in. Returns their keys. */
export async function fillCarts(address: string, titles: readonly BenchTitle[], count: number): Promise<string[]> {
  const nextItem = lendableOf(titles);
  const carts: string[] = [];
  const fill = async () => {
    while (carts.length < count) {
      const path = `/api/Cart/AddItemToCart/${nextItem()}/1/false`;
      const response = await fetch(`${address}${path}`, { method: "POST", headers: json });
      carts.push(worked(added, await response.text()).data);
    }
  };
  await Promise.all(Array.from({ length: 16 }, fill));
  return carts;
}

/** it has just ended */
export function orderingOf(borrowers: readonly BenchBorrower[], carts: string[]): Load {
  let turn = 0;
  const setupRequest = (request: autocannon.Request) => {
    const who = borrowers[(turn += 1) % borrowers.length];
    const cart = carts.pop();
    if (!cart) throw new Error("The bench ran out of filled carts: give it fewer --seconds.");
    return {
      ...request,
      path: `/api/Order/SaveOrder/${who?.borrowerId}/${cart}`,
      headers: { ...json, authorization: `Bearer ${who?.token}` },
    };
  };
  const onResponse = (_status: number, body: string) => {
    worked(ordered, body);
  };
  return { name: "the ordering alone", requests: [{ method: "POST", setupRequest, onResponse }] };
}

/** A refusal answers 200 too: counted as an operation it would flatter the figure. */
function worked<Answer>(schema: z.ZodType<Answer>, body: string): Answer {
  const read = schema.safeParse(JSON.parse(body));
  if (read.success) return read.data;
  throw new Error(`The bench ran out of stock (${body.slice(0, 120)}): give it more --titles or fewer --seconds.`);
}

/** Registers borrowers and logs them in. */
export async function logInBorrowers(address: string, count: number): Promise<BenchBorrower[]> {
  const post = async (call: string, body: object) => {
    const response = await fetch(`${address}/api/${call}`, {
      method: "POST",
      headers: json,
      body: JSON.stringify(body),
    });
    return answered.parse(await response.json()).data;
  };
  const borrowers: BenchBorrower[] = [];
  for (let place = 0; place < count; place += 1) {
    const user = { userName: `bench${place}`, password: "bench bench bench", confirmPassword: "bench bench bench" };
    const address = { street: "1 Main St", city: "Fresno", state: "CA", zip: "93650" };
    await post("Account/RegisterBorrower", {
      borrowerName: `Bench ${place}`,
      emailAddress: "bench@example.org",
      phoneNumber: "555-555-0100",
      schoolName: "Bench School",
      schoolDistrict: "Bench District",
      address,
      user,
    });
    const data = await post("Account/Login/", { userName: user.userName, password: user.password, userTypeId: 2 });
    if (data) borrowers.push(data);
  }
  return borrowers;
}
