import { readFileSync } from "node:fs";
import { startLibrary } from "#e2e/library.ts";
import { readConfiguration } from "#server/platform/configuration.ts";
import { descendantsOf } from "../bench/processes.ts";
import type { Outcome } from "./attack.ts";

const limits = { call: 10_000, health: 1000, stop: 10_000 }; // ms
const patience = readConfiguration({}).databaseWait * 1000; // ms for which requests wait: ready until shortly before its end
const paths = [
  "/api/Inventory/GetRecentItems",
  "/api/Inventory/GetInventoryBySearchParams?searchString=health&page=1",
  "/api/Inventory/GetEveryInventory",
  "/api/News/GetPublicItems",
  "/api/Site/GetContent",
];

/** Freezes the database's processes in the middle of their work: everybody gets an answer, and nothing hangs. */
export async function frozenDatabase(): Promise<Outcome> {
  const library = await startLibrary();
  const { address, processId } = library;
  const wrong: string[] = [];
  const database = () => descendantsOf(processId).filter((id) => commandOf(id) === "postgres");
  const signal = (name: "SIGSTOP" | "SIGCONT") => {
    for (const id of database()) process.kill(id, name);
  };
  const logIn = () =>
    timed(`${address}/api/Account/Login/`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ userName: "nobody", password: "nothing", userTypeId: 2 }),
    });

  for (const path of paths) await timed(address + path); // connections are open
  signal("SIGSTOP");
  const asked = Promise.all([
    ...Array.from({ length: 20 }, () => paths.map((path) => timed(address + path))).flat(),
    ...Array.from({ length: 10 }, logIn),
  ]);
  const froze = performance.now();
  const health: Timed[] = [];
  while (health.at(-1)?.status !== 503 && performance.now() - froze < patience)
    health.push(...(await Promise.all(Array.from({ length: 20 }, () => timed(`${address}/health/ready`)))));
  const away = performance.now() - froze;
  const calls = await asked;
  const page = await timed(`${address}/user/home`);
  for (const { status, ms } of calls)
    if (status !== 503 || ms > limits.call) wrong.push(`a call was answered with ${status} after ${Math.round(ms)} ms`);
  for (const { status, ms } of health)
    if (ms > limits.health) wrong.push(`health said ${status} after ${Math.round(ms)} ms`);
  if (health.at(-1)?.status !== 503) wrong.push("health did not say that the database is away");

  const thawed = performance.now();
  signal("SIGCONT");
  while ((await timed(`${address}/health/ready`)).status !== 200 || (await timed(address + paths[0])).status !== 200);
  const back = performance.now() - thawed;

  signal("SIGSTOP");
  const frozen = database();
  const began = performance.now();
  await library.stop();
  const stopped = performance.now() - began;
  for (const id of frozen) process.kill(id, "SIGCONT");
  if (stopped > limits.stop) wrong.push(`it took ${Math.round(stopped)} ms to stop`);
  const figures = {
    "calls, all 503": calls.length,
    "slowest of them, ms": slowest(calls),
    "slowest health answer, ms": slowest(health),
    "health said that the database is away after, ms": Math.round(away),
    "a page at the same time": page,
    "all well after it thawed, ms": Math.round(back),
    "stopped while frozen, ms": Math.round(stopped),
  };
  return { figures, wrong };
}

type Timed = { status: number; ms: number };

async function timed(address: string, options?: RequestInit): Promise<Timed> {
  const began = performance.now();
  const answer = await fetch(address, options);
  await answer.arrayBuffer();
  return { status: answer.status, ms: performance.now() - began };
}

const slowest = (all: readonly Timed[]) => Math.round(Math.max(...all.map(({ ms }) => ms)));

const commandOf = (id: number) => readFileSync(`/proc/${id}/comm`, "utf8").trim();
