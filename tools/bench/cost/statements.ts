import { sql } from "kysely";
import { nameOfText } from "#server/platform/connection/statement-name.ts";
import type { Database } from "#server/platform/database.ts";
import { table } from "../table.ts";

type Statement = { text: string; calls: number; total: number; least: number };

/** By their names: how often they run in a request, and how long they take, in µs. */
export type Statements = Map<string, { times: number[]; means: number[]; least: number }>;

export async function forgetStatements(db: Database): Promise<void> {
  await sql`select pg_stat_statements_reset()`.execute(db);
}

/** Adds what ran since they were forgotten, for so many requests. */
export async function statementsSince(db: Database, requests: number, into: Statements): Promise<void> {
  const { rows } = await sql<Statement>`
    select query as text, calls, total_exec_time as total, min_exec_time as least from pg_stat_statements
    where query not like '%pg_stat_statements%' and calls * 10 >= ${requests}`.execute(db);
  for (const { text, calls, total, least } of rows) {
    const name = nameOfText(text);
    const known = into.get(name) ?? { times: [], means: [], least: Infinity };
    known.times.push(calls / requests);
    known.means.push(total / calls);
    known.least = Math.min(known.least, least);
    into.set(name, known);
  }
}

/** Those of each request, the dearest first: as they are run, without what parsing, locks on the way, and answering takes. */
export function statementsTable(measured: ReadonlyMap<string, { statements: Statements }>): string {
  const rows = [...measured].flatMap(([request, { statements }]) =>
    [...statements]
      .map(([name, { times, means, least }]) => ({ name, times: median(times), us: median(means) * 1000, least }))
      .toSorted((one, other) => other.us * other.times - one.us * one.times)
      .map(({ name, times, us, least }) => [
        `${request}: ${name}`,
        times.toFixed(1),
        us.toFixed(0),
        (least * 1000).toFixed(0),
      ]),
  );
  return table(["statement", "of a request", "µs", "least"], rows);
}

const median = (all: readonly number[]) => all.toSorted((one, other) => one - other)[all.length >> 1] ?? NaN;
