import type { OwnSession } from "#contract/people/accounts.ts";
import type { StaffRole } from "#contract/people/roles.ts";
import { sql } from "kysely";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { hashOf } from "#server/platform/mail/link-secret.ts";
import { isoDates } from "#server/iso-dates.ts";

/** The origin of a session, for its owner to recognize. */
export type Place = { address: string; browser: string };

type LiveSession = {
  sessionNumber: number;
  userId: number;
  userTypeId: 1 | 2;
  borrowerId: number | null;
  role: StaffRole | null;
  seenAt: Date;
  hasTwoStep: boolean;
};

/** Finds a session that has neither expired nor ended, and was used after `idleSince`. */
export async function findLiveSession(
  db: Database,
  { sessionId, now, idleSince }: { sessionId: string; now: Date; idleSince: Date },
) {
  const { rows } = await sql<LiveSession>`
    select session_number as "sessionNumber", accounts.user_id as "userId",
      user_type_id as "userTypeId", borrower_id as "borrowerId",
      (select role from staff where user_type_id = 1 and staff.user_id = accounts.user_id),
      last_seen_at as "seenAt", has_two_step as "hasTwoStep"
    from sessions
    join accounts on accounts.user_id = sessions.user_id
    left join borrowers on borrowers.user_id = sessions.user_id
    where id_hash = ${hashOf(sessionId)} and revoked_at is null and expires_at > ${now}::timestamptz
      and last_seen_at > ${idleSince}::timestamptz`.execute(db);
  return rows[0];
}

/** Records the use of a session at most once a minute, even with several instances. */
export async function recordUse(db: Database, sessionId: string, now: Date): Promise<void> {
  const aMinuteAgo = new Date(now.getTime() - 60_000);
  await db
    .updateTable("sessions")
    .set({ last_seen_at: now })
    .where("id_hash", "=", hashOf(sessionId))
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
    insert into sessions (id_hash, user_id, created_at, last_seen_at, expires_at, address, browser)
    select ${hashOf(session.sessionId)}, user_id, ${session.now}::timestamptz, ${session.now}::timestamptz,
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
    where id_hash = ${hashOf(sessionId)} and revoked_at is null and expires_at > ${now}::timestamptz
    returning expires_at`.execute(db);
  return rows[0]?.expires_at;
}

const maxListed = 20;

/** Lists the newest sessions of a user; `own` is the caller's. */
export async function sessionsOf(db: Database, userId: number, own: string, now: Date): Promise<OwnSession[]> {
  const { rows } = await sql<Omit<OwnSession, "startedAt" | "endedAt"> & { startedAt: Date; endedAt: Date | null }>`
    select session_number as "sessionNumber", created_at as "startedAt", browser, address, id_hash = ${hashOf(own)} as "isThisOne",
      coalesce(revoked_at, case when expires_at <= ${now}::timestamptz then expires_at end) as "endedAt"
    from sessions where user_id = ${userId}
    order by created_at desc, session_number desc limit ${sql.lit(maxListed)}`.execute(db);
  return rows.map(isoDates);
}

type Sessions = { except?: string | null; number?: number };

/**
 * Ends a user's live sessions: all, all but one, or the one with this number. Unless it's one, first steps end, too.
 * Returns how many sessions ended.
 */
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
  if (except !== null) sessions = sessions.where("id_hash", "!=", hashOf(except));
  if (number !== undefined) sessions = sessions.where("session_number", "=", number);
  else await db.deleteFrom("first_steps").where("user_id", "=", userId).execute();
  return Number((await sessions.executeTakeFirst()).numUpdatedRows);
}

/** How long an expired session stays in the list. */
const listedMs = 30 * 24 * 60 * 60 * 1000;

/** Deletes old sessions, and expired first steps, links, and attempt counters. */
export async function cleanUpSessions(db: Database, clock: Clock): Promise<void> {
  const now = clock.now();
  await db
    .deleteFrom("sessions")
    .where("expires_at", "<", new Date(now.getTime() - listedMs))
    .execute();
  await db.deleteFrom("first_steps").where("expires_at", "<=", now).execute();
  await db.deleteFrom("password_resets").where("expires_at", "<=", now).execute();
  await db.deleteFrom("mailbox_links").where("expires_at", "<=", now).execute();
  await db.deleteFrom("rate_limits").where("expire", "<", now.getTime()).execute();
}

/** Ends every session and first step, because the key that signs them leaked or was lost. */
export async function revokeAllSessions(db: Database, now: Date): Promise<void> {
  await db.updateTable("sessions").set({ revoked_at: now }).where("revoked_at", "is", null).execute();
  await db.deleteFrom("first_steps").execute();
}

type FirstStep = { secret: string; userId: number; passwordHash: string; expiresAt: Date };

const maxFirstSteps = 5; // of an account

/**
 * Stores a first step if the checked password is still current, in place of the account's oldest ones. Locks the
 * account like `openSession`. Returns whether it did.
 */
export async function storeFirstStep(db: Database, step: FirstStep): Promise<boolean> {
  const { rows } = await sql`
    insert into first_steps (secret_hash, user_id, expires_at)
    select ${hashOf(step.secret)}, user_id, ${step.expiresAt}::timestamptz from accounts
    where user_id = ${step.userId} and password_hash = ${step.passwordHash} and disabled_at is null
    for share
    returning user_id`.execute(db);
  await sql`
    delete from first_steps where user_id = ${step.userId} and secret_hash not in (
      select secret_hash from first_steps where user_id = ${step.userId}
      order by expires_at desc limit ${sql.lit(maxFirstSteps)})`.execute(db);
  return rows.length > 0;
}

export async function findFirstStep(db: Database, secret: string, now: Date): Promise<string | undefined> {
  const row = await db
    .selectFrom("first_steps")
    .innerJoin("accounts", "accounts.user_id", "first_steps.user_id")
    .select("user_name")
    .where("secret_hash", "=", hashOf(secret))
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return row?.user_name;
}

/** Uses up a first step; of two concurrent calls, only one succeeds. Returns whether it was still there. */
export async function useFirstStep(db: Database, secret: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("first_steps")
    .where("secret_hash", "=", hashOf(secret))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
