import { sql } from "kysely";
import type { Database } from "#server/platform/database.ts";

/** Counts an attempt for `duration` seconds from the first one on; returns how many there were, and when they expire (ms). */
export async function countAttempt(db: Database, key: string, duration: number) {
  const now = Date.now();
  const isOver = sql<boolean>`coalesce(rate_limits.expire, 0) <= ${now}`;
  return db
    .insertInto("rate_limits")
    .values({ key, points: 1, expire: now + duration * 1000 })
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet({
        points: sql`case when ${isOver} then 1 else rate_limits.points + 1 end`,
        expire: sql`case when ${isOver} then excluded.expire else rate_limits.expire end`,
      }),
    )
    .returning(["points", "expire"])
    .executeTakeFirstOrThrow();
}

export async function hasAttempts(db: Database, key: string): Promise<boolean> {
  const counter = db.selectFrom("rate_limits").select("key").where("key", "=", key).where("expire", ">", Date.now());
  return (await counter.executeTakeFirst()) !== undefined;
}

export async function clearAttempts(db: Database, keys: readonly string[]): Promise<void> {
  await db.deleteFrom("rate_limits").where("key", "in", keys).execute();
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
