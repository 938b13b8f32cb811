/**
 * What visitors wait for while the library is flooded; a process of its own, because the flood's sender is late itself.
 * Arguments: the library's address, a log-in as JSON, seconds, and addresses to search at as JSON. Sends what it `asked`.
 */
import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import { type asked, timed } from "./timed.ts";

const [address = "", logIn = "", seconds = "", searches = "[]"] = process.argv.slice(2);
const paths = z.array(z.string()).parse(JSON.parse(searches));
const samples: z.output<typeof asked> = { health: [], logIns: [], searches: [] };
let turn = 0;
const search = () => timed(`${address}${paths[(turn += 1) % paths.length]}`);
const end = performance.now() + Number(seconds) * 1000;

/** Health is asked often: its slowest answers are what counts. */
async function askHealth() {
  while (performance.now() < end) {
    samples.health.push(await timed(`${address}/health/live`), await timed(`${address}/health/ready`));
    await pause(20);
  }
}

async function visit() {
  while (performance.now() < end) {
    samples.logIns.push(
      await timed(`${address}/api/Account/Login/`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: logIn,
      }),
    );
    samples.searches.push(...(await Promise.all(Array.from({ length: 8 }, search))));
    await pause(200);
  }
}

await Promise.all([askHealth(), visit()]);
process.send?.(samples);
