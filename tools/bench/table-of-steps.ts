import { once } from "node:events";
import { Worker } from "node:worker_threads";
import * as z from "zod";
import type { BenchLibrary } from "./bench-library.ts";
import { cpuOf, forgetPeak, memoryOf, watchChildren } from "./processes.ts";
import { table } from "./table.ts";

/** A piece of work; says what came of it: "18.6 MB". */
export type Step = readonly [what: string, work: () => Promise<string>];

/**
 * Does one step after another. Says of each its time, the CPU time of both processes, how long another client's calls
 * waited in the meantime, and the memory of the library's process and of its children.
 */
export async function tableOfSteps(
  { library, databaseProcess }: BenchLibrary,
  steps: readonly Step[],
): Promise<string> {
  const { address, processId } = library;
  const rows: string[][] = [];
  for (const [what, work] of steps) {
    forgetPeak(processId);
    const before = memoryOf(processId).now;
    const children = watchChildren(processId);
    const asking = askAllTheWhile(address);
    const cpu = () => [cpuOf(processId), cpuOf(databaseProcess)];
    const atFirst = cpu();
    const started = performance.now();
    const result = await work();
    const took = performance.now() - started;
    const used = cpu().map((now, place) => inSeconds(now - (atFirst[place] ?? 0)));
    const waits = (await asking.stop()).toSorted((one, other) => one - other);
    const waited = [0.5, 0.99, 1].map((share) => (waits[Math.ceil(waits.length * share) - 1] ?? 0).toFixed(0));
    const { now, most } = memoryOf(processId);
    const memory = [before, most, now, children()].map((held) => held.toFixed(0));
    rows.push([what, result, inSeconds(took), ...used, waited.join(", "), ...memory]);
  }
  return table(
    [
      "what",
      "result",
      "time",
      "CPU",
      "database CPU",
      "another call waited (median, 99 %, at most), ms",
      "memory before, MB",
      "at most",
      "after",
      "separate process at most",
    ],
    rows,
  );
}

const inSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** Requests something small every 5 ms, in its own thread; `stop` returns how long each had to wait, in ms. */
function askAllTheWhile(address: string): { stop: () => Promise<number[]> } {
  const source = `
    const { parentPort } = require("node:worker_threads");
    const { setTimeout: pause } = require("node:timers/promises");
    const waits = [];
    let isOver = false;
    parentPort.once("message", () => (isOver = true));
    (async () => {
      while (!isOver) {
        const started = performance.now();
        const answer = await fetch("${address}/api/Code/GetEveryGrade");
        await answer.arrayBuffer();
        waits.push(answer.ok ? performance.now() - started : 1e9);
        await pause(5);
      }
      parentPort.postMessage(waits);
    })();`;
  const worker = new Worker(source, { eval: true });
  return {
    stop: async () => {
      worker.postMessage("over");
      const said: unknown[] = await once(worker, "message");
      return z.array(z.number()).parse(said[0]);
    },
  };
}
