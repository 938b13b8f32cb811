import { readdirSync, readFileSync } from "node:fs";
import autocannon from "autocannon";

/** One measured load. */
export type Measured = {
  name: string;
  connections: number;
  perSecond: number;
  p99: number;
  cpuMs: number;
  /** Of the database's processes. */
  databaseCpuMs: number;
  failures: number;
};

const ticksPerSecond = 100; // in /proc/PID/stat, on every current Linux

/** CPU time of a process, user and system, in ms. */
export function cpuOf(processId: number): number {
  const fields = readFileSync(`/proc/${processId}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
}

/** CPU time of a process with its living and ended children, in ms. */
export function cpuOfFamily(processId: number): number {
  const stat = (id: string) => readFileSync(`/proc/${id}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  const ticks = (fields: readonly string[], places: readonly number[]) =>
    places.reduce((sum, place) => sum + Number(fields[place]), 0);
  let sum = ticks(stat(String(processId)), [11, 12, 13, 14]);
  for (const id of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const fields = stat(id);
      if (Number(fields[1]) === processId) sum += ticks(fields, [11, 12]);
    } catch {
      // it has just ended, and its parent counts it
    }
  }
  return (sum * 1000) / ticksPerSecond;
}

/** A process's living children. */
export function childrenOf(processId: number): number[] {
  const ids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return ids.map(Number).filter((id) => {
    try {
      return Number(/PPid:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, "utf8"))?.[1]) === processId;
    } catch {
      return false; // it has just ended
    }
  });
}

/** A process's memory in MB. */
export function memoryOf(processId: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${processId}/status`, "utf8"))?.[1]) / 1024;
}

/** What to measure: the requests in turn, repeatedly; one round is `opsPerRound` operations. */
export type Load = { name: string; requests: autocannon.Request[]; requestsPerOperation?: number };

/** Sends the load for `seconds` over some connections, and returns the figures. */
export async function measure(
  address: string,
  processes: { application: number; database?: number },
  { name, requests, requestsPerOperation = 1 }: Load,
  connections: number,
  seconds: number,
): Promise<Measured> {
  const cpu = () => ({
    application: cpuOf(processes.application),
    database: processes.database === undefined ? 0 : cpuOfFamily(processes.database),
  });
  const before = cpu();
  const result = await autocannon({ url: address, connections, duration: seconds, requests, timeout: 30 });
  const after = cpu();
  const operations = result["2xx"] / requestsPerOperation;
  return {
    name,
    connections,
    perSecond: operations / result.duration,
    p99: result.latency.p99,
    cpuMs: (after.application - before.application) / operations,
    databaseCpuMs: (after.database - before.database) / operations,
    failures: result.non2xx + result.errors + result.timeouts + result.mismatches,
  };
}
