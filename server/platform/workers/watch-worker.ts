import { parentPort, workerData } from "node:worker_threads";

// A thread that ends its worker process while the main thread may be too busy to notice, if it exceeds its memory or
// the library has ended. Each message is the maximum in bytes, and 0 after the work.

const checkIntervalMs = 10; // a decoder can allocate a gigabyte in a second
const libraryPid: unknown = workerData;
let timer: NodeJS.Timeout | undefined;

parentPort?.on("message", (memory: number) => {
  clearInterval(timer);
  if (memory === 0) return;
  timer = setInterval(() => {
    if (process.memoryUsage.rss() > memory || process.ppid !== libraryPid) process.kill(process.pid, "SIGKILL");
  }, checkIntervalMs);
});
