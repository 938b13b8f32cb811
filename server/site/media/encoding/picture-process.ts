import { writeFileSync } from "node:fs";
import os from "node:os";
import * as z from "zod";
import { reEncode } from "./re-encode.ts";
import { tooMuch } from "./picture-reader.ts";

// The separate process that reads pictures (decision 011). Each message is a picture, and the answer its result.

const task = z.object({ bytes: z.instanceof(Uint8Array), format: z.string(), memory: z.number() });
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

process.on("message", (message) => {
  const { bytes, format, memory } = task.parse(message);
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() > memory) process.exit(tooMuch);
  }, checkIntervalMs);
  void reEncode(bytes, format).then((result) => {
    clearInterval(watch);
    process.send?.(result);
  });
});
process.send?.("ready");
