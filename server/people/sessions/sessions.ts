import { getParser } from "bowser";
import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from "jose";
import { randomBytes } from "node:crypto";
import type { ConfiguredParts } from "#server/parts.ts";
import { HttpError } from "#server/refusals/http-error.ts";
import { extendSession, findLiveSession, openSession, type Place, recordUse } from "./session.queries.ts";
import type { Key, SecretKey } from "#server/platform/secret-key/secret-key.ts";

const minute = 60_000; // ms
const hour = 60 * minute;
const lifetime = 8 * hour;
/** A session ends after this, however often it is extended. */
const maxLifetime = 24 * hour;

type VerifiedUser = { userId: number; passwordHash: string; place?: Place; hasPassedTwoStep?: boolean };

/** Creates the functions that read, start, and extend sessions. */
export function createSessions(parts: ConfiguredParts<"secretKey" | "idleMinutes" | "requireTwoStep">) {
  const { db, clock, configuration } = parts;
  const { secretKey } = configuration;
  return {
    /**
     * Returns the live session of a token, or null. Calls `onForged` for a token that was never ours. A request of an
     * unattended page doesn't count as use of the session.
     */
    read: async (token: string, onForged: () => void = () => undefined, isUnattended = false) => {
      const now = clock.now();
      const claims = await verifyToken(secretKey, token, now);
      if (claims === null) onForged();
      if (claims === null || claims === "ended") return null;
      const idleSince = new Date(now.getTime() - configuration.idleMinutes * minute);
      const session = await findLiveSession(db, { sessionId: claims.sessionId, now, idleSince });
      if (session?.userId !== claims.userId) return null;
      const { seenAt, hasTwoStep, ...owner } = session;
      // not awaited: the next request makes up for one that fails
      const isUseDue = !isUnattended && now.getTime() - seenAt.getTime() >= minute;
      if (isUseDue) recordUse(db, claims.sessionId, now).catch(() => undefined);
      const isIncomplete = configuration.requireTwoStep && owner.userTypeId === 1 && !hasTwoStep;
      return { sessionId: claims.sessionId, ...owner, ...(isIncomplete && { isIncomplete }) };
    },
    /** Starts a session for a user with a verified password; returns null if that changed since or is not enough. */
    start: async ({ userId, passwordHash, place = nowhere, hasPassedTwoStep = false }: VerifiedUser) => {
      const now = clock.now();
      const expiresAt = new Date(now.getTime() + lifetime);
      const sessionId = randomBytes(16).toString("hex");
      const token = await signToken((await secretKey.keys(now)).current, { userId, sessionId }, { now, expiresAt });
      const session = { sessionId, userId, passwordHash, place, now, expiresAt, hasPassedTwoStep };
      const sessionNumber = await openSession(db, session);
      const { idleMinutes } = configuration;
      return sessionNumber === undefined ? null : { token, sessionId, sessionNumber, idleMinutes };
    },
    /** Extends a live session and returns its new token; throws 401 if it ended in the meantime. */
    extend: async ({ userId, sessionId }: TokenClaims) => {
      const now = clock.now();
      const expiresAt = await extendSession(db, { sessionId, now, lifetime, maxLifetime });
      if (!expiresAt) throw new HttpError(401);
      return signToken((await secretKey.keys(now)).current, { userId, sessionId }, { now, expiresAt });
    },
  };
}

const nowhere: Place = { address: "", browser: "" };
const maxUserAgentLength = 300;

/** Describes where a request came from, such as "Firefox on Windows"; empty for an unknown browser. */
export function placeOf(address: string, userAgent = ""): Place {
  const description = userAgent.slice(0, maxUserAgentLength).trim();
  if (description === "") return { address, browser: "" };
  const parser = getParser(description);
  const names = [parser.getBrowserName(), parser.getOSName()].filter((name) => name !== "");
  return { address, browser: names.join(" on ") };
}

const [algorithm, iss] = ["HS256", "lending-library"];
const [aud, typ] = ["lending-library-api", "session+jwt"];

type TokenClaims = { userId: number; sessionId: string };
type Times = { now: Date; expiresAt: Date };

export async function signToken(
  { keyId, signing }: Key,
  { userId, sessionId }: TokenClaims,
  { now, expiresAt }: Times,
) {
  const claims = { iss, aud, sub: String(userId), jti: sessionId, iat: seconds(now), exp: seconds(expiresAt) };
  return new SignJWT(claims).setProtectedHeader({ alg: algorithm, kid: keyId, typ }).sign(signing);
}

/**
 * Returns null for a token that isn't ours or was tampered with. A token of a retired key may be genuine, so it counts as
 * ended.
 */
async function verifyToken(secretKey: SecretKey, token: string, now: Date): Promise<TokenClaims | "ended" | null> {
  const keyId = keyIdOf(token);
  if (keyId === null) return null;
  const key = await secretKey.find(keyId, now);
  if (!key || !(await secretKey.keys(now)).accepted.some((accepted) => accepted.keyId === keyId)) return "ended";
  try {
    const { payload } = await jwtVerify(token, key.signing, {
      algorithms: [algorithm],
      issuer: iss,
      audience: aud,
      typ,
      requiredClaims: ["exp", "sub"],
      currentDate: now,
    });
    const { sub = "", jti: sessionId = "" } = payload;
    return isId(sub) && isSessionId(sessionId) ? { userId: Number(sub), sessionId } : null;
  } catch (error) {
    return error instanceof errors.JWTExpired ? "ended" : null; // all other invalid tokens are treated alike
  }
}

function keyIdOf(token: string): string | null {
  try {
    const { kid } = decodeProtectedHeader(token);
    return typeof kid === "string" && /^[a-z0-9]{12}$/.test(kid) ? kid : null;
  } catch {
    return null;
  }
}

// jose checks only the times, so a signed token of ours may still hold anything
function isId(text: unknown): boolean {
  return typeof text === "string" && /^[1-9]\d{0,9}$/.test(text) && Number(text) < 2 ** 31;
}

const isSessionId = (text: unknown) => typeof text === "string" && /^[0-9a-f]{32}$/.test(text);

function seconds(instant: Date): number {
  return Math.floor(instant.getTime() / 1000);
}
