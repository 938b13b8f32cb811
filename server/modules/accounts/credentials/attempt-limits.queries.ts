import { CompiledQuery } from "kysely";
import { type IRateLimiterOptions, RateLimiterPostgres } from "rate-limiter-flexible";
import type { Database } from "#server/platform/database.ts";

/** A limiter whose counters stand in the table rate_limits, so that all instances count together. */
export function attemptLimiter(
  db: Database,
  limit: Pick<IRateLimiterOptions, "keyPrefix" | "points" | "duration">,
): RateLimiterPostgres {
  return new RateLimiterPostgres({
    ...limit,
    // The library knows pg's clients by their query(); ours asks the pool each time.
    storeClient: { query: ({ text, values }: { text: string; values: unknown[] }) => ask(db, text, values) },
    storeType: "client",
    tableName: "rate_limits",
    tableCreated: true,
    clearExpiredByTimeout: false, // deleteExpiredCounters does it
  });
}

async function ask(db: Database, text: string, values: unknown[]) {
  const { rows } = await db.executeQuery(CompiledQuery.raw(text, values));
  return { rows, rowCount: rows.length };
}

/** Deletes the counters whose time is over. */
export async function deleteExpiredCounters(db: Database, now: Date): Promise<void> {
  await db.deleteFrom("rate_limits").where("expire", "<", now.getTime()).execute();
}
