import { writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { Refusal } from "#server/refusals/refusal.ts";
import * as z from "zod";

// The separate process that reads files or draws PDFs (decisions 011 and 014). Each message is a module and its input,
// and the answer is the result or the sentence of a refusal. Anything else that the module throws ends this process,
// which first reports where.

const task = z.object({ module: z.string(), input: z.unknown(), memory: z.number() });
const workModule = z.object({
  run: z.custom<(input: unknown) => Promise<unknown>>((value) => typeof value === "function"),
});

process.on("disconnect", () => process.exit(0)); // the library has ended
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined); // the library ends this process itself

// Requests have priority, and the system should end this process first when memory is short.
const lowerPriority = () => os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);
const raiseOomScore = () => writeFileSync("/proc/self/oom_score_adj", "1000");
for (const adjust of [lowerPriority, raiseOomScore]) {
  try {
    adjust();
  } catch {
    // not supported on this system
  }
}

const extension = path.extname(import.meta.filename);
const watch = new Worker(path.join(import.meta.dirname, `watch-worker${extension}`), { workerData: process.ppid });

async function answerTo(module: string, input: unknown): Promise<{ result: unknown } | { refusal: string }> {
  try {
    const { run } = workModule.parse(await import(/* @vite-ignore */ pathToFileURL(module).href));
    return { result: await run(input) };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error.message };
    throw error;
  }
}

// without the message, which may quote the input
process.on("uncaughtException", ({ name, stack = "" }) => {
  const frames = stack.split("\n").filter((line) => /^\s+at /.test(line));
  process.send?.({ fault: { name, frames: frames.join("\n") } }, () => process.exit(1));
});

process.on("message", (message) => {
  const { module, input, memory } = task.parse(message);
  watch.postMessage(memory);
  void answerTo(module, input).then((answer) => {
    watch.postMessage(0);
    process.send?.(answer);
  });
});
process.send?.("ready");
