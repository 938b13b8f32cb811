import { setTimeout as pause } from "node:timers/promises";
import { inspect } from "node:util";
import * as z from "zod";
import { systemClock } from "#server/platform/clock.ts";
import { readConfiguration } from "#server/platform/configuration.ts";
import type { Database } from "#server/platform/database.ts";
import { aPicture } from "#server/test/a-picture.ts";
import { aBorrower, anAdmin, anItem } from "#server/test/factories.ts";

/** How many of each kind work at once, and the pages that readers open. */
export type Crowd = { borrowers: number; readers: number; pages: readonly string[] };

type Login = { token: string };
type Person = Login & { userName: string; password: string };

const copies = 20; // of each title
const answer = z.object({
  isSuccess: z.literal(true),
  data: z.optional(z.unknown()),
  id: z.optional(z.number()),
});
const version = z.object({ version: z.number() });

const words = ["health", "nutrition", "vaping", "title", "mentel health", "libros sobre tabaco", "zzz"];

/**
 * Lets people use the library until told: visitors read and search, borrowers order, cancel and log in, and clerks pack, ship, check in
 * and upload. Whatever is lent comes back, so that what a library holds grows by its closed orders and stored pictures alone.
 */
export async function startWork(address: string, db: Database, { borrowers, readers, pages }: Crowd) {
  const parts = { db, clock: systemClock, configuration: readConfiguration({}) };
  const failures = new Map<string, number>(); // each with how often it was seen
  const done = new Map<string, number>();
  let took: number[] = []; // ms
  let isOver = false;

  const ask = async (path: string, init: RequestInit = {}): Promise<string> => {
    const begun = performance.now();
    const response = await fetch(address + path, { ...init, signal: AbortSignal.timeout(60_000) });
    const text = await response.text();
    took.push(performance.now() - begun);
    if (!response.ok) throw new Error(`${path.split("?")[0]}: ${response.status} ${text.slice(0, 200)}`);
    return text;
  };
  const call = async ({ token }: Login, path: string, body?: object) => {
    const isForm = body instanceof FormData;
    const text = await ask(`/api/${path}`, {
      headers: { authorization: `Bearer ${token}`, ...(body && !isForm && { "content-type": "application/json" }) },
      ...(body && { method: "POST", body: isForm ? body : JSON.stringify(body) }),
    });
    const read = answer.safeParse(JSON.parse(text));
    if (!read.success) throw new Error(`${path}: ${text.slice(0, 200)}`);
    return read.data;
  };
  const logInAgain = async (person: Person, userTypeId: 1 | 2): Promise<Person> => {
    const { userName, password, token } = person;
    await ask("/api/Account/Logout", { method: "POST", headers: { authorization: `Bearer ${token}` } });
    const { data } = await call({ token: "" }, "Account/Login/", { userName, password, userTypeId });
    return { ...person, ...z.object({ token: z.string() }).parse(data) };
  };

  const read = async (turn: number) => {
    const word = encodeURIComponent(words[turn % words.length] ?? "");
    await ask(pages[turn % pages.length] ?? "/");
    await ask(`/api/Inventory/GetInventoryBySearchParams?searchString=${word}&page=1`);
    await ask(`/api/Inventory/GetSuggestions?text=${word.slice(0, 3)}`);
    await ask("/api/Inventory/GetRecentItems?itemCount=4");
  };

  const lend = async (
    borrower: Person & { borrowerId: number },
    clerk: Person,
    titles: readonly number[],
    turn: number,
  ) => {
    let cart = "";
    for (const itemId of titles) {
      await ask(`/api/Inventory/Get/${itemId}`);
      cart = z
        .string()
        .parse((await call(borrower, `Cart/AddItemToCart/${itemId}/1/false${cart && `/${cart}`}`, {})).data);
    }
    const { id: orderId } = await call(borrower, `Order/SaveOrder/${borrower.borrowerId}/${cart}`, {});
    await call(borrower, `Order/GetOrderForUser/${orderId}`);
    if (turn % 5 === 4) return call(borrower, `Order/CancelOwn/${orderId}`, {});
    await call(clerk, "Order/GetOrders?page=1");
    await call(clerk, `Order/CheckOutAll/${orderId}`, {});
    const order = version.parse((await call(clerk, `Order/Get/${orderId}`)).data);
    await call(clerk, "Order/UpdateOrder/", { orderId, statusId: 3, version: order.version });
    const out = db
      .selectFrom("assignments")
      .select("copy_id")
      .where("order_id", "=", orderId ?? 0);
    for (const { copy_id } of await out.where("released_at", "is", null).execute())
      await call(clerk, "Returns/CheckIn", { inventoryItemId: copy_id });
    return call(clerk, "Desk/GetWork");
  };
  const upload = async (clerk: Person) => {
    const body = new FormData();
    body.append("uploadFile", await aPicture());
    await call(clerk, "Inventory/UploadAttachment", body);
  };

  /** One turn after another; what fails is kept, and does not end the work. */
  const repeat = async (what: string, work: (turn: number) => Promise<unknown>) => {
    for (let turn = 0; !isOver; turn += 1) {
      try {
        await work(turn);
        done.set(what, (done.get(what) ?? 0) + 1);
      } catch (error) {
        const failure = `${what}: ${inspect(error, { depth: 1 })}`.replaceAll(/\d{3,}/g, "…");
        failures.set(failure, (failures.get(failure) ?? 0) + 1);
        await pause(100); // who gets no answer does not ask as fast as they can
      }
    }
  };
  const lending = async () => {
    const titles = [await anItem(parts, copies), await anItem(parts, copies)].map(({ itemId }) => itemId);
    let borrower: Person & { borrowerId: number } = await aBorrower(parts);
    let clerk: Person = await anAdmin(parts, { role: "clerk" });
    return repeat("loan", async (turn) => {
      await lend(borrower, clerk, titles, turn);
      if (turn % 20 === 10) borrower = { ...borrower, ...(await logInAgain(borrower, 2)) };
      if (turn % 20 === 15) clerk = await logInAgain(clerk, 1);
      if (turn % 20 === 19) await upload(clerk);
    });
  };

  const all = [
    ...Array.from({ length: borrowers }, lending),
    ...Array.from({ length: readers }, () => repeat("read", read)),
  ];
  return {
    failures,
    done,
    /** How long the slowest hundredth of the answers took since the last time that this was asked, in ms; undefined: none. */
    slowest: (): number | undefined => {
      const sorted = took.toSorted((one, other) => one - other);
      took = [];
      return sorted[Math.floor(sorted.length * 0.99)];
    },
    leave: async () => {
      isOver = true;
      await Promise.all(all);
    },
  };
}
