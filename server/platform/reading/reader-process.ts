import { writeFileSync } from "node:fs";
import os from "node:os";
import { pathToFileURL } from "node:url";
import { Refusal } from "#server/refusals/refusal.ts";
import * as z from "zod";
import { tooMuch } from "./read-in-own-process.ts";

// The separate process that reads uploaded files (decision 011). Each message is a file and its reader, and the answer
// is the result or the sentence of a refusal. Anything else that the reader throws ends this process.

const task = z.object({ reader: z.string(), input: z.unknown(), memory: z.number() });
const readerModule = z.object({
  read: z.custom<(input: unknown) => Promise<unknown>>((value) => typeof value === "function"),
});
const checkIntervalMs = 10; // a decoder can allocate a gigabyte in a second

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

async function answerTo(reader: string, input: unknown): Promise<{ result: unknown } | { refusal: string }> {
  try {
    const { read } = readerModule.parse(await import(/* @vite-ignore */ pathToFileURL(reader).href));
    return { result: await read(input) };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error.message };
    throw error;
  }
}

process.on("message", (message) => {
  const { reader, input, memory } = task.parse(message);
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() > memory) process.exit(tooMuch);
  }, checkIntervalMs);
  void answerTo(reader, input).then((answer) => {
    clearInterval(watch);
    process.send?.(answer);
  });
});
process.send?.("ready");
