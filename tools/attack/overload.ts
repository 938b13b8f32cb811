import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { setTimeout as pause } from "node:timers/promises";
import autocannon from "autocannon";
import { administrator } from "#e2e/library.ts";
import { withLibrary } from "../bench/bench-library.ts";
import { forgetPeak, memoryOf } from "../bench/processes.ts";
import { recombinedTitles, searchesFor } from "../bench/titles.ts";
import type { AttackOptions, Outcome } from "./attack.ts";
import { asked, timed, type Timed } from "./timed.ts";

const usual = 32; // connections: more of them do not make the library serve more
const times = 5;
const storm = 900; // connections opened at one moment
const seconds = { usual: 5, flood: 15, storm: 10 };
const goals = { served: 1000, health: 100 }; // ms
/** Where other programs work besides, everything is late: how many times as long as at the usual load. */
const timesTheUsual = 3;
const mostMemory = 400; // MB, however many ask: a machine of 512 has the database besides
const visitors = fileURLToPath(new URL("overload-visitors.ts", import.meta.url));

/**
 * Floods a library with five times the searches that it can answer, while others log in and health is asked for. The goals are
 * those of a machine that does nothing else; only one that is said to be shared may be late, in proportion to its usual load.
 */
export async function overload({ isShared }: AttackOptions): Promise<Outcome> {
  const titles = recombinedTitles(20_000);
  return withLibrary({ titles }, async ({ library: { address, processId } }) => {
    const paths = searchesFor(titles, 2000).map(
      (search) => `/api/Inventory/GetInventoryBySearchParams?${new URLSearchParams({ ...search, page: "1" })}`,
    );
    const logIn = JSON.stringify({ ...administrator, userTypeId: 1 });
    const flood = flooder(address, paths);

    const usually = sampled([address, logIn, String(seconds.usual), JSON.stringify(paths.slice(0, 500))]);
    const before = await flood(usual, seconds.usual);
    const healthBefore = (await usually).health.map(({ ms }) => ms);
    const usualTimes = { served: percentile(before.served, 0.99), health: percentile(healthBefore, 0.99) };
    const limits = isShared ? inProportion(usualTimes) : goals;
    forgetPeak(processId);
    const rate = Math.ceil(times * before.perSecond);
    const asking = sampled([address, logIn, String(seconds.flood), JSON.stringify(paths.slice(0, 500))]);
    const during = await flood(times * usual, seconds.flood, rate);
    const samples = await asking;
    await pause(5000);
    const well = [
      await timed(`${address}/health/ready`),
      await timed(`${address}${paths[0]}`),
      await timed(`${address}/api/Account/Login/`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: logIn,
      }),
    ];
    const stormed = await flood(storm, seconds.storm, rate);
    const peak = memoryOf(processId).most;

    const figures = {
      "searches a second that it can answer": Math.round(before.perSecond),
      "p99 of these, and of health beside them, ms": usualTimes,
      "searches a second sent": rate,
      "served a second": Math.round(during.perSecond),
      "turned away a second": Math.round(during.away / seconds.flood),
      "without an answer": during.lost,
      "p50 and p99 of the served, ms": middleAndWorst(during.served),
      "what is held against them, ms": limits,
      "visitors during that: served of asked, p50 and p99, ms": servedOf(samples.searches),
      "health during that, p50 and p99, ms": middleAndWorst(samples.health.map(({ ms }) => ms)),
      "log-ins during that: served of asked, p50 and p99, ms": servedOf(samples.logIns),
      "five seconds later": well,
      "900 connections at one moment: served a second, p50 and p99, ms": [
        Math.round(stormed.perSecond),
        ...middleAndWorst(stormed.served),
      ],
      "most memory, MB": Math.round(peak),
      "what is held against it, MB": mostMemory,
    };
    const wrong = [
      percentile(during.served, 0.99) > limits.served && "the served waited for too long",
      percentile(
        samples.health.map(({ ms }) => ms),
        0.99,
      ) > limits.health && "health waited for too long",
      samples.health.some(({ status }) => status !== 200) && "health was not 200",
      samples.logIns.some(({ status }) => status !== 200) && "not everybody could log in",
      well.some(({ status, ms }) => status !== 200 || ms > limits.served) && "it was not well five seconds later",
      percentile(stormed.served, 0.99) > limits.served && "of 900 at one moment the served waited for too long",
      peak > mostMemory && "it took too much memory",
    ].filter((each) => each !== false);
    return { figures, wrong };
  });
}

const inProportion = (usualTimes: typeof goals): typeof goals => ({
  served: Math.max(goals.served, timesTheUsual * usualTimes.served),
  health: Math.max(goals.health, timesTheUsual * usualTimes.health),
});

/** Searches over this many connections for so long, at this rate or as fast as it is answered. */
function flooder(address: string, paths: readonly string[]) {
  let turn = 0;
  return async (connections: number, duration: number, overallRate?: number) => {
    const served: number[] = [];
    const result = await autocannon({
      url: address,
      connections,
      duration,
      ...(overallRate !== undefined && { overallRate }),
      timeout: 30,
      requests: [
        { setupRequest: (request) => ({ ...request, path: paths[(turn += 1) % paths.length] ?? request.path }) },
      ],
      setupClient: (client) => client.on("response", (status, _bytes, ms) => void (status === 200 && served.push(ms))),
    });
    return {
      served,
      perSecond: served.length / duration,
      away: result.non2xx,
      lost: result.errors + result.timeouts,
    };
  };
}

async function sampled(parameters: readonly string[]) {
  const sent: unknown[] = await once(fork(visitors, parameters), "message");
  return asked.parse(sent[0]);
}

function servedOf(all: readonly Timed[]) {
  const served = all.filter(({ status }) => status === 200).map(({ ms }) => ms);
  return [served.length, all.length, ...middleAndWorst(served)];
}

const percentile = (all: readonly number[], share: number) =>
  Math.round(all.toSorted((a, b) => a - b)[Math.floor((all.length - 1) * share)] ?? 0);
const middleAndWorst = (all: readonly number[]) => [percentile(all, 0.5), percentile(all, 0.99)];
