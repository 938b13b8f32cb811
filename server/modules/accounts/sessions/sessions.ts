import { randomBytes } from "node:crypto";
import type { ConfiguredParts } from "#server/parts.ts";
import type { Place } from "./place.ts";
import { findLiveSession, openSession } from "./session.queries.ts";
import { rememberingVerifier, signingKeys, signToken } from "./tokens.ts";

const nowhere: Place = { address: "", browser: "" };
const lifetime = 8 * 60 * 60 * 1000; // ms

/** Creates the session reader: a token's live session, or null when anything about it is wrong. */
export function createSessionReader({ db, clock, configuration }: ConfiguredParts<"tokenKeys">) {
  const keys = signingKeys(db, configuration);
  const verifyToken = rememberingVerifier();
  return async (token: string) => {
    const now = clock.now();
    const claims = await verifyToken(await keys(), token, now);
    if (!claims) return null;
    const owner = await findLiveSession(db, claims.sessionId, claims.userId, now);
    return owner ? { sessionId: claims.sessionId, ...owner } : null;
  };
}

/** Starts a session for a user with a verified password; null when it has changed since. */
export type StartSession = ReturnType<typeof createSessionStarter>;

export function createSessionStarter({ db, clock, configuration }: ConfiguredParts<"tokenKeys">) {
  const keys = signingKeys(db, configuration);
  return async ({ userId, passwordHash, place = nowhere }: { userId: number; passwordHash: string; place?: Place }) => {
    const now = clock.now();
    const expiresAt = new Date(now.getTime() + lifetime);
    const sessionId = randomBytes(16).toString("hex");
    const token = await signToken(await keys(), { userId, sessionId }, now, expiresAt);
    const opened = await openSession(db, { sessionId, userId, passwordHash, place, now, expiresAt });
    return opened ? { token, sessionId } : null;
  };
}
