import { readdirSync, readFileSync } from "node:fs";
import { sql } from "kysely";
import type { Database } from "#server/platform/database.ts";
import type { Sample } from "./growth.rules.ts";

/** A process's memory in MB, and its open files. */
function figuresOf(processId: number): { memory: number; files: number } {
  const status = readFileSync(`/proc/${processId}/status`, "utf8");
  return {
    memory: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024,
    files: readdirSync(`/proc/${processId}/fd`).length,
  };
}

/** What could go on growing while a library works: memory and files of each instance, connections, and what waits to be done. */
export async function sampleOf(db: Database, processIds: readonly number[]): Promise<Sample> {
  const { rows } = await sql<{ connections: number; overdue: number }>`
    select (select count(*)::integer from pg_stat_activity where datname = current_database()) as connections,
      (select count(*)::integer from jobs where state = 'waiting' and run_at < now() - interval '1 minute') as overdue`.execute(
    db,
  );
  const instances = processIds.map(figuresOf);
  return {
    ...Object.fromEntries(
      instances.flatMap(({ memory, files }, index) => [
        [`memory of instance ${index + 1}, MB`, memory],
        [`open files of instance ${index + 1}`, files],
      ]),
    ),
    connections: rows[0]?.connections ?? 0,
    "jobs overdue": rows[0]?.overdue ?? 0,
  };
}

/** Memory may differ by what the garbage collector has not freed yet; answers by what else the machine does. */
export const allowedGrowth = (figure: string) =>
  figure.startsWith("memory")
    ? { ratio: 1.1, least: 20 }
    : figure.startsWith("slowest")
      ? { ratio: 2, least: 100 }
      : { ratio: 1.2, least: 8 };
