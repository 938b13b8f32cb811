import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { setTimeout as pause } from "node:timers/promises";
import { restartDelay } from "./start-again.rules.ts";

// Restarts the library when it crashes or stops answering. A failed start, such as with a wrong setting, does not count as
// a crash.
const main = fileURLToPath(new URL(import.meta.url.endsWith(".ts") ? "./main.ts" : "./main.js", import.meta.url));

let library: ChildProcess;
let isStopping = false;
let hasServed = false;
/** In seconds of this process, so that a sleeping computer doesn't count; null before the first heartbeat. */
let silence: number | null = null;
const maxSilence = 30;
const crashes: number[] = [];

function start(): void {
  library = fork(main, { stdio: "inherit" });
  silence = null;
  library.on("message", (message) => {
    hasServed = true;
    silence = message === "debugging" ? null : 0;
  });
  library.once("exit", (code, signal) => void onExit(code, signal));
}

function endWhenSilent(): void {
  if (silence === null) return;
  silence += 1;
  if (silence <= maxSilence) return;
  silence = null;
  log(`The library hasn't answered for ${maxSilence} seconds, so it's being restarted.`);
  library.kill("SIGKILL");
}

async function onExit(code: number | null, signal: string | null): Promise<void> {
  if (isStopping || code === 0 || !hasServed) return leave(code);
  const now = Date.now();
  crashes.push(now);
  const wait = restartDelay(crashes, now);
  const crash = `The library ended unexpectedly (${signal ?? `code ${code}`})`;
  log(`${crash} ${wait === null ? "too often and is not restarted" : "and is restarting"}.`);
  if (wait === null) return leave(code);
  await pause(wait);
  if (isStopping) return leave(0);
  start();
}

function leave(code: number | null): void {
  process.exit(code ?? 1);
}

function log(msg: string): void {
  process.stdout.write(`${JSON.stringify({ level: "error", time: new Date().toISOString(), msg })}\n`);
}

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.on(signal, () => {
    isStopping = true;
    library.kill(signal);
  });
}
process.stdout.on("error", () => {}); // keep running when nobody reads the output
setInterval(endWhenSilent, 1000);
start();
