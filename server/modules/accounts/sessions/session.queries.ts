import { sql } from "kysely";
import type { Database } from "#server/platform/database.ts";
import { hotStatement } from "#server/platform/connection/hot-statements.ts";

/** The owner of a session. */
export type SessionRow = { user_id: number; user_type_id: number; borrower_id: number | null };

const liveSession = hotStatement(`
  select accounts.user_id, accounts.user_type_id, borrowers.borrower_id
  from sessions
  join accounts on accounts.user_id = sessions.user_id
  left join borrowers on borrowers.user_id = sessions.user_id
  where session_id = $1 and sessions.user_id = $2 and revoked_at is null and expires_at > $3`);

/** The session with this id and user, unless it expired or was ended. Runs on every request with a token. */
export async function findLiveSession(
  db: Database,
  sessionId: string,
  userId: number,
  now: Date,
): Promise<SessionRow | undefined> {
  const { rows } = await db.executeQuery<SessionRow>(liveSession([sessionId, userId, now]));
  return rows[0];
}

/**
 * Opens a session if the checked password is still current. The lock makes a concurrent password change either wait and
 * then end this session, or come first and leave no row here. False: it came first.
 */
export async function openSession(
  db: Database,
  session: { sessionId: string; userId: number; passwordHash: string; now: Date; expiresAt: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into sessions (session_id, user_id, created_at, expires_at)
    select ${session.sessionId}, user_id, ${session.now}::timestamptz, ${session.expiresAt}::timestamptz
    from accounts where user_id = ${session.userId} and password_hash = ${session.passwordHash}
    for share
    returning session_id`.execute(db);
  return rows.length > 0;
}

/** Ends one session. */
export async function revokeSession(db: Database, sessionId: string, now: Date): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ revoked_at: now })
    .where("session_id", "=", sessionId)
    .where("revoked_at", "is", null)
    .execute();
}

/** Ends every session of a user except one. */
export async function revokeOtherSessions(db: Database, userId: number, kept: string | null, now: Date): Promise<void> {
  let sessions = db
    .updateTable("sessions")
    .set({ revoked_at: now })
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null);
  if (kept !== null) sessions = sessions.where("session_id", "!=", kept);
  await sessions.execute();
}

/** Deletes expired sessions. */
export async function deleteExpiredSessions(db: Database, now: Date): Promise<void> {
  await db.deleteFrom("sessions").where("expires_at", "<", now).execute();
}

/** The signing keys in the database, newest first. The first start creates one; two starts at once create one. */
export async function keptSigningKeys(db: Database, candidate: string): Promise<{ key_id: string; secret: string }[]> {
  const keys = db
    .selectFrom("signing_keys")
    .select(["key_id", "secret"])
    .orderBy("created_at", "desc")
    .orderBy("key_id");
  const found = await keys.execute();
  if (found.length > 0) return found;
  // The same id for every first start: the second one waits and then inserts nothing.
  await db
    .insertInto("signing_keys")
    .values({ key_id: "1", secret: candidate })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return keys.execute();
}
