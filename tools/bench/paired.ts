import { type BenchLibrary, mainOf, withLibrary } from "./bench-library.ts";
import { borrowersOfABench, readyToOrder } from "./borrowers.ts";
import { type Load, send, startBareServer } from "./beside-bare.ts";
import { cpuOf } from "./processes.ts";
import { loadsOf } from "./requests.ts";
import { table } from "./table.ts";
import type { BenchTitle } from "./titles.ts";

const head = ["what", "connections", "times below bare: theirs, ours", "ours of theirs", "CPU ms", "database CPU ms"];

type Given = { seconds: number; rounds: number; only: string; connections: readonly number[] };

/**
 * Measures the build of another checkout ("theirs") and this one in one run: both serve the same titles, each over its own
 * database, and are asked in turn, with a bare server before each pair. Every figure is the median of the rounds, and the
 * ratio that of the pairs, so that what else the machine does affects both alike.
 */
export async function measurePaired(titles: readonly BenchTitle[], checkout: string, given: Given): Promise<string> {
  const main = mainOf(checkout);
  return withLibrary({ titles, main }, async (theirs) =>
    withLibrary({ titles }, async (ours) => {
      const bare = await startBareServer();
      const both = [];
      for (const bench of [theirs, ours])
        both.push({ bench, borrowers: await readyToOrder(bench, titles, borrowersOfABench) });
      const rows: string[][] = [];
      try {
        for (const connections of given.connections) {
          const loads = both.map(({ bench, borrowers }) => ({
            bench,
            loads: loadsOf(titles, borrowers, [], connections),
          }));
          for (const { name } of loads[0]?.loads ?? []) {
            if (!name.includes(given.only) || name === "the ordering alone") continue;
            const pair = loads.map((of) => ({ bench: of.bench, load: of.loads.find((load) => load.name === name) }));
            rows.push(await row(pair, bare.address, given));
          }
        }
      } finally {
        await bare.stop();
      }
      return table(head, rows);
    }),
  );
}

type Figures = { perSecond: number; application: number; database: number };

async function row(
  pair: { bench: BenchLibrary; load: Load | undefined }[],
  bare: string,
  { seconds, rounds }: Given,
): Promise<string[]> {
  const measured: { bare: number; of: Figures[] }[] = [];
  for (let round = -1; round < rounds; round += 1) {
    const { perSecond } = await send(
      bare,
      { connections: pair[0]?.load?.connections ?? 1, requests: [{ path: "/" }] },
      seconds,
    );
    const of: Figures[] = [];
    // the first one of a pair changes, because the machine is busier for the one or the other
    for (const one of round % 2 === 0 ? pair : pair.toReversed()) of.push(await figures(one, seconds));
    measured.push({ bare: perSecond, of: round % 2 === 0 ? of : of.toReversed() });
  }
  const counted = measured.slice(1); // the first one warms up
  const medianOf = (figure: (measure: (typeof counted)[number]) => number) => median(counted.map(figure));
  const each = (figure: (side: Figures, bareRate: number) => number, digits: number) =>
    [0, 1].map((side) => medianOf(({ of, bare: rate }) => figure(of[side] ?? none, rate)).toFixed(digits)).join(", ");
  return [
    pair[0]?.load?.name ?? "",
    String(pair[0]?.load?.connections),
    each(({ perSecond }, rate) => rate / perSecond, 1),
    medianOf(({ of: [theirs = none, ours = none] }) => ours.perSecond / theirs.perSecond).toFixed(2),
    each(({ application }) => application, 2),
    each(({ database }) => database, 2),
  ];
}

const none = { perSecond: NaN, application: NaN, database: NaN };
const median = (all: number[]) => all.toSorted((a, b) => a - b)[all.length >> 1] ?? NaN;

async function figures({ bench, load }: { bench: BenchLibrary; load: Load | undefined }, seconds: number) {
  if (!load) throw new Error("Both are asked for the same.");
  const before = [cpuOf(bench.library.processId), cpuOf(bench.databaseProcess)];
  const sent = await send(bench.library.address, load, seconds);
  const [application = 0, database = 0] = [cpuOf(bench.library.processId), cpuOf(bench.databaseProcess)].map(
    (now, place) => (now - (before[place] ?? 0)) / sent.operations,
  );
  if (sent.failures > 0) throw new Error(`${sent.failures} requests of "${load.name}" failed.`);
  return { perSecond: sent.perSecond, application, database };
}
