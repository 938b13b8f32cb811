import { errors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import type { SigningKeys } from "./signing-keys.ts";

type TokenClaims = { userId: number; sessionId: string };

const [algorithm, iss] = ["HS256", "lending-library"];
/** For whom a token is, and what it is: nothing else that a shared key signs counts as one. */
type Purpose = { aud: string; typ: string };
const session: Purpose = { aud: "lending-library-api", typ: "session+jwt" };
const firstStep: Purpose = { aud: "lending-library-login", typ: "first-step+jwt" };

type Times = { now: Date; expiresAt: Date };

async function sign({ signing }: SigningKeys, { aud, typ }: Purpose, claims: JWTPayload, { now, expiresAt }: Times) {
  return new SignJWT({ iss, aud, ...claims, iat: seconds(now), exp: seconds(expiresAt) })
    .setProtectedHeader({ alg: algorithm, kid: signing.keyId, typ })
    .sign(signing.key);
}

export async function signToken(keys: SigningKeys, { userId, sessionId }: TokenClaims, now: Date, expiresAt: Date) {
  return sign(keys, session, { sub: String(userId), jti: sessionId }, { now, expiresAt });
}

/** What the first step of a login proved: the password, of which `mark` is left, of the account with this name. */
type FirstStep = { userName: string; mark: string };

export async function signFirstStep(keys: SigningKeys, { userName, mark }: FirstStep, times: Times) {
  return sign(keys, firstStep, { sub: userName, mark }, times);
}

export async function readFirstStep(keys: SigningKeys, token: string, now: Date): Promise<FirstStep | null> {
  const found = await verified(keys, token, firstStep, now);
  const { sub: userName, mark } = found === null || found === "over" ? {} : found.payload;
  return typeof userName === "string" && typeof mark === "string" ? { userName, mark } : null;
}

const maxRemembered = 5000; // tokens of about 300 bytes each

/**
 * Creates a verifier that caches valid tokens until they expire, or their key does: a signature stays valid, and verifying
 * it takes longer than reading the session, which happens on every request anyway. It answers null when a token is not ours or was
 * tampered with, and "over" when it has expired.
 */
export function rememberingVerifier() {
  const known = new Map<string, TokenClaims & { expiresAt: number; keyId: string | undefined }>();
  return async (keys: SigningKeys, token: string, now: Date): Promise<TokenClaims | "over" | null> => {
    const before = known.get(token);
    if (before && before.expiresAt > seconds(now) && isAccepted(keys, before.keyId)) return before;
    known.delete(token);
    const found = await verified(keys, token, session, now);
    if (found === null || found === "over") return found;
    const claims = sessionIn(found);
    if (claims === null) return null;
    const [oldest] = known.size >= maxRemembered ? known.keys() : [];
    if (oldest !== undefined) known.delete(oldest);
    known.set(token, claims);
    return claims;
  };
}

async function verified(keys: SigningKeys, token: string, { aud, typ }: Purpose, now: Date) {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, ({ kid }) => keyOf(keys, kid), {
      algorithms: [algorithm],
      issuer: iss,
      audience: aud,
      typ,
      requiredClaims: ["exp", "sub"],
      currentDate: now,
    });
    return { payload, keyId: protectedHeader.kid };
  } catch (error) {
    return error instanceof errors.JWTExpired ? "over" : null; // every other kind of invalid token is the same to us
  }
}

function sessionIn({ payload, keyId }: { payload: JWTPayload; keyId: string | undefined }) {
  const { sub = "", jti = "", exp: expiresAt = 0 } = payload;
  return isId(sub) && isSessionId(jti) ? { userId: Number(sub), sessionId: jti, expiresAt, keyId } : null;
}

// a signed token of ours may still hold anything: jose looks at the times only
function isId(text: unknown): boolean {
  return typeof text === "string" && /^[1-9]\d{0,9}$/.test(text) && Number(text) < 2 ** 31;
}

const isSessionId = (text: unknown) => typeof text === "string" && /^[0-9a-f]{32}$/.test(text);

const isAccepted = (keys: SigningKeys, keyId: string | undefined) => keys.accepted.some((key) => key.keyId === keyId);

async function keyOf(keys: SigningKeys, keyId: string | undefined) {
  const { accepted } = isAccepted(keys, keyId) ? keys : await keys.lookAgain();
  const known = accepted.find((key) => key.keyId === keyId);
  if (!known) throw new Error("unknown key");
  return known.key;
}

function seconds(instant: Date): number {
  return Math.floor(instant.getTime() / 1000);
}
