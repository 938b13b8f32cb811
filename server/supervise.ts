import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { setTimeout as pause } from "node:timers/promises";
import { waitAfter } from "./start-again.rules.ts";

/**
 * Runs the library in a process of its own and starts it again when it crashes, but not in a loop: `npm start` has no
 * other supervisor. A start that fails, a wrong setting for one, is no crash. The database ends with the library and
 * starts with it.
 */
const main = fileURLToPath(new URL(import.meta.url.endsWith(".ts") ? "./main.ts" : "./main.js", import.meta.url));

let library: ChildProcess;
let isStopping = false;
let hasServed = false;
const crashes: number[] = [];

function start(): void {
  library = fork(main, { stdio: "inherit" });
  library.on("message", () => (hasServed = true));
  library.once("exit", (code, signal) => void ended(code, signal));
}

async function ended(code: number | null, signal: string | null): Promise<void> {
  if (isStopping || code === 0 || !hasServed) return leave(code);
  const now = Date.now();
  crashes.push(now);
  const wait = waitAfter(crashes, now);
  const what = `The library ended unexpectedly (${signal ?? `code ${code}`})`;
  say(`${what} and is ${wait === null ? "not started again: it did so too often" : "started again"}.`);
  if (wait === null) return leave(code);
  await pause(wait);
  if (isStopping) return leave(0);
  start();
}

function leave(code: number | null): void {
  process.exit(code ?? 1);
}

function say(msg: string): void {
  process.stdout.write(`${JSON.stringify({ level: "error", time: new Date().toISOString(), msg })}\n`);
}

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.on(signal, () => {
    isStopping = true;
    library.kill(signal);
  });
}
process.stdout.on("error", () => {}); // its reader is gone: the library goes on
start();
