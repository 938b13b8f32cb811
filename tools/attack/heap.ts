import { systemClock } from "#server/platform/clock.ts";
import { readConfiguration } from "#server/platform/configuration.ts";
import { askLists, everyList, fillLists } from "#server/test/attacks/every-list.ts";
import { aBorrower } from "#server/test/factories.ts";
import { withLibrary } from "../bench/library.ts";
import { forgetPeak, memoryOf } from "../bench/memory.ts";
import type { Outcome } from "./attack.ts";

const titles = 60_000;
const heapMb = 256;
const atOnce = 12; // of each list

/** Asks a library with little memory for everything that lists, many at once. */
export async function fillTheHeap(): Promise<Outcome> {
  const settings = { NODE_OPTIONS: `--max-old-space-size=${heapMb}` };
  return withLibrary([], settings, async ({ library: { address, processId }, db, clerk }) => {
    const borrower = await aBorrower({ db, clock: systemClock, configuration: readConfiguration({}) });
    await fillLists(db, titles, { borrower });
    const askers = { clerk: clerk.kept.token, borrower };
    forgetPeak(processId);
    const health = watch(`${address}/health/ready`);
    const crowd = await askLists(address, askers, everyList, atOnce);
    const [slowest, unready] = await health();
    const peak = memoryOf(processId).most;
    const wrong = crowd
      .filter(({ status, isWhole }) => !isWhole || (status !== 200 && status !== 503))
      .map(({ path, status, bytes }) => `${path} ended with ${status} after ${bytes} bytes`);
    for (const list of everyList) {
      const [alone] = await askLists(address, askers, [list]);
      if (alone?.status !== 200 || !alone.isWhole) wrong.push(`${alone?.path} asked alone: ${alone?.status}`);
    }
    const served = crowd.filter(({ status }) => status === 200);
    const figures = {
      titles,
      "heap limit, MB": heapMb,
      "asked at once": crowd.length,
      "given whole": served.length,
      "turned away (503)": crowd.length - served.length,
      "MB given": Math.round(served.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6),
      "most memory of the process, MB": Math.round(peak),
      "slowest health answer during that, ms": Math.round(slowest),
      "health answers other than 200": unready,
    };
    return { figures, wrong };
  });
}

/** Asks again and again, until told to say the slowest answer and how many were not 200. */
function watch(address: string): () => Promise<[slowest: number, other: number]> {
  let [slowest, other, isOver] = [0, 0, false];
  const watching = (async () => {
    while (!isOver) {
      const began = performance.now();
      const status = await fetch(address).then(
        (answer) => answer.status,
        () => 0,
      );
      slowest = Math.max(slowest, performance.now() - began);
      if (status !== 200) other += 1;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  })();
  return async () => {
    isOver = true;
    await watching;
    return [slowest, other];
  };
}
