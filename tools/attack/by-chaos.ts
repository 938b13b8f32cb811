import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Library, startIn } from "#e2e/library.ts";
import { type Caller, callerAt, newBorrower } from "#e2e/steps/api.ts";
import { clerkOf, stock } from "#e2e/steps/as-clerk.ts";
import type { AttackOptions, Outcome } from "./attack.ts";

const login = { userName: "steady", password: "apples and pears", userTypeId: 2 } as const;
const settings = { SEED: "none", MAX_ORDERS_PER_DAY: "100000", MAX_COPIES_PER_BORROWER: "100000" };

/** Kills and freezes the library while it takes orders; no order that was answered may be missing afterwards. */
export async function attackByChaos({ seconds }: AttackOptions): Promise<Outcome> {
  const folder = await mkdtemp(path.join(tmpdir(), "library-chaos-"));
  const figures = { rounds: 0, frozen: 0, acknowledged: 0, lost: 0, slowestStartMs: 0 };
  const acknowledged = new Set<number>();
  const end = performance.now() + Math.min(seconds, 120) * 1000;
  try {
    while (performance.now() < end) {
      const began = performance.now();
      const library = await startIn(folder, settings);
      figures.slowestStartMs = Math.max(figures.slowestStartMs, Math.round(performance.now() - began));
      const [clerk, borrower] = [await clerkOf(library.address), await comeBack(library)];
      figures.lost += await missing(clerk, acknowledged);
      const titles: number[] = [];
      for (let at = 0; at < 6; at += 1) {
        const sku = `S${at}${figures.rounds}`;
        titles.push((await stock(clerk, { title: "Steady", sku }, 50)).id);
      }
      const work = Promise.all(titles.map((title) => orderOnAndOn(borrower, title, acknowledged)));
      await pause(3000);
      if (figures.rounds % 2 === 0) figures.frozen += await freeze(library.processId);
      process.kill(library.processId, "SIGKILL");
      await work;
      await library.stop();
      figures.rounds += 1;
    }
    const library = await startIn(folder, settings);
    figures.lost += await missing(await clerkOf(library.address), acknowledged);
    await library.stop();
    figures.acknowledged = acknowledged.size;
    return { figures, wrong: figures.lost > 0 ? [`${figures.lost} orders were answered and are missing.`] : [] };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const comeBack = ({ address }: Library) => callerAt(address, login).catch(() => newBorrower(address, login.userName));

/** Until it is killed. */
async function orderOnAndOn({ tell, borrowerId }: Caller, inventoryId: number, acknowledged: Set<number>) {
  try {
    for (;;) {
      const { data } = await tell<{ data: string }>(`Cart/AddItemToCart/${inventoryId}/1/true`);
      acknowledged.add((await tell<{ id: number }>(`Order/SaveOrder/${borrowerId}/${data}`)).id);
    }
  } catch {
    // the library is gone, or the title
  }
}

async function freeze(processId: number): Promise<number> {
  process.kill(processId, "SIGSTOP");
  await pause(2000);
  process.kill(processId, "SIGCONT");
  await pause(500);
  return 1;
}

/** How many of these orders the clerk does not see. */
async function missing({ send }: Caller, orders: ReadonlySet<number>): Promise<number> {
  let count = 0;
  for (const orderId of orders) if ((await send(`Order/Get/${orderId}`)).status !== 200) count += 1;
  return count;
}
