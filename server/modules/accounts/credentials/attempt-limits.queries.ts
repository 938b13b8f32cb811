import { CompiledQuery, sql } from "kysely";
import { type IRateLimiterOptions, RateLimiterPostgres } from "rate-limiter-flexible";
import type { Database } from "#server/platform/database.ts";

/** A limiter with its counters in the table rate_limits, so that all instances share them. */
export function attemptLimiter(db: Database, limit: Pick<IRateLimiterOptions, "keyPrefix" | "points" | "duration">) {
  return new RateLimiterPostgres({
    ...limit,
    // The library recognizes pg clients by their query(); ours forwards to the pool.
    storeClient: { query: ({ text, values }: { text: string; values: unknown[] }) => ask(db, text, values) },
    storeType: "client",
    tableName: "rate_limits",
    tableCreated: true,
    clearExpiredByTimeout: false, // cleanUpSessions does this
  });
}

async function ask(db: Database, text: string, values: unknown[]) {
  const { rows } = await db.executeQuery(CompiledQuery.raw(text, values));
  return { rows, rowCount: rows.length };
}

/** Takes one attempt off a counter, which never goes below zero: nobody earns attempts in advance. */
export async function giveBack(db: Database, key: string): Promise<void> {
  await db
    .updateTable("rate_limits")
    .set({ points: sql<number>`points - 1` })
    .where("key", "=", key)
    .where("points", ">", 0)
    .execute();
}
