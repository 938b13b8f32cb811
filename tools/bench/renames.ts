import { sql } from "kysely";
import { addItemToCart, saveOrder } from "#contract/cart.ts";
import { type CodeEntry, type CodeList, getCodeLists } from "#contract/staff/code-lists.ts";
import { type Caller, newBorrower } from "#e2e/steps/api.ts";
import * as z from "zod";
import { type BenchLibrary, withLibrary } from "./bench-library.ts";
import { table } from "./table.ts";
import type { BenchTitle } from "./titles.ts";

const added = z.object({ isSuccess: z.literal(true), ...addItemToCart.answer });
const ordered = z.object({ isSuccess: z.literal(true), ...saveOrder.answer });
const alone = 15_000; // ms

/** How long orders take alone, and while the titles of a renamed grade and subject get their new search words. */
export function measureRenames(titles: readonly BenchTitle[]): Promise<string> {
  return withLibrary({ titles }, async (bench) => {
    const borrowers: Caller[] = [];
    while (borrowers.length < 64) borrowers.push(await newBorrower(bench.library.address, `rename${borrowers.length}`));
    await sql`update borrowers set mailbox_confirmed_at = now()`.execute(bench.db);
    const order = orderer(bench, borrowers, titles);
    await orderUntil(order, async () => false, 3000); // warm
    const rows = [await measured("orders alone", order, async () => false, alone)];
    for (const [list, name, to] of [
      ["grades", "Preschool", "Nursery"],
      ["subjects", "Tobacco", "Vaping"],
    ] as const) {
      await rename(bench, list, name, to);
      const isDone = async () => (await waiting(bench)) === 0;
      const { rows: titlesOf } = await sql<{ count: number }>`
        select count(*)::integer as count from items where ${list === "grades" ? sql`grade_mask & 1 <> 0` : sql`subject_id = 9`}`.execute(
        bench.db,
      );
      rows.push(await measured(`beside the renaming of ${name}, ${titlesOf[0]?.count} titles`, order, isDone));
    }
    return table(["what", "time", "orders", "an order took (median, 99 %, at most), ms"], rows);
  });
}

async function measured(
  what: string,
  order: () => Promise<number>,
  isDone: () => Promise<boolean>,
  most = 600_000,
): Promise<string[]> {
  const started = performance.now();
  const took = (await orderUntil(order, isDone, most)).toSorted((one, other) => one - other);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const shares = [0.5, 0.99, 1].map((share) => (took[Math.ceil(took.length * share) - 1] ?? 0).toFixed(0));
  return [what, `${seconds} s`, String(took.length), shares.join(", ")];
}

/** Orders one after another on four connections until it is done, or for so many ms; gives how long each took, in ms. */
async function orderUntil(order: () => Promise<number>, isDone: () => Promise<boolean>, most: number) {
  const over = performance.now() + most;
  const took: number[] = [];
  let done = false;
  const keepOrdering = async () => {
    while (!done) took.push(await order());
  };
  const look = async () => {
    while (!done) {
      await new Promise((resolve) => setTimeout(resolve, 200));
      done = performance.now() > over || (await isDone());
    }
  };
  await Promise.all([keepOrdering(), keepOrdering(), keepOrdering(), keepOrdering(), look()]);
  return took;
}

/** Fills a cart with a title that has copies, and orders it; gives how long the order alone took, in ms. */
function orderer({ library }: BenchLibrary, borrowers: readonly Caller[], titles: readonly BenchTitle[]) {
  const items = titles.flatMap(({ copies }, place) => (copies > 1 ? [place + 1] : []));
  let turn = 0;
  return async () => {
    turn += 1;
    // spread over all of them, so that it meets the titles being written
    const item = items[(turn * 7919) % items.length];
    const who = borrowers[turn % borrowers.length];
    const cart = await send(added, `${library.address}/api/Cart/AddItemToCart/${item}/1/false`);
    const started = performance.now();
    await send(ordered, `${library.address}/api/Order/SaveOrder/${who?.borrowerId}/${cart.data}`, who?.kept.token);
    return performance.now() - started;
  };
}

async function send<Answer>(schema: z.ZodType<Answer>, address: string, token?: string): Promise<Answer> {
  const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
  return schema.parse(await (await fetch(address, { method: "POST", headers })).json());
}

const listsAnswer = z.object(getCodeLists.answer);

async function rename({ clerk }: BenchLibrary, list: CodeList, name: string, to: string): Promise<void> {
  const lists = listsAnswer.shape.data.parse(await clerk.ask("Code/GetLists"));
  const entries = lists[list].entries.map((entry: CodeEntry) => (entry.name === name ? { ...entry, name: to } : entry));
  await clerk.tell("Code/SaveList", { list, version: lists[list].version, entries });
}

async function waiting({ db }: BenchLibrary): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from jobs where kind = 'rewrite-search-words' and state = 'waiting'`.execute(db);
  return rows[0]?.count ?? 0;
}
