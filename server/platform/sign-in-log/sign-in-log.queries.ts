import { sql } from "kysely";
import type { SecurityKind } from "#contract/people/staff.ts";
import type { Database } from "../database.ts";

export type Counted = {
  minute: Date;
  kind: SecurityKind;
  address: string;
  call: string;
  nameCode: string;
  userId: number | null;
  sessionNumber: number | null;
};

export type CountedTimes = Counted & { times: number; lastAt: Date };

/**
 * Adds these counts. In one order, because instances that count the same minute at once would otherwise wait for each
 * other.
 */
export async function addSignInEvents(db: Database, rows: readonly CountedTimes[]) {
  await sql`
    insert into sign_in_events (minute, kind, address, call, name_code, user_id, session_number, times, last_at)
    select * from unnest(${rows.map(({ minute }) => minute)}::timestamptz[], ${rows.map(({ kind }) => kind)}::text[],
      ${rows.map(({ address }) => address)}::text[], ${rows.map(({ call }) => call)}::text[],
      ${rows.map(({ nameCode }) => nameCode)}::text[], ${rows.map(({ userId }) => userId)}::integer[],
      ${rows.map(({ sessionNumber }) => sessionNumber)}::integer[], ${rows.map(({ times }) => times)}::integer[],
      ${rows.map(({ lastAt }) => lastAt)}::timestamptz[])
      as counted (minute, kind, address, call, name_code, user_id, session_number, times, last_at)
    order by minute, kind, address, call, name_code, user_id, session_number
    on conflict (minute, kind, address, call, name_code, user_id, session_number) do update
    set times = sign_in_events.times + excluded.times, last_at = greatest(sign_in_events.last_at, excluded.last_at)`.execute(
    db,
  );
}

/** Adds one event of this server itself, nobody's: its `call` is a command's or a job's name. */
export function addSignInEvent(db: Database, { kind, call, at }: { kind: SecurityKind; call: string; at: Date }) {
  const minute = new Date(Math.floor(at.getTime() / 60_000) * 60_000);
  const nobody = { address: "", nameCode: "", userId: null, sessionNumber: null };
  return addSignInEvents(db, [{ ...nobody, minute, kind, call, times: 1, lastAt: at }]);
}

export async function deleteOldSignInEvents(db: Database, days: number, now: Date): Promise<void> {
  const before = new Date(now.getTime() - days * 24 * 60 * 60 * 1000);
  await db.deleteFrom("sign_in_events").where("last_at", "<", before).execute();
}

/** The key of the names. The first start creates one; two starts at once create one. */
export async function keptTrailKey(db: Database, candidate: string): Promise<string> {
  await db
    .insertInto("sign_in_log_key")
    .values({ secret: candidate })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await db.selectFrom("sign_in_log_key").select("secret").executeTakeFirstOrThrow()).secret;
}
