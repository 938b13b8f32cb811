import { setTimeout as pause } from "node:timers/promises";
import autocannon from "autocannon";
import { administrator } from "#e2e/library.ts";
import { resetPeak, memoryOf, withLibrary } from "#tools/bench/library.ts";
import { recombinedTitles, searchesFor } from "#tools/bench/titles.ts";
import type { Outcome } from "./by-sockets.ts";

const [connections, floodSeconds] = [160, 15];
const maxMemory = 400; // MB
const maxRecoveryMs = 60_000; // generous, for a busy machine

/** Floods a library with more searches than it can answer. Compares times only with each other, so any machine can run it. */
export async function overload(): Promise<Outcome> {
  const titles = recombinedTitles(10_000);
  return withLibrary(titles, async ({ library: { address, processId, log } }) => {
    const paths = searchesFor(titles, 20_000).map(
      (search) => `/api/Inventory/GetInventoryBySearchParams?${new URLSearchParams({ ...search, page: "1" })}`,
    );
    resetPeak(processId);
    const { served, refused, others } = await flood(address, paths);
    const { max } = memoryOf(processId);
    const recoveryMs = await untilReady(address);
    const login = { method: "POST", headers: { "content-type": "application/json" } };
    const body = JSON.stringify({ ...administrator, userTypeId: 1 });
    const later = {
      search: (await fetch(`${address}${paths[0]}`)).status,
      login: (await fetch(`${address}/api/Account/Login/`, { ...login, body })).status,
    };
    const figures = {
      "served and refused per second": [served, refused].map(({ length }) => Math.round(length / floodSeconds)),
      "median wait of served and refused, ms": [median(served), median(refused)],
      "other answers": others,
      "peak memory, MB": Math.round(max),
      "recovery, ms": recoveryMs,
      "a search and a login afterward": later,
    };
    const wrong = [
      others > 0 && "some answers were neither 200 nor 503",
      served.length === 0 && "it served nobody",
      refused.length === 0 && "it refused nobody, so this wasn't a flood",
      median(refused) > median(served) && "the refused waited longer than the served",
      max > maxMemory && `it took more than ${maxMemory} MB`,
      recoveryMs > maxRecoveryMs && "it didn't recover",
      /"level":"(?:error|fatal)"|"stack":/.test(log()) && "it logged a refusal as an error",
      Object.values(later).some((status) => status !== 200) && "it recovered, but didn't work",
    ].filter((each) => each !== false);
    return { figures, wrong };
  });
}

/** Searches as fast as responses come; returns how long served and refused requests waited, in ms. */
async function flood(url: string, paths: readonly string[]) {
  const [served, refused]: [number[], number[]] = [[], []];
  let turn = 0;
  const setupRequest = (request: autocannon.Request) => ({
    ...request,
    path: paths[(turn += 1) % paths.length] ?? "/",
  });
  const result = await autocannon({
    url,
    connections,
    duration: floodSeconds,
    timeout: 60,
    requests: [{ setupRequest }],
    setupClient: (client) =>
      client.on("response", (status, _bytes, ms) => {
        if (status === 200) served.push(ms);
        if (status === 503) refused.push(ms);
      }),
  });
  return { served, refused, others: result.errors + result.timeouts + result.non2xx - refused.length };
}

async function untilReady(address: string): Promise<number> {
  const began = performance.now();
  const passed = () => Math.round(performance.now() - began);
  while (!(await fetch(`${address}/health/ready`)).ok && passed() <= maxRecoveryMs) await pause(100);
  return passed();
}

const median = (all: readonly number[]) => Math.round(all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0);
