import { type Place } from "./session.queries.ts";
import { randomBytes } from "node:crypto";
import type { ConfiguredParts } from "#server/parts.ts";
import { signingKeys } from "./signing-keys.ts";
import { extendSession, findLiveSession, keepSeen, openSession } from "./session.queries.ts";
import { rememberingVerifier, signToken } from "./tokens.ts";
import { getParser } from "bowser";

const nowhere: Place = { address: "", browser: "" };
const hour = 60 * 60 * 1000; // ms
const lifetime = 8 * hour;
/** However often it is put off, the password is asked for again after this. */
const longest = 24 * hour;
const minute = 60_000;

/**
 * Creates the session reader: a token's live session, or null when anything about it is wrong; `onForged`, when it was
 * never ours; `isUnattended`: nobody is at the page that asks, which is no use of the session.
 */
export function createSessionReader({
  db,
  clock,
  configuration,
}: ConfiguredParts<"tokenKeys" | "staffIdleMinutes" | "requireTwoStep">) {
  const keys = signingKeys({ db, clock, configuration });
  const verifyToken = rememberingVerifier();
  return async (token: string, onForged: () => void = () => undefined, isUnattended = false) => {
    const now = clock.now();
    const claims = await verifyToken(await keys(), token, now);
    if (claims === null) onForged();
    if (claims === null || claims === "over") return null;
    const { sessionId, userId } = claims;
    const idleSince = new Date(now.getTime() - configuration.staffIdleMinutes * minute);
    const found = await findLiveSession(db, { sessionId, now, idleSince });
    if (found?.userId !== userId) return null;
    const { seenAt, hasTwoStep, ...owner } = found;
    // At most once a minute, and nobody waits: one that fails is made up for by the next request.
    const isNews = !isUnattended && now.getTime() - seenAt.getTime() >= minute;
    if (isNews) keepSeen(db, sessionId, now).catch(() => undefined);
    const isIncomplete = configuration.requireTwoStep && owner.userTypeId === 1 && !hasTwoStep;
    return { ...owner, ...(isIncomplete && { isIncomplete }) };
  };
}

type Verified = { userId: number; passwordHash: string; place?: Place; hasPassedTwoStep?: boolean };

/** Starts a session for a user with a verified password; null when it has changed since, or does not suffice. */
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

/** Puts off the end of a live session; answers its new token, or null when it ended in the meantime. */
export function createSessionExtender({ db, clock, configuration }: ConfiguredParts<"tokenKeys">) {
  const keys = signingKeys({ db, clock, configuration });
  return async ({ userId, sessionId }: { userId: number; sessionId: string }) => {
    const now = clock.now();
    const expiresAt = await extendSession(db, { sessionId, now, lifetime, longest });
    return expiresAt ? signToken(await keys(), { userId, sessionId }, now, expiresAt) : null;
  };
}

const maxRead = 300; // characters of what a browser says of itself

/** The place of a request: "Firefox on Windows", from this address. Empty when the browser says nothing known. */
export function placeOf(address: string, userAgent = ""): Place {
  const told = userAgent.slice(0, maxRead).trim();
  if (told === "") return { address, browser: "" };
  const parser = getParser(told);
  const names = [parser.getBrowserName(), parser.getOSName()].filter((name) => name !== "");
  return { address, browser: names.join(" on ") };
}
