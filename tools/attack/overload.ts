import { setTimeout as pause } from "node:timers/promises";
import autocannon from "autocannon";
import { administrator } from "#e2e/library.ts";
import { withLibrary } from "../bench/library.ts";
import { forgetPeak, memoryOf } from "../bench/memory.ts";
import { recombinedTitles, searchesFor } from "../bench/titles.ts";
import type { Outcome } from "./attack.ts";

const [connections, times] = [32, 5];
const seconds = { usual: 5, flood: 15 };
const maxMemory = 400; // MB, however many ask
const quick = 1000; // ms

/** Floods a library with five times the searches that it can answer. The rest gets a quick 503. */
export async function overload(): Promise<Outcome> {
  const titles = recombinedTitles(10_000);
  return withLibrary(titles, {}, async ({ library: { address, processId } }) => {
    const paths = searchesFor(titles, 20_000).map(
      (search) => `/api/Inventory/GetInventoryBySearchParams?${new URLSearchParams({ ...search, page: "1" })}`,
    );
    const flood = flooder(address, paths);
    await flood(connections, 1);
    const usual = await flood(connections, seconds.usual);
    forgetPeak(processId);
    const rate = Math.ceil((times * usual.served.length) / seconds.usual);
    const flooded = await flood(times * connections, seconds.flood, rate);
    const { most } = memoryOf(processId);
    await pause(5000);
    const login = { method: "POST", headers: { "content-type": "application/json" } };
    const body = JSON.stringify({ ...administrator, userTypeId: 1 });
    const later = [
      await timed(`${address}/health/ready`),
      await timed(`${address}${paths[0]}`),
      await timed(`${address}/api/Account/Login/`, { ...login, body }),
    ];
    const figures = {
      "searches a second, 32 connections": usual.served.length / seconds.usual,
      "searches a second sent": rate,
      "served a second": Math.round(flooded.served.length / seconds.flood),
      "turned away a second": Math.round(flooded.away.length / seconds.flood),
      "p99 of the served and of the turned away, ms": [worst(flooded.served), worst(flooded.away)],
      "other answers": flooded.others,
      "most memory, MB": Math.round(most),
      "health, a search, and a login five seconds later": later,
    };
    const wrong = [
      flooded.others > 0 && "some answers were neither 200 nor 503",
      worst(flooded.away) > quick && "the turned away waited too long",
      most > maxMemory && `it took more than ${maxMemory} MB`,
      later.some(({ status, ms }) => status !== 200 || ms > quick) && "it wasn't well five seconds later",
    ].filter((each) => each !== false);
    return { figures, wrong };
  });
}

/** Searches over this many connections for so long, at this rate or as fast as they are answered. */
function flooder(url: string, paths: readonly string[]) {
  let turn = 0;
  const setupRequest = (request: autocannon.Request) => ({
    ...request,
    path: paths[(turn += 1) % paths.length] ?? "/",
  });
  return async (count: number, duration: number, overallRate?: number) => {
    const [served, away]: [number[], number[]] = [[], []];
    const result = await autocannon({
      url,
      connections: count,
      duration,
      ...(overallRate !== undefined && { overallRate }),
      timeout: 30,
      requests: [{ setupRequest }],
      setupClient: (client) =>
        client.on("response", (status, _bytes, ms) => {
          if (status === 200) served.push(ms);
          if (status === 503) away.push(ms);
        }),
    });
    const others = result.errors + result.timeouts + result.non2xx - away.length;
    return { served, away, others };
  };
}

async function timed(address: string, options?: RequestInit) {
  const began = performance.now();
  const answer = await fetch(address, options);
  await answer.arrayBuffer();
  return { status: answer.status, ms: Math.round(performance.now() - began) };
}

const worst = (all: readonly number[]) =>
  Math.round(all.toSorted((a, b) => a - b)[Math.floor((all.length - 1) * 0.99)] ?? 0);
