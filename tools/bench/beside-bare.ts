import { once } from "node:events";
import { Worker } from "node:worker_threads";
import autocannon from "autocannon";
import { type Bench, memoryOf, table } from "./library.ts";
import { type Load, loadsOf } from "./loads.ts";
import type { BenchTitle } from "./titles.ts";

const [connections, rounds, seconds] = [32, 3, 3];
const maxMemoryAtStart = 180; // MB
const head = ["load", "per second", "bare server", "slower than bare", "at most", "p99 ms", "failures"];

/**
 * Measures each load and a bare server in turn, so that the machine's other work affects both. The first second warms up
 * and doesn't count; the ratio is the median of the rounds.
 */
export async function measureBesideBare(bench: Bench, titles: readonly BenchTitle[], only: string) {
  const { address, processId } = bench.library;
  const memoryAtStart = memoryOf(processId).now;
  const bare = await startBareServer();
  const rows: string[][] = [];
  let isOver = memoryAtStart > maxMemoryAtStart;
  try {
    for (const load of (await loadsOf(bench, titles)).filter(({ name }) => name.includes(only))) {
      await send(address, load, 1);
      const [ours, theirs]: [Sent[], Sent[]] = [[], []];
      for (let round = 0; round < rounds; round += 1) {
        theirs.push(await send(bare.address, { requests: [{ path: "/" }] }, seconds));
        ours.push(await send(address, load, seconds));
      }
      const ratio = median(ours.map(({ perSecond }, round) => (theirs[round]?.perSecond ?? 0) / perSecond));
      const failures = ours.reduce((sum, sent) => sum + sent.failures, 0);
      isOver ||= !(ratio <= load.bound) || failures > 0;
      rows.push([
        load.name,
        median(ours.map(({ perSecond }) => perSecond)).toFixed(0),
        median(theirs.map(({ perSecond }) => perSecond)).toFixed(0),
        `${ratio.toFixed(1)}${ratio <= load.bound ? "" : " OVER"}`,
        String(load.bound),
        Math.max(...ours.map(({ p99 }) => p99)).toFixed(0),
        String(failures),
      ]);
    }
  } finally {
    await bare.stop();
  }
  const { now, max } = memoryOf(processId);
  const memory = `Memory of the process: ${memoryAtStart.toFixed(0)} MB after start (at most ${maxMemoryAtStart}), ${now.toFixed(0)} MB after load, ${max.toFixed(0)} MB at its peak`;
  return { report: `${table(head, rows)}\n\n${memory}`, isOver };
}

type Sent = { perSecond: number; p99: number; failures: number };

const median = (all: readonly number[]) => all.toSorted((a, b) => a - b)[all.length >> 1] ?? 0;

async function send(
  url: string,
  { requests, requestsPerOperation = 1 }: Pick<Load, "requests" | "requestsPerOperation">,
  duration: number,
): Promise<Sent> {
  const result = await autocannon({ url, connections, duration, requests, timeout: 30 });
  return {
    perSecond: result["2xx"] / requestsPerOperation / result.duration,
    p99: result.latency.p99,
    failures: result.non2xx + result.errors + result.timeouts + result.mismatches,
  };
}

/** Starts the machine's ceiling: bare node:http in its own thread, answering 6 kB of JSON. */
async function startBareServer(): Promise<{ address: string; stop: () => Promise<unknown> }> {
  const source = `
    const { parentPort } = require("node:worker_threads");
    const body = JSON.stringify({ data: "x".repeat(6000) });
    const server = require("node:http").createServer((_request, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": body.length });
      response.end(body);
    });
    server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port));`;
  const worker = new Worker(source, { eval: true });
  const message: unknown[] = await once(worker, "message");
  return { address: `http://127.0.0.1:${String(message[0])}`, stop: () => worker.terminate() };
}
