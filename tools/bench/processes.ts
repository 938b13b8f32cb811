import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const ticksPerSecond = 100; // in /proc/PID/stat, on every current Linux

/** A process's living children. */
const childrenOf = (processId: number) =>
  readFileSync(`/proc/${processId}/task/${processId}/children`, "utf8").split(" ").filter(Boolean).map(Number);

/** Its living children, and theirs. */
export const descendantsOf = (processId: number): number[] =>
  childrenOf(processId).flatMap((id) => [id, ...descendantsOf(id)]);

/** CPU time of a process with its living and ended children, user and system, in ms. */
export function cpuOf(processId: number): number {
  const ticks = (id: number, places: readonly number[]) => {
    const fields = readFileSync(`/proc/${id}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return places.reduce((sum, place) => sum + Number(fields[place]), 0);
  };
  const ofChildren = childrenOf(processId).map((id) => unlessEnded(() => ticks(id, [11, 12])));
  return (
    ([ticks(processId, [11, 12, 13, 14]), ...ofChildren].reduce((sum, some) => sum + some) * 1000) / ticksPerSecond
  );
}

/** CPU time of each thread of a process and its living descendants in µs, as the scheduler counts it: exact. */
export function threadsOf(processId: number): Map<string, number> {
  const threads = [processId, ...descendantsOf(processId)].flatMap((id) =>
    readdirSync(`/proc/${id}/task`).map((thread) => `/proc/${id}/task/${thread}/schedstat`),
  );
  const us = (file: string) => unlessEnded(() => Number(readFileSync(file, "utf8").split(" ")[0]) / 1000);
  return new Map(threads.map((file) => [file, us(file)]));
}

/** What these threads used in the meantime, and new ones; not those that ended. */
export function usedSince(before: ReadonlyMap<string, number>, processId: number): number {
  return [...threadsOf(processId)].reduce((sum, [file, now]) => sum + Math.max(0, now - (before.get(file) ?? 0)), 0);
}

/** A process's memory in MB: now, and at most since `forgetPeak`. */
export function memoryOf(processId: number): { now: number; most: number } {
  const status = readFileSync(`/proc/${processId}/status`, "utf8");
  const inMb = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
  return { now: inMb("VmRSS"), most: inMb("VmHWM") };
}

export const forgetPeak = (processId: number) => writeFileSync(`/proc/${processId}/clear_refs`, "5");

/** Samples the memory of a process's children until asked for the maximum, in MB. */
export function watchChildren(processId: number): () => number {
  let most = 0;
  const look = () => {
    for (const id of childrenOf(processId))
      most = Math.max(
        most,
        unlessEnded(() => memoryOf(id).most),
      );
  };
  const timer = setInterval(look, 100);
  return () => {
    clearInterval(timer);
    return most;
  };
}

/** A figure of a process that may end at any time; its parent counts what it used. */
function unlessEnded(figure: () => number): number {
  try {
    return figure();
  } catch {
    return 0;
  }
}
