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
    const crowd = await askLists(address, askers, everyList, atOnce);
    const peak = memoryOf(processId).most;
    const wrong = crowd
      .filter(({ status, isWhole }) => !isWhole || (status !== 200 && status !== 503))
      .map(({ path, status, bytes }) => `${path} ended with ${status} after ${bytes} bytes`);
    for (const list of everyList) {
      const [alone] = await askLists(address, askers, [list]);
      if (alone?.status !== 200 || !alone.isWhole) wrong.push(`${alone?.path} asked alone: ${alone?.status}`);
    }
    const served = crowd.filter(({ status }) => status === 200).length;
    const figures = {
      titles,
      "heap limit, MB": heapMb,
      "lists asked at once": crowd.length,
      "given whole": served,
      "turned away": crowd.length - served,
      "most memory of the process, MB": Math.round(peak),
    };
    return { figures, wrong };
  });
}
