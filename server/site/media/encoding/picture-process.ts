import { writeFileSync } from "node:fs";
import os from "node:os";
import * as z from "zod";
import { reEncode } from "./re-encode.ts";
import { tooMuch } from "./picture-reader.ts";

// The separate process that reads pictures (decision 011): a message is a picture, its answer what became of it.

const task = z.object({ bytes: z.instanceof(Uint8Array), format: z.string(), memory: z.number() });
const look = 10; // ms: a decoder takes a gigabyte in a second

process.on("disconnect", () => process.exit(0)); // the library is gone
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined); // it decides when this ends

// Requests come first, and when memory is short this process goes first.
const gently = () => os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);
const firstToGo = () => writeFileSync("/proc/self/oom_score_adj", "1000");
for (const yielding of [gently, firstToGo]) {
  try {
    yielding();
  } catch {
    // not on this system
  }
}

process.on("message", (message) => {
  const { bytes, format, memory } = task.parse(message);
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() > memory) process.exit(tooMuch);
  }, look);
  void reEncode(bytes, format).then((result) => {
    clearInterval(watch);
    process.send?.(result);
  });
});
process.send?.("ready");
