import { spawn } from "node:child_process";

/**
 * @typedef {{ name: string; command: string[] }} Stage
 * @typedef {{ name: string; ok: boolean; seconds: number; output: string }} Outcome
 */

/**
 * The running children, so that an interrupted check leaves none behind.
 * @type {Set<import("node:child_process").ChildProcess>}
 */
const running = new Set();
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) {
  process.once(signal, () => {
    for (const child of running) end(child, signal);
    process.exit(130);
  });
}

/**
 * Ends a child with its descendants.
 * @param {import("node:child_process").ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function end(child, signal) {
  try {
    if (child.pid !== undefined && process.platform !== "win32") process.kill(-child.pid, signal);
    else child.kill(signal);
  } catch {
    // it has already ended
  }
}

/**
 * Runs one command. Its output is stored, and with `stream` also shown live.
 * @param {Stage} stage
 * @param {{ stream?: boolean }} [options]
 * @returns {Promise<Outcome>}
 */
export function run({ name, command: [program = "", ...args] }, { stream = false } = {}) {
  const startedAt = performance.now();
  const child = spawn(program, args, {
    stdio: ["ignore", "pipe", "pipe"],
    detached: process.platform !== "win32",
    env: { ...process.env, FORCE_COLOR: process.stdout.isTTY ? "1" : "0" },
  });
  running.add(child);
  let output = "";
  /** @param {string} text */
  const addOutput = (text) => {
    output += text;
    if (stream) process.stdout.write(text);
  };
  for (const source of [child.stdout, child.stderr]) source.setEncoding("utf8").on("data", addOutput);
  return new Promise((resolve) => {
    /** @param {boolean} ok */
    const done = (ok) => {
      running.delete(child);
      resolve({ name, ok, seconds: (performance.now() - startedAt) / 1000, output });
    };
    child.once("error", (error) => {
      addOutput(`${error.message}\n`);
      done(false);
    });
    child.once("close", (code) => done(code === 0));
  });
}

/**
 * Prints a stage's result, and its output on failure.
 * @param {Outcome} outcome
 */
export function report({ name, ok, seconds, output }) {
  console.log(`${ok ? "ok    " : "FAILED"} ${name} (${seconds.toFixed(1)} s)`);
  if (!ok && output !== "") console.log(output.trimEnd().replace(/^/gm, "    "));
}
