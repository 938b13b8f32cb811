import { readFileSync, writeFileSync } from "node:fs";

/** Returns a process's memory in MB: now, and at most since its start or `forgetPeak`. */
export function memoryOf(processId: number): { now: number; most: number } {
  const status = readFileSync(`/proc/${processId}/status`, "utf8");
  const inMb = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
  return { now: inMb("VmRSS"), most: inMb("VmHWM") };
}

export const forgetPeak = (processId: number) => writeFileSync(`/proc/${processId}/clear_refs`, "5");
