import { once } from "node:events";
import { Worker } from "node:worker_threads";
import autocannon from "autocannon";
import type { BenchLibrary } from "./bench-library.ts";
import { cpuOf } from "./processes.ts";
import { table } from "./table.ts";

/** What to measure: requests in turn over some connections at once; an operation may take several of them. */
export type Load = {
  name: string;
  connections: number;
  requests: autocannon.Request[];
  requestsPerOperation?: number;
  /** What it should be at most: how many times below the bare server, or the CPU time. */
  goal?: string;
};

const rounds = 3;
const head = ["what", "connections", "per second", "bare beside it", "times below bare", "goal", "p99 ms"];

/**
 * Measures each load and a bare server in turn, `seconds` each, so that other activity on the machine affects both. The
 * first second warms up and does not count. One-second slices were tried: opening 32 connections filled them. The ratio
 * is the median of the rounds.
 */
export async function tableBesideBare(bench: BenchLibrary, loads: readonly Load[], seconds: number): Promise<string> {
  const { address, processId } = bench.library;
  const bareServer = await startBareServer();
  const rows: string[][] = [];
  try {
    for (const load of loads) {
      await send(address, load, 1);
      const [ours, bare]: [Sent[], Sent[]] = [[], []];
      let [application, database] = [0, 0];
      for (let round = 0; round < rounds; round += 1) {
        bare.push(
          await send(bareServer.address, { connections: load.connections, requests: [{ path: "/" }] }, seconds),
        );
        application -= cpuOf(processId);
        database -= cpuOf(bench.databaseProcess);
        ours.push(await send(address, load, seconds));
        application += cpuOf(processId);
        database += cpuOf(bench.databaseProcess);
      }
      const ratios = ours.map(({ perSecond }, round) => (bare[round]?.perSecond ?? 0) / perSecond);
      rows.push([
        load.name,
        String(load.connections),
        (total(ours, "perSecond") / rounds).toFixed(0),
        (total(bare, "perSecond") / rounds).toFixed(0),
        (ratios.toSorted((a, b) => a - b)[rounds >> 1] ?? 0).toFixed(1),
        load.goal ?? "",
        Math.max(...ours.map(({ p99 }) => p99)).toFixed(0),
        (application / total(ours, "operations")).toFixed(2),
        (database / total(ours, "operations")).toFixed(2),
        total(ours, "failures").toFixed(0),
      ]);
    }
  } finally {
    await bareServer.stop();
  }
  return table([...head, "CPU ms an operation", "database CPU ms", "failures"], rows);
}

type Sent = { operations: number; perSecond: number; p99: number; failures: number };

const total = (all: readonly Sent[], figure: keyof Sent) => all.reduce((sum, sent) => sum + sent[figure], 0);

export async function send(
  url: string,
  { connections, requests, requestsPerOperation = 1 }: Pick<Load, "connections" | "requests" | "requestsPerOperation">,
  duration: number,
): Promise<Sent> {
  const result = await autocannon({ url, connections, duration, requests, timeout: 30 });
  const operations = result["2xx"] / requestsPerOperation;
  const failures = result.non2xx + result.errors + result.timeouts + result.mismatches;
  return { operations, perSecond: operations / result.duration, p99: result.latency.p99, failures };
}

/** The machine's ceiling: bare node:http in its own thread, answering 6 kB of JSON. */
export async function startBareServer(): Promise<{ address: string; stop: () => Promise<unknown> }> {
  const source = `
    const { parentPort } = require("node:worker_threads");
    const body = JSON.stringify({ data: "x".repeat(6000) });
    const server = require("node:http").createServer((_request, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": body.length });
      response.end(body);
    });
    server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port));`;
  const worker = new Worker(source, { eval: true });
  const said: unknown[] = await once(worker, "message");
  return { address: `http://127.0.0.1:${String(said[0])}`, stop: () => worker.terminate() };
}
