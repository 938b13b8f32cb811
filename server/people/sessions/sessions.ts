import { type Place } from "./session.queries.ts";
import { randomBytes } from "node:crypto";
import type { ConfiguredParts } from "#server/parts.ts";
import { signingKeys } from "./signing-keys.ts";
import { extendSession, findLiveSession, recordUse, openSession } from "./session.queries.ts";
import { cachingVerifier, signToken } from "./tokens.ts";
import { getParser } from "bowser";

const nowhere: Place = { address: "", browser: "" };
const hour = 60 * 60 * 1000; // ms
const lifetime = 8 * hour;
/** However often it is extended, a session ends after this. */
const maxLifetime = 24 * hour;
const minute = 60_000;

/**
 * Creates the session reader, which returns a token's live session, or null. It calls `onForged` for a token that was
 * never ours. A request of an unattended page doesn't count as use of the session.
 */
export function createSessionReader({
  db,
  clock,
  configuration,
}: ConfiguredParts<"tokenKeys" | "staffIdleMinutes" | "requireTwoStep">) {
  const keys = signingKeys({ db, clock, configuration });
  const verifyToken = cachingVerifier();
  return async (token: string, onForged: () => void = () => undefined, isUnattended = false) => {
    const now = clock.now();
    const claims = await verifyToken(await keys(), token, now);
    if (claims === null) onForged();
    if (claims === null || claims === "expired") return null;
    const { sessionId, userId } = claims;
    const idleSince = new Date(now.getTime() - configuration.staffIdleMinutes * minute);
    const session = await findLiveSession(db, { sessionId, now, idleSince });
    if (session?.userId !== userId) return null;
    const { seenAt, hasTwoStep, ...owner } = session;
    // not awaited: the next request makes up for one that fails
    const isUseDue = !isUnattended && now.getTime() - seenAt.getTime() >= minute;
    if (isUseDue) recordUse(db, sessionId, now).catch(() => undefined);
    const isIncomplete = configuration.requireTwoStep && owner.userTypeId === 1 && !hasTwoStep;
    return { ...owner, ...(isIncomplete && { isIncomplete }) };
  };
}

type Verified = { userId: number; passwordHash: string; place?: Place; hasPassedTwoStep?: boolean };

/** Starts a session for a user with a verified password; returns null if that changed since or is not enough. */
export type StartSession = ReturnType<typeof createSessionStarter>;

export function createSessionStarter({ db, clock, configuration }: ConfiguredParts<"tokenKeys" | "staffIdleMinutes">) {
  const keys = signingKeys({ db, clock, configuration });
  return async ({ userId, passwordHash, place = nowhere, hasPassedTwoStep = false }: Verified) => {
    const now = clock.now();
    const expiresAt = new Date(now.getTime() + lifetime);
    const sessionId = randomBytes(16).toString("hex");
    const token = await signToken(await keys(), { userId, sessionId }, now, expiresAt);
    const session = { sessionId, userId, passwordHash, place, now, expiresAt, hasPassedTwoStep };
    const sessionNumber = await openSession(db, session);
    const { staffIdleMinutes } = configuration;
    return sessionNumber === undefined ? null : { token, sessionId, sessionNumber, staffIdleMinutes };
  };
}

/** Extends a live session; returns its new token, or null if it ended in the meantime. */
export function createSessionExtender({ db, clock, configuration }: ConfiguredParts<"tokenKeys">) {
  const keys = signingKeys({ db, clock, configuration });
  return async ({ userId, sessionId }: { userId: number; sessionId: string }) => {
    const now = clock.now();
    const expiresAt = await extendSession(db, { sessionId, now, lifetime, maxLifetime });
    return expiresAt ? signToken(await keys(), { userId, sessionId }, now, expiresAt) : null;
  };
}

const maxUserAgentLength = 300;

/** Describes where a request came from, such as "Firefox on Windows"; empty for an unknown browser. */
export function placeOf(address: string, userAgent = ""): Place {
  const description = userAgent.slice(0, maxUserAgentLength).trim();
  if (description === "") return { address, browser: "" };
  const parser = getParser(description);
  const names = [parser.getBrowserName(), parser.getOSName()].filter((name) => name !== "");
  return { address, browser: names.join(" on ") };
}
