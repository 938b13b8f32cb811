import { execFileSync } from "node:child_process";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Library, startIn } from "#e2e/library.ts";
import { type Caller, callerAt } from "#e2e/steps/api.ts";
import { administrator } from "#e2e/library.ts";
import type { Outcome } from "../attack.ts";
import { comeBack, comeBackTogether, missing, orderOnce, settings, stockMany } from "./orders.ts";

const patience = 60_000; // ms until the library is well again

/** Fills the disk of a library that takes orders, on a separate file system in memory, and makes room again. */
export async function fillTheDisk(): Promise<Outcome> {
  const folder = await mkdtemp(path.join(tmpdir(), "library-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=512m", "tmpfs", folder], { stdio: "ignore" });
  } catch {
    await rm(folder, { recursive: true });
    return { figures: { "full disk": "left out: only root may mount a tmpfs" }, wrong: [] };
  }
  const unmount = () => execFileSync("umount", ["--lazy", folder]);
  process.once("exit", unmount);
  const library = await startIn(folder, settings);
  let later: Library | undefined;
  try {
    const outcome = await orderWhileItFills(folder, library);
    later = outcome.later;
    return outcome;
  } finally {
    await (later ?? library).stop();
    process.off("exit", unmount);
    unmount();
    await rm(folder, { recursive: true, force: true });
  }
}

async function orderWhileItFills(folder: string, library: Library): Promise<Outcome & { later?: Library }> {
  const [borrowers, clerk] = [await comeBackTogether(library), await asAdmin(library)];
  const titles = await stockMany(clerk, "F", 100);
  const [spare = 0] = await stockMany(clerk, "SPARE", 1);
  const acknowledged = new Set<number>();
  const statuses = new Map<number | string, number>();
  let isOver = false;
  const orderOnAndOn = async (borrower: Caller, worker: number) => {
    for (let number = worker; !isOver; number += 1) {
      const title = titles[number % titles.length] ?? 0;
      const { id, status } = await orderOnce(borrower, title).catch(() => ({ id: undefined, status: "no answer" }));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (id === undefined) await pause(50);
      else acknowledged.add(id);
    }
  };
  const work = Promise.all(borrowers.map(orderOnAndOn));
  await pause(2000);
  const filler = path.join(folder, "filler");
  await fill(filler);
  const health = await statusAfter(library, (status) => status !== 200, 10_000);
  await pause(8000);
  await rm(filler);
  const began = performance.now();
  const isAlive = () => library.log() !== "" && existsProcess(library.processId);
  let later: Library | undefined;
  if (!isAlive()) later = await startIn(folder, settings);
  const ready = await statusAfter(later ?? library, (status) => status === 200, patience);
  const wellAfter = Math.round(performance.now() - began);
  isOver = true;
  await work;
  const now = later ?? library;
  const [lost, again] = [await missing(await asAdmin(now), acknowledged), await orderOnce(await comeBack(now), spare)];
  const wrong = [
    ...(lost > 0 ? [`${lost} orders were answered before the disk was full, and are missing.`] : []),
    ...(health === 200 ? ["The library says that it is ready with a full disk."] : []),
    ...(ready === 200 ? [] : ["The library is not ready again with room on its disk."]),
    ...(again.id !== undefined ? [] : [`An order with room on the disk: ${again.status}.`]),
    ...[...statuses.keys()]
      .filter((status) => ![200, 503, "no answer"].includes(status))
      .map((status) => `An order: ${status}.`),
  ];
  const figures = {
    "orders while the disk filled": acknowledged.size,
    "answers then": Object.fromEntries(statuses),
    "had to be started again": later !== undefined,
    "well again after, ms": wellAfter,
  };
  return { figures, wrong, ...(later && { later }) };
}

const asAdmin = ({ address }: Library) => callerAt(address, { ...administrator, userTypeId: 1 });

function existsProcess(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
}

/** Writes until there is no room for one more block. */
async function fill(file: string): Promise<void> {
  const handle = await open(file, "w");
  for (const size of [1024 * 1024, 4096]) {
    const block = Buffer.alloc(size, 1);
    for (;;) {
      try {
        await handle.write(block);
      } catch {
        break;
      }
    }
  }
  await handle.close();
}

/** What /health/ready says once it is as expected, or at the end. */
async function statusAfter(
  { address }: Library,
  isExpected: (status: number) => boolean,
  most: number,
): Promise<number> {
  const end = performance.now() + most;
  for (;;) {
    const status = await fetch(`${address}/health/ready`).then(
      (answer) => answer.status,
      () => 0,
    );
    if (isExpected(status) || performance.now() > end) return status;
    await pause(100);
  }
}
