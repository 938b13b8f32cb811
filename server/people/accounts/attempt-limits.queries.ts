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

/** The names around an account: what its password must not be made of. Without an account, those of the library. */
export async function namesAround(db: Database, userId: number | null): Promise<string[]> {
  const { rows } = await sql<{ name: string | null }>`
    select unnest(array[user_name, borrowers.name, school_name, school_district, borrowers.email_address, staff.name, staff.email_address]) as name
    from accounts left join borrowers using (user_id) left join staff using (user_id) where user_id = ${userId}
    union all select name from site_names`.execute(db);
  return rows.flatMap(({ name }) => (name === null ? [] : [name]));
}
