import { startBareServer } from "./bare-server.ts";
import { type Load, type Measured, measure } from "./measure.ts";

const rounds = 3;

/** A load's figures, those of the bare server measured with it, and the ratio: the median of the rounds. */
export type BesideBare = Measured & { bare: Measured; timesBelow: number };

type Server = { address: string; processes: { application: number; database: number } };

/**
 * Measures a load and the bare server in turn, `seconds` each, so that other activity on the machine affects both. The
 * first second warms up and does not count. One-second slices were tried: opening 32 connections filled them.
 */
export async function measureBesideBare(
  { address, processes }: Server,
  load: Load,
  connections: number,
  seconds: number,
): Promise<BesideBare> {
  const bareServer = await startBareServer();
  const bareLoad = { name: "bare node:http, 6 kB", requests: [{ path: "/" }] };
  const [ours, bares]: [Measured[], Measured[]] = [[], []];
  try {
    await measure(address, processes, load, connections, 1);
    for (let round = 0; round < rounds; round += 1) {
      bares.push(await measure(bareServer.address, { application: process.pid }, bareLoad, connections, seconds));
      ours.push(await measure(address, processes, load, connections, seconds));
    }
  } finally {
    await bareServer.stop();
  }
  const ratios = ours.map(({ perSecond }, round) => (bares[round]?.perSecond ?? 0) / perSecond);
  return { ...together(ours), bare: together(bares), timesBelow: ratios.toSorted((a, b) => a - b)[rounds >> 1] ?? 0 };
}

/** Merges slices of equal length. */
function together(slices: readonly Measured[]): Measured {
  const mean = (of: (slice: Measured) => number) => slices.reduce((sum, slice) => sum + of(slice), 0) / slices.length;
  const perSecond = mean((slice) => slice.perSecond);
  return {
    name: slices[0]?.name ?? "",
    connections: slices[0]?.connections ?? 0,
    perSecond,
    p99: Math.max(...slices.map(({ p99 }) => p99)),
    cpuMs: mean((slice) => slice.cpuMs * slice.perSecond) / perSecond,
    databaseCpuMs: mean((slice) => slice.databaseCpuMs * slice.perSecond) / perSecond,
    failures: slices.reduce((sum, { failures }) => sum + failures, 0),
  };
}
