import type { StaffSession } from "#contract/staff/own-account.ts";
import type { Database } from "#server/platform/database.ts";

type Which = { userIds: readonly number[]; own: string; now: Date; idleSince: Date };

/** The sessions of administrators that a request would find alive, the last used first. `own` is the caller's. */
export async function staffSessions(db: Database, { userIds, own, now, idleSince }: Which) {
  const rows = await db
    .selectFrom("sessions")
    .select(["user_id", "session_id", "session_number", "created_at", "last_seen_at", "browser", "address"])
    .where("user_id", "in", userIds)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", now)
    .where("last_seen_at", ">", idleSince)
    .orderBy("last_seen_at", "desc")
    .orderBy("session_number", "desc")
    .limit(500)
    .execute();
  const sessionOf = (row: (typeof rows)[number]): StaffSession => ({
    sessionNumber: row.session_number,
    begunAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    browser: row.browser,
    address: row.address,
    isThisOne: row.session_id === own,
  });
  return (userId: number) => rows.filter(({ user_id }) => user_id === userId).map(sessionOf);
}

/** Ends the sessions of a user, or the one with this number, but never `kept`; returns how many ended. */
export async function endSessions(
  db: Database,
  { userId, sessionNumber, kept, now }: { userId: number; sessionNumber?: number; kept: string; now: Date },
): Promise<number> {
  let sessions = db
    .updateTable("sessions")
    .set({ revoked_at: now })
    .where("user_id", "=", userId)
    .where("session_id", "!=", kept)
    .where("revoked_at", "is", null);
  if (sessionNumber !== undefined) sessions = sessions.where("session_number", "=", sessionNumber);
  return Number((await sessions.executeTakeFirst()).numUpdatedRows);
}
