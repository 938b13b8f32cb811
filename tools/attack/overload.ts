import { setTimeout as pause } from "node:timers/promises";
import autocannon from "autocannon";
import { administrator } from "#e2e/library.ts";
import { withLibrary } from "../bench/bench-library.ts";
import { forgetPeak, memoryOf } from "../bench/processes.ts";
import { recombinedTitles, searchesFor } from "../bench/titles.ts";
import type { Outcome } from "./attack.ts";

const usual = 32; // connections: more of them do not make the library serve more
const times = 5;
const seconds = { usual: 5, flood: 15 };
const limits = { served: 1000, health: 100 }; // ms

/** Floods a library with five times the searches that it can answer, while others log in and health is asked for. */
export async function overload(): Promise<Outcome> {
  const titles = recombinedTitles(20_000);
  return withLibrary({ titles }, async ({ library: { address, processId } }) => {
    const searches = searchesFor(titles, 2000);
    let turn = 0;
    const next = () =>
      `/api/Inventory/GetInventoryBySearchParams?${new URLSearchParams({ ...searches[(turn += 1) % searches.length], page: "1" })}`;
    const flood = async (connections: number, duration: number, overallRate?: number) => {
      const served: number[] = [];
      const result = await autocannon({
        url: address,
        connections,
        duration,
        ...(overallRate !== undefined && { overallRate }),
        timeout: 30,
        requests: [{ setupRequest: (request) => ({ ...request, path: next() }) }],
        setupClient: (client) =>
          client.on("response", (status, _bytes, ms) => void (status === 200 && served.push(ms))),
      });
      return {
        served,
        perSecond: served.length / duration,
        away: result.non2xx,
        lost: result.errors + result.timeouts,
      };
    };
    const logIn = () =>
      timed(`${address}/api/Account/Login/`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ ...administrator, userTypeId: 1 }),
      });

    const before = await flood(usual, seconds.usual);
    forgetPeak(processId);
    const rate = Math.ceil(times * before.perSecond);
    const [health, logins, visitors]: [Timed[], Timed[], Timed[]] = [[], [], []];
    const during = flood(times * usual * 5, seconds.flood, rate);
    const end = performance.now() + seconds.flood * 1000;
    while (performance.now() < end) {
      health.push(await timed(`${address}/health/live`), await timed(`${address}/health/ready`));
      logins.push(await logIn());
      // what visitors wait: the flood's own times hold what its sender was late by
      visitors.push(...(await Promise.all(Array.from({ length: 8 }, () => timed(address + next())))));
      await pause(200);
    }
    const after = await during;
    const peak = memoryOf(processId).most;
    await pause(5000);
    const well = [await timed(`${address}/health/ready`), await timed(address + next()), await logIn()];

    const figures = {
      "searches a second that it can answer": Math.round(before.perSecond),
      "p99 of these, ms": percentile(before.served, 0.99),
      "searches a second sent": rate,
      "served a second": Math.round(after.perSecond),
      "turned away a second": Math.round(after.away / seconds.flood),
      "without an answer": after.lost,
      "p50 and p99 of the served, ms": middleAndWorst(after.served),
      "visitors during that: served of asked, p50 and p99, ms": [
        served(visitors).length,
        visitors.length,
        ...middleAndWorst(msOf(served(visitors))),
      ],
      "health during that, p99, ms": percentile(msOf(health), 0.99),
      "log-ins during that: served of asked, p99, ms": [
        served(logins).length,
        logins.length,
        percentile(msOf(served(logins)), 0.99),
      ],
      "most memory, MB": Math.round(peak),
      "five seconds later": well,
    };
    const wrong = [
      percentile(after.served, 0.99) > limits.served && "the served waited for too long",
      percentile(msOf(health), 0.99) > limits.health && "health waited for too long",
      health.some(({ status }) => status !== 200) && "health was not 200",
      served(logins).length < logins.length && "not everybody could log in",
      well.some(({ status, ms }) => status !== 200 || ms > limits.served) && "it was not well five seconds later",
    ].filter((each) => each !== false);
    return { figures, wrong };
  });
}

type Timed = { status: number; ms: number };

async function timed(address: string, options?: RequestInit): Promise<Timed> {
  const began = performance.now();
  const answer = await fetch(address, options);
  await answer.arrayBuffer();
  return { status: answer.status, ms: Math.round(performance.now() - began) };
}

const msOf = (all: readonly Timed[]) => all.map(({ ms }) => ms);
const served = (all: readonly Timed[]) => all.filter(({ status }) => status === 200);
const percentile = (all: readonly number[], share: number) =>
  Math.round(all.toSorted((a, b) => a - b)[Math.floor((all.length - 1) * share)] ?? 0);
const middleAndWorst = (all: readonly number[]) => [percentile(all, 0.5), percentile(all, 0.99)];
