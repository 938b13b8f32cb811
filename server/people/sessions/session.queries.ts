import type { OwnSession } from "#contract/people/accounts.ts";
import type { StaffRole } from "#contract/people/roles.ts";
import { sql } from "kysely";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import { isoDates } from "#server/iso-dates.ts";

/** The origin of a session, for its owner to recognize. */
export type Place = { address: string; browser: string };

type LiveSession = {
  sessionId: string;
  sessionNumber: number;
  userId: number;
  userTypeId: 1 | 2;
  borrowerId: number | null;
  role: StaffRole | null;
  seenAt: Date;
  hasTwoStep: boolean;
};

/** Finds a session that has neither expired nor ended; a staff session must have been used after `idleSince`. */
export async function findLiveSession(
  db: Database,
  { sessionId, now, idleSince }: { sessionId: string; now: Date; idleSince: Date },
) {
  const { rows } = await sql<LiveSession>`
    select session_id as "sessionId", session_number as "sessionNumber", accounts.user_id as "userId",
      user_type_id as "userTypeId", borrower_id as "borrowerId",
      (select role from staff where user_type_id = 1 and staff.user_id = accounts.user_id),
      last_seen_at as "seenAt", has_two_step as "hasTwoStep"
    from sessions
    join accounts on accounts.user_id = sessions.user_id
    left join borrowers on borrowers.user_id = sessions.user_id
    where session_id = ${sessionId} and revoked_at is null and expires_at > ${now}::timestamptz
      and (user_type_id <> 1 or last_seen_at > ${idleSince}::timestamptz)`.execute(db);
  return rows[0];
}

/** Records the use of a session at most once a minute, even with several instances. */
export async function recordUse(db: Database, sessionId: string, now: Date): Promise<void> {
  const aMinuteAgo = new Date(now.getTime() - 60_000);
  await db
    .updateTable("sessions")
    .set({ last_seen_at: now })
    .where("session_id", "=", sessionId)
    .where("last_seen_at", "<=", aMinuteAgo)
    .execute();
}

type NewSession = { sessionId: string; userId: number; passwordHash: string; place: Place; now: Date; expiresAt: Date };

/**
 * Opens a session if the checked password is still current, the account is enabled, and any two-step verification was
 * passed. Locks the account: a concurrent change of these waits and then ends this session, or comes first and prevents
 * it. Returns the session's number, or undefined if it was prevented.
 */
export async function openSession(
  db: Database,
  session: NewSession & { hasPassedTwoStep: boolean },
): Promise<number | undefined> {
  const { rows } = await sql<{ session_number: number }>`
    insert into sessions (session_id, user_id, created_at, last_seen_at, expires_at, address, browser)
    select ${session.sessionId}, user_id, ${session.now}::timestamptz, ${session.now}::timestamptz,
      ${session.expiresAt}::timestamptz, ${session.place.address}, ${session.place.browser}
    from accounts
    where user_id = ${session.userId} and password_hash = ${session.passwordHash} and disabled_at is null
      and (not has_two_step or ${session.hasPassedTwoStep})
    for share
    returning session_number`.execute(db);
  return rows[0]?.session_number;
}

type Extension = { sessionId: string; now: Date; lifetime: number; maxLifetime: number };

/** Extends a live session to `lifetime` from now, at most `maxLifetime` after its login (ms). Returns its new end. */
export async function extendSession(db: Database, { sessionId, now, lifetime, maxLifetime }: Extension) {
  const { rows } = await sql<{ expires_at: Date }>`
    update sessions
    set expires_at = greatest(expires_at, least(
      ${new Date(now.getTime() + lifetime)}::timestamptz, created_at + make_interval(secs => ${maxLifetime / 1000})))
    where session_id = ${sessionId} and revoked_at is null and expires_at > ${now}::timestamptz
    returning expires_at`.execute(db);
  return rows[0]?.expires_at;
}

const maxListed = 20;

/** Lists the newest sessions of a user; `own` is the caller's. Leaves out their ids, which only the tokens hold. */
export async function sessionsOf(db: Database, userId: number, own: string, now: Date): Promise<OwnSession[]> {
  const { rows } = await sql<Omit<OwnSession, "startedAt" | "endedAt"> & { startedAt: Date; endedAt: Date | null }>`
    select session_number as "sessionNumber", created_at as "startedAt", browser, address, session_id = ${own} as "isThisOne",
      coalesce(revoked_at, case when expires_at <= ${now}::timestamptz then expires_at end) as "endedAt"
    from sessions where user_id = ${userId}
    order by created_at desc, session_number desc limit ${sql.lit(maxListed)}`.execute(db);
  return rows.map(isoDates);
}

type Sessions = { except?: string | null; number?: number };

/** Ends a user's live sessions: all, all but one, or the one with this number. Returns how many ended. */
export async function revokeSessions(
  db: Database,
  userId: number,
  now: Date,
  { except = null, number }: Sessions = {},
): Promise<number> {
  let sessions = db
    .updateTable("sessions")
    .set({ revoked_at: now })
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null);
  if (except !== null) sessions = sessions.where("session_id", "!=", except);
  if (number !== undefined) sessions = sessions.where("session_number", "=", number);
  return Number((await sessions.executeTakeFirst()).numUpdatedRows);
}

/** How long an expired session stays in the list. */
const listedMs = 30 * 24 * 60 * 60 * 1000;

/** Deletes old sessions, and expired links and attempt counters. */
export async function cleanUpSessions(db: Database, clock: Clock): Promise<void> {
  const now = clock.now();
  await db
    .deleteFrom("sessions")
    .where("expires_at", "<", new Date(now.getTime() - listedMs))
    .execute();
  await db.deleteFrom("password_resets").where("expires_at", "<=", now).execute();
  await db.deleteFrom("mailbox_links").where("expires_at", "<=", now).execute();
  await db.deleteFrom("rate_limits").where("expire", "<", now.getTime()).execute();
}

/** `signsFrom` is null for a key without a date, which signs right away. */
export type SigningKey = { keyId: string; secret: string; signsFrom: Date | null };

/** Returns the signing keys; the first start creates one, even if several instances start at once. */
export async function ensureSigningKeys(db: Database, candidate: string, at: Date): Promise<SigningKey[]> {
  const keys = await allKeys(db);
  if (keys.length > 0) return keys;
  // a second start with the same id waits, and then inserts nothing
  await db
    .insertInto("signing_keys")
    .values({ key_id: "1", secret: candidate, signs_from: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return allKeys(db);
}

const allKeys = (db: Database) =>
  db
    .selectFrom("signing_keys")
    .select(["key_id as keyId", "secret", "signs_from as signsFrom"])
    .orderBy("signs_from", "desc")
    .orderBy("key_id")
    .execute();

export async function insertKey(tx: Transaction, { keyId, secret, signsFrom }: SigningKey & { signsFrom: Date }) {
  await tx.insertInto("signing_keys").values({ key_id: keyId, secret, signs_from: signsFrom }).execute();
}

export async function deleteOtherKeys(db: Database, keyIds: readonly string[]): Promise<void> {
  await db.deleteFrom("signing_keys").where("key_id", "not in", keyIds).execute();
}
