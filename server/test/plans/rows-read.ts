import { CompiledQuery } from "kysely";
import { vi } from "vitest";
import * as z from "zod";
import type { Database } from "#server/platform/database.ts";

type Plan = z.output<typeof planned>[number]["QUERY PLAN"][number]["Plan"];
const node = z.object({
  "Node Type": z.string(),
  "Parent Relationship": z.optional(z.string()),
  "Actual Rows": z.number(),
  "Actual Loops": z.number(),
  "Rows Removed by Filter": z.optional(z.number()),
  get Plans() {
    return z.optional(z.array(node));
  },
});
const planned = z.array(z.object({ "QUERY PLAN": z.array(z.object({ Plan: node })) }));

/**
 * How many rows the statements of `work` read from tables and indexes, as EXPLAIN ANALYZE tells of them afterwards: unlike
 * the time it is the same on every machine. Only for work that reads.
 */
export async function rowsRead(db: Database, work: () => Promise<unknown>): Promise<number> {
  const watched = vi.spyOn(db.getExecutor(), "executeQuery");
  await work();
  const statements = watched.mock.calls.map(([statement]) => statement);
  watched.mockRestore();
  if (statements.length === 0) throw new Error("Nothing was read through this database.");
  let read = 0;
  for (const { sql, parameters } of statements) {
    const explain = CompiledQuery.raw(`explain (analyze, format json) ${sql}`, [...parameters]);
    const plans = z.parse(planned, (await db.executeQuery(explain)).rows);
    read += plans.flatMap((plan) => plan["QUERY PLAN"]).reduce((sum, { Plan: top }) => sum + readBy(top), 0);
  }
  return read;
}

function readBy(plan: Plan): number {
  const { Plans: parts = [] } = plan;
  // a scan may ask another plan for a value, and still reads a table itself
  const isScan = parts.every((part) => /^(?:InitPlan|SubPlan)$/.test(part["Parent Relationship"] ?? ""));
  const own = isScan ? (plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0)) * plan["Actual Loops"] : 0;
  return parts.reduce((sum, part) => sum + readBy(part), own);
}
