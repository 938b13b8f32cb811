import { spawn } from "node:child_process";

/**
 * @typedef {{ name: string; command: string[]; env?: Record<string, string> }} Stage
 * @typedef {{ name: string; ok: boolean; seconds: number; output: string }} Outcome
 */

/**
 * The children now running, so that an interrupted gate leaves none behind.
 * @type {Set<import("node:child_process").ChildProcess>}
 */
const running = new Set();
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) {
  process.once(signal, () => {
    for (const child of running) child.kill(signal);
    process.exit(130);
  });
}

/**
 * Runs one command. Its output is kept, and with `stream` also shown while it comes.
 * @param {Stage} stage
 * @param {{ stream?: boolean }} [options]
 * @returns {Promise<Outcome>}
 */
export function run(stage, { stream = false } = {}) {
  const [program = "", ...args] = stage.command;
  const started = performance.now();
  const child = spawn(program, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...stage.env, FORCE_COLOR: process.stdout.isTTY ? "1" : "0" },
  });
  running.add(child);
  let output = "";
  for (const source of [child.stdout, child.stderr]) {
    source.setEncoding("utf8").on("data", (/** @type {string} */ text) => {
      output += text;
      if (stream) process.stdout.write(text);
    });
  }
  return new Promise((resolve) => {
    /** @param {boolean} ok */
    const done = (ok) => {
      running.delete(child);
      resolve({ name: stage.name, ok, seconds: (performance.now() - started) / 1000, output });
    };
    child.once("error", (error) => {
      output += `${error.message}\n`;
      done(false);
    });
    child.once("close", (code) => done(code === 0));
  });
}

/**
 * Prints how a stage ended, and what it said when it failed.
 * @param {Outcome} outcome
 */
export function report({ name, ok, seconds, output }) {
  console.log(`${ok ? "ok    " : "FAILED"} ${name} (${seconds.toFixed(1)} s)`);
  if (!ok) console.log(output.trimEnd().replace(/^/gm, "    "));
}
