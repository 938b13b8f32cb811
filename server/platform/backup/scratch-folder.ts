import { lstat, readdir, rm } from "node:fs/promises";
import { rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { isAlive } from "#server/platform/embedded-postgres/processes.ts";

const prefix = "library-restore-test-";
const abandonedAfterMs = 24 * 60 * 60 * 1000;

/** Returns the folder for this process's restore test, which holds the library's data unencrypted. */
export const scratchFolderIn = (place: string) => path.join(place, `${prefix}${os.hostname()}-${process.pid}`);

/**
 * Deletes the folders of killed restore tests: at once if the test ran on this machine, and after a day if it ran on another
 * or another process has its id.
 */
export async function removeAbandonedTests(place: string): Promise<void> {
  for (const name of await readdir(place).catch(() => [])) {
    const [, host, pid] = new RegExp(`^${prefix}(.+)-(\\d+)$`).exec(name) ?? [];
    if (pid === undefined) continue;
    const folder = path.join(place, name);
    const stats = await lstat(folder).catch(() => undefined);
    if (!stats?.isDirectory()) continue;
    const isOver = host === os.hostname() && (Number(pid) === process.pid || !isAlive(Number(pid)));
    if (isOver || Date.now() - stats.mtimeMs > abandonedAfterMs)
      await rm(folder, { recursive: true, force: true }).catch(() => undefined); // another user's
  }
}

const signals = { SIGINT: 130, SIGTERM: 143 } as const;

/** Runs `work` in a folder, then deletes the folder, even if a signal ends this process (after calling `stop`). */
export async function inScratchFolder<T>(folder: string, stop: () => Promise<unknown>, work: () => Promise<T>) {
  let isEnding = false;
  const listeners = Object.entries(signals).map(([signal, exitCode]) => {
    const listener = () => {
      if (isEnding) return; // npm and a terminal send one Ctrl-C twice
      isEnding = true;
      void stop().finally(() => {
        rmSync(folder, { recursive: true, force: true, maxRetries: 10 }); // the work may still be writing files
        process.exit(exitCode);
      });
    };
    process.on(signal, listener);
    return { signal, listener };
  });
  try {
    return await work();
  } finally {
    if (isEnding) await new Promise(() => undefined); // its failure would look like the backup's fault
    await rm(folder, { recursive: true, force: true });
    for (const { signal, listener } of listeners) process.off(signal, listener);
  }
}
