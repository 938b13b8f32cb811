import { readFileSync } from "node:fs";
import autocannon from "autocannon";

/** One measured way of use. */
export type Measured = {
  name: string;
  connections: number;
  perSecond: number;
  p99: number;
  cpuMs: number;
  failures: number;
};

const ticksPerSecond = 100; // of /proc/PID/stat, on every Linux of today

/** CPU time that a process has used, user and system, in ms. */
function cpuOf(processId: number): number {
  const fields = readFileSync(`/proc/${processId}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
}

/** Memory that a process holds, in MB. */
export function memoryOf(processId: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${processId}/status`, "utf8"))?.[1]) / 1024;
}

/** What to measure: the requests in turn, over and over; `opsPerRound` operations are one round of them. */
export type Load = { name: string; requests: autocannon.Request[]; requestsPerOperation?: number };

/** Sends the load for `seconds` over so many connections, and says what came of it. */
export async function measure(
  address: string,
  processId: number,
  { name, requests, requestsPerOperation = 1 }: Load,
  connections: number,
  seconds: number,
): Promise<Measured> {
  const before = cpuOf(processId);
  const result = await autocannon({ url: address, connections, duration: seconds, requests, timeout: 30 });
  const operations = result["2xx"] / requestsPerOperation;
  return {
    name,
    connections,
    perSecond: operations / result.duration,
    p99: result.latency.p99,
    cpuMs: (cpuOf(processId) - before) / operations,
    failures: result.non2xx + result.errors + result.timeouts + result.mismatches,
  };
}
