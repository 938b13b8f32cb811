import { getParser } from "bowser";
import { errors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import { randomBytes } from "node:crypto";
import type { ConfiguredParts } from "#server/parts.ts";
import { HttpError } from "#server/refusals/http-error.ts";
import { extendSession, findLiveSession, openSession, type Place, recordUse } from "./session.queries.ts";
import { type SigningKeys, signingKeys } from "./signing-keys.ts";

const minute = 60_000; // ms
const hour = 60 * minute;
const lifetime = 8 * hour;
/** A session ends after this, however often it is extended. */
const maxLifetime = 24 * hour;

type VerifiedUser = { userId: number; passwordHash: string; place?: Place; hasPassedTwoStep?: boolean };

/** Creates the functions that read, start, and extend sessions. */
export function createSessions(parts: ConfiguredParts<"tokenKeys" | "staffIdleMinutes" | "requireTwoStep">) {
  const { db, clock, configuration } = parts;
  const keys = signingKeys(parts);
  return {
    /**
     * Returns the live session of a token, or null. Calls `onForged` for a token that was never ours. A request of an
     * unattended page doesn't count as use of the session.
     */
    read: async (token: string, onForged: () => void = () => undefined, isUnattended = false) => {
      const now = clock.now();
      const claims = await verifyToken(await keys(), token, now);
      if (claims === null) onForged();
      if (claims === null || claims === "expired") return null;
      const idleSince = new Date(now.getTime() - configuration.staffIdleMinutes * minute);
      const session = await findLiveSession(db, { sessionId: claims.sessionId, now, idleSince });
      if (session?.userId !== claims.userId) return null;
      const { seenAt, hasTwoStep, ...owner } = session;
      // not awaited: the next request makes up for one that fails
      const isUseDue = !isUnattended && now.getTime() - seenAt.getTime() >= minute;
      if (isUseDue) recordUse(db, owner.sessionId, now).catch(() => undefined);
      const isIncomplete = configuration.requireTwoStep && owner.userTypeId === 1 && !hasTwoStep;
      return { ...owner, ...(isIncomplete && { isIncomplete }) };
    },
    /** Starts a session for a user with a verified password; returns null if that changed since or is not enough. */
    start: async ({ userId, passwordHash, place = nowhere, hasPassedTwoStep = false }: VerifiedUser) => {
      const now = clock.now();
      const expiresAt = new Date(now.getTime() + lifetime);
      const sessionId = randomBytes(16).toString("hex");
      const token = await signToken(await keys(), { userId, sessionId }, { now, expiresAt });
      const session = { sessionId, userId, passwordHash, place, now, expiresAt, hasPassedTwoStep };
      const sessionNumber = await openSession(db, session);
      const { staffIdleMinutes } = configuration;
      return sessionNumber === undefined ? null : { token, sessionId, sessionNumber, staffIdleMinutes };
    },
    /** Extends a live session and returns its new token; throws 401 if it ended in the meantime. */
    extend: async ({ userId, sessionId }: TokenClaims) => {
      const now = clock.now();
      const expiresAt = await extendSession(db, { sessionId, now, lifetime, maxLifetime });
      if (!expiresAt) throw new HttpError(401);
      return signToken(await keys(), { userId, sessionId }, { now, expiresAt });
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
/** Audience and type keep apart tokens that the same keys sign. */
type Purpose = { aud: string; typ: string };
const session: Purpose = { aud: "lending-library-api", typ: "session+jwt" };
const firstStep: Purpose = { aud: "lending-library-login", typ: "first-step+jwt" };

type TokenClaims = { userId: number; sessionId: string };
type Times = { now: Date; expiresAt: Date };

async function sign({ signing }: SigningKeys, { aud, typ }: Purpose, claims: JWTPayload, { now, expiresAt }: Times) {
  return new SignJWT({ iss, aud, ...claims, iat: seconds(now), exp: seconds(expiresAt) })
    .setProtectedHeader({ alg: algorithm, kid: signing.keyId, typ })
    .sign(signing.key);
}

export async function signToken(keys: SigningKeys, { userId, sessionId }: TokenClaims, times: Times) {
  return sign(keys, session, { sub: String(userId), jti: sessionId }, times);
}

/** Proves that the password was right for this account; `mark` ties it to that password. */
type FirstStep = { userName: string; mark: string };

export async function signFirstStep(keys: SigningKeys, { userName, mark }: FirstStep, times: Times) {
  return sign(keys, firstStep, { sub: userName, mark }, times);
}

export async function readFirstStep(keys: SigningKeys, token: string, now: Date): Promise<FirstStep | null> {
  const payload = await verify(keys, token, firstStep, now);
  const { sub: userName, mark } = payload === null || payload === "expired" ? {} : payload;
  return typeof userName === "string" && typeof mark === "string" ? { userName, mark } : null;
}

/** Returns null for a token that isn't ours or was tampered with. */
async function verifyToken(keys: SigningKeys, token: string, now: Date): Promise<TokenClaims | "expired" | null> {
  const payload = await verify(keys, token, session, now);
  if (payload === null || payload === "expired") return payload;
  const { sub = "", jti: sessionId = "" } = payload;
  return isId(sub) && isSessionId(sessionId) ? { userId: Number(sub), sessionId } : null;
}

async function verify(keys: SigningKeys, token: string, { aud, typ }: Purpose, now: Date) {
  try {
    const { payload } = await jwtVerify(token, ({ kid }) => keyOf(keys, kid), {
      algorithms: [algorithm],
      issuer: iss,
      audience: aud,
      typ,
      requiredClaims: ["exp", "sub"],
      currentDate: now,
    });
    return payload;
  } catch (error) {
    return error instanceof errors.JWTExpired ? "expired" : null; // all other invalid tokens are treated alike
  }
}

// jose checks only the times, so a signed token of ours may still hold anything
function isId(text: unknown): boolean {
  return typeof text === "string" && /^[1-9]\d{0,9}$/.test(text) && Number(text) < 2 ** 31;
}

const isSessionId = (text: unknown) => typeof text === "string" && /^[0-9a-f]{32}$/.test(text);

async function keyOf(keys: SigningKeys, keyId: string | undefined) {
  const isKey = (key: { keyId: string }) => key.keyId === keyId;
  const match = keys.accepted.find(isKey) ?? (await keys.reload()).accepted.find(isKey);
  if (!match) throw new Error("unknown key");
  return match.key;
}

function seconds(instant: Date): number {
  return Math.floor(instant.getTime() / 1000);
}
