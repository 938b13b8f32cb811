import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startIn } from "#e2e/library.ts";
import type { Caller } from "#e2e/steps/api.ts";
import { clerkOf } from "#e2e/steps/as-clerk.ts";
import type { AttackOptions, Outcome } from "./attack.ts";
import { fillTheDisk } from "./chaos/full-disk.ts";
import { moveTheClock } from "./chaos/moved-clock.ts";
import { comeBackTogether, missing, orderOnce, settings, stockMany } from "./chaos/orders.ts";

/** Kills, freezes, fills up and dates wrongly a library that takes orders; none that was answered may be missing. */
export async function attackByChaos({ seconds }: AttackOptions): Promise<Outcome> {
  const [killed, full, moved] = [
    await killAndFreeze(Math.min(seconds * 0.6, 200) * 1000),
    await fillTheDisk(),
    await moveTheClock(),
  ];
  return {
    figures: { ...killed.figures, ...full.figures, ...moved.figures },
    wrong: [...killed.wrong, ...full.wrong, ...moved.wrong],
  };
}

async function killAndFreeze(ms: number): Promise<Outcome> {
  const folder = await mkdtemp(path.join(tmpdir(), "library-chaos-"));
  const figures = { rounds: 0, frozen: 0, acknowledged: 0, lost: 0, slowestStartMs: 0 };
  const acknowledged = new Set<number>();
  const end = performance.now() + ms;
  try {
    while (performance.now() < end) {
      const began = performance.now();
      const library = await startIn(folder, settings);
      figures.slowestStartMs = Math.max(figures.slowestStartMs, Math.round(performance.now() - began));
      const [clerk, borrowers] = [await clerkOf(library.address), await comeBackTogether(library)];
      figures.lost += await missing(clerk, acknowledged);
      const titles = await stockMany(clerk, `S${figures.rounds.toString(36)}-`, 60);
      // no two order the same titles: a borrower who lost the last copy would keep it in the cart
      const ofEach = borrowers.map((_, at) => titles.filter((_id, place) => place % borrowers.length === at));
      const work = Promise.all(borrowers.map((each, at) => orderOnAndOn(each, ofEach[at] ?? [], acknowledged)));
      await pause(1000 + ((figures.rounds * 700) % 2500)); // another moment each time
      if (figures.rounds % 3 === 0) figures.frozen += await freeze(library.processId);
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

/** Until the library is killed, or the titles are gone. */
async function orderOnAndOn(borrower: Caller, titles: readonly number[], acknowledged: Set<number>): Promise<void> {
  for (let at = 0; at < titles.length;) {
    const { id, status } = await orderOnce(borrower, titles[at] ?? 0).catch(() => ({ id: undefined, status: 0 }));
    if (status !== 200) return;
    if (id === undefined) at += 1;
    else acknowledged.add(id);
  }
}

async function freeze(processId: number): Promise<number> {
  process.kill(processId, "SIGSTOP");
  await pause(2000);
  process.kill(processId, "SIGCONT");
  await pause(500);
  return 1;
}
