import { sql } from "kysely";
import type { Database } from "#server/platform/database.ts";

/** Requests of one key since this instance said so last, and when its minute ends (ms). */
export type NewRequests = { key: string; requests: number; endsAt: number };

/** Adds what this instance counted to what all did; gives their sums, each with the end of its minute. */
export async function addRequests(db: Database, counted: readonly NewRequests[], now: number): Promise<NewRequests[]> {
  const { rows } = await sql<NewRequests>`
    insert into rate_limits (key, points, expire)
    select * from unnest(
      ${counted.map(({ key }) => key)}::text[],
      ${counted.map(({ requests }) => requests)}::integer[],
      ${counted.map(({ endsAt }) => endsAt)}::bigint[]
    )
    on conflict (key) do update set
      points = excluded.points + case when rate_limits.expire > ${now} then rate_limits.points else 0 end,
      expire = case when rate_limits.expire > ${now} then rate_limits.expire else excluded.expire end
    returning key, points as requests, expire as "endsAt"`.execute(db);
  return rows;
}
