import type { StaffRole } from "#contract/people/roles.ts";
import { sql } from "kysely";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import { deleteMailboxLinks } from "../accounts/mailbox.queries.ts";

/** Where a session began, as its owner may recognize it. */
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

/** A session that did not expire and was not ended; an administrator's only if used after `idleSince`. */
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

/** Stores that a session was used, once a minute. Of several instances that notice it at once, one writes. */
export async function keepSeen(db: Database, sessionId: string, now: Date): Promise<void> {
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
 * Opens a session if the checked password is still current, the account is not disabled, and its second step was
 * passed if it has one. The lock makes a concurrent change of these either wait and then end this session, or come
 * first and leave no row here. The session's number; undefined: it came first.
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

type Extension = { sessionId: string; now: Date; lifetime: number; longest: number };

/** Puts off the end of a live session to `lifetime` ms from now, at most `longest` ms after its login; its new end. */
export async function extendSession(db: Database, { sessionId, now, lifetime, longest }: Extension) {
  const { rows } = await sql<{ expires_at: Date }>`
    update sessions
    set expires_at = greatest(expires_at, least(
      ${new Date(now.getTime() + lifetime)}::timestamptz, created_at + make_interval(secs => ${longest / 1000})))
    where session_id = ${sessionId} and revoked_at is null and expires_at > ${now}::timestamptz
    returning expires_at`.execute(db);
  return rows[0]?.expires_at;
}

export async function sessionsOf(db: Database, userId: number) {
  return db
    .selectFrom("sessions")
    .select(["session_id", "session_number", "created_at", "expires_at", "revoked_at", "address", "browser"])
    .where("user_id", "=", userId)
    .orderBy("created_at", "desc")
    .orderBy("session_number", "desc")
    .limit(sql.lit(maxListed))
    .execute();
}

const maxListed = 20;

/** Ends a session by its number; false when it is not this user's or has ended. */
export async function revokeNumberedSession(db: Database, userId: number, sessionNumber: number, now: Date) {
  const { numUpdatedRows } = await revokedSessions(db, now)
    .where("user_id", "=", userId)
    .where("session_number", "=", sessionNumber)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function revokeSession(db: Database, sessionId: string, now: Date): Promise<void> {
  await revokedSessions(db, now).where("session_id", "=", sessionId).execute();
}

export async function revokeOtherSessions(db: Database, userId: number, kept: string | null, now: Date): Promise<void> {
  const sessions = revokedSessions(db, now).where("user_id", "=", userId);
  await (kept === null ? sessions : sessions.where("session_id", "!=", kept)).execute();
}

const revokedSessions = (db: Database, now: Date) =>
  db.updateTable("sessions").set({ revoked_at: now }).where("revoked_at", "is", null);

/** How long a session is listed after it expired, in ms. */
const kept = 30 * 24 * 60 * 60 * 1000;

/** Deletes sessions of a month ago, and links and attempt counters whose time is over. */
export async function cleanUpSessions(db: Database, clock: Clock): Promise<void> {
  const now = clock.now();
  await db
    .deleteFrom("sessions")
    .where("expires_at", "<", new Date(now.getTime() - kept))
    .execute();
  await db.deleteFrom("password_resets").where("expires_at", "<=", now).execute();
  await deleteMailboxLinks(db, now);
  await db.deleteFrom("rate_limits").where("expire", "<", now.getTime()).execute();
}

/** A key that signs tokens, from when: null, always. */
export type SigningKey = { keyId: string; secret: string; signsFrom: Date | null };

/** The signing keys in the database. The first start creates one; two starts at once create one. */
export async function keptSigningKeys(db: Database, candidate: string, at: Date): Promise<SigningKey[]> {
  const found = await allKeys(db);
  if (found.length > 0) return found;
  // The same id for every first start: the second one waits and then inserts nothing.
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

export async function keepKeys(db: Database, keyIds: readonly string[]): Promise<void> {
  await db.deleteFrom("signing_keys").where("key_id", "not in", keyIds).execute();
}
