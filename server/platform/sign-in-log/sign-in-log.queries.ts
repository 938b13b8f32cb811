import { sql } from "kysely";
import type { SecurityKind } from "#contract/people/staff.ts";
import type { Database } from "../database.ts";

export type EventRow = {
  minute: Date;
  kind: SecurityKind;
  address: string;
  call: string;
  nameCode: string;
  userId: number | null;
  sessionNumber: number | null;
};

export type CountedRow = EventRow & { times: number; lastAt: Date };

/** Adds the counts, in a fixed order so that instances counting the same minute do not deadlock. */
export async function addSignInEvents(db: Database, rows: readonly CountedRow[]) {
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

/** Adds an event of the server itself; `call` is the name of a command or job. */
export function addSignInEvent(db: Database, { kind, call, at }: { kind: SecurityKind; call: string; at: Date }) {
  const minute = new Date(Math.floor(at.getTime() / 60_000) * 60_000);
  const noCaller = { address: "", nameCode: "", userId: null, sessionNumber: null };
  return addSignInEvents(db, [{ ...noCaller, minute, kind, call, times: 1, lastAt: at }]);
}

export async function deleteOldSignInEvents(db: Database, days: number, now: Date): Promise<void> {
  const before = new Date(now.getTime() - days * 24 * 60 * 60 * 1000);
  await db.deleteFrom("sign_in_events").where("last_at", "<", before).execute();
}
