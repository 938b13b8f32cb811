import { randomBytes } from "node:crypto";
import { openSession } from "./session.queries.ts";
import type { SessionParts } from "./read-session.ts";
import { signingKeys } from "./signing-keys.ts";
import { signToken } from "./tokens.ts";

const lifetime = 8 * 60 * 60 * 1000; // ms

export type StartedSession = { token: string; sessionId: string };

/** Starts a session for a user with a verified password; null when it has changed since. */
export type StartSession = (user: { userId: number; passwordHash: string }) => Promise<StartedSession | null>;

/** Creates the session starter, which caches its keys. */
export function createSessionStarter({ db, clock, configuration }: SessionParts): StartSession {
  const keys = signingKeys(db, configuration);
  return async ({ userId, passwordHash }) => {
    const now = clock.now();
    const expiresAt = new Date(now.getTime() + lifetime);
    const sessionId = randomBytes(16).toString("hex");
    const token = await signToken(await keys(), { userId, sessionId }, now, expiresAt);
    const opened = await openSession(db, { sessionId, userId, passwordHash, now, expiresAt });
    return opened ? { token, sessionId } : null;
  };
}
