import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { administrator, startIn } from "#e2e/library.ts";
import { callerAt } from "#e2e/steps/api.ts";
import { stock } from "#e2e/steps/as-clerk.ts";
import type { Outcome } from "../attack.ts";
import { comeBack, missing, orderOnce, settings } from "./orders.ts";

const hour = 3_600_000; // ms
/** Over the end of sessions, over that of everything that is cleaned up, before all that was written, and back. */
const jumps = [9 * hour, 400 * 24 * hour, -500 * 24 * hour, -hour, 91 * 24 * hour];
const clock = pathToFileURL(path.join(import.meta.dirname, "../clock.mjs")).href;

/** Moves the clock of a library that takes orders, and of nothing else: its database keeps the machine's. */
export async function moveTheClock(): Promise<Outcome> {
  const folder = await mkdtemp(path.join(tmpdir(), "library-clock-"));
  const library = await startIn(folder, {
    ...settings,
    CLOCK_JUMPS: jumps.join(","),
    NODE_OPTIONS: `--import ${clock}`,
  });
  const wrong: string[] = [];
  const orders = new Set<number>();
  const asAdmin = () => callerAt(library.address, { ...administrator, userTypeId: 1 });
  try {
    const title = (await stock(await asAdmin(), { title: "Clock", sku: "CLOCK" }, 50)).id;
    for (const jump of [0, ...jumps]) {
      const before = await comeBack(library);
      if (jump !== 0) process.kill(library.processId, "SIGUSR2");
      await pause(500);
      const kept = await orderOnce(before, title);
      const again = await orderOnce(await comeBack(library), title);
      for (const { id } of [kept, again]) if (id !== undefined) orders.add(id);
      const days = jump / hour / 24;
      if (![200, 401].includes(kept.status)) wrong.push(`After ${days} days a session of before met ${kept.status}.`);
      if (again.status !== 200) wrong.push(`After ${days} days an order met ${again.status}.`);
      for (const place of ["/health/ready", "/user/home", "/news"]) {
        const { status } = await fetch(library.address + place);
        if (status !== 200) wrong.push(`After ${days} days ${place} is ${status}.`);
      }
    }
    const clerk = await asAdmin();
    const lost = await missing(clerk, orders);
    if (lost > 0) wrong.push(`${lost} orders are missing.`);
    const jobs = await clerk.ask<{ kind: string; failures: number; dead: number }[]>("Job/GetJobs");
    for (const { kind, failures, dead } of jobs)
      if (failures + dead > 0) wrong.push(`${kind} failed ${failures} times, and ${dead} were given up.`);
    const faults = library.log().match(/"level":"error"/g)?.length ?? 0;
    if (faults > 0) wrong.push(`${faults} faults are in the log.`);
    return { figures: { "moves of the clock": jumps.length, "orders around them": orders.size }, wrong };
  } finally {
    await library.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
