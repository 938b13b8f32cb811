import { errors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import type { SigningKeys } from "./signing-keys.ts";

type TokenClaims = { userId: number; sessionId: string };

const [algorithm, iss] = ["HS256", "lending-library"];
/** Audience and type keep tokens apart that the same keys sign. */
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

/** Proves that the password was right for this account; `mark` ties it to that password. */
type FirstStep = { userName: string; mark: string };

export async function signFirstStep(keys: SigningKeys, { userName, mark }: FirstStep, times: Times) {
  return sign(keys, firstStep, { sub: userName, mark }, times);
}

export async function readFirstStep(keys: SigningKeys, token: string, now: Date): Promise<FirstStep | null> {
  const result = await verify(keys, token, firstStep, now);
  const { sub: userName, mark } = result === null || result === "expired" ? {} : result.payload;
  return typeof userName === "string" && typeof mark === "string" ? { userName, mark } : null;
}

const maxCached = 5000; // tokens of about 300 bytes each

/**
 * Creates a verifier that caches valid tokens, because checking a signature takes longer than reading the session. It
 * returns null for a token that isn't ours or was tampered with.
 */
export function cachingVerifier() {
  const cache = new Map<string, TokenClaims & { expiresAt: number; keyId: string | undefined }>();
  return async (keys: SigningKeys, token: string, now: Date): Promise<TokenClaims | "expired" | null> => {
    const cached = cache.get(token);
    if (cached && cached.expiresAt > seconds(now) && isAccepted(keys, cached.keyId)) return cached;
    cache.delete(token);
    const result = await verify(keys, token, session, now);
    if (result === null || result === "expired") return result;
    const claims = sessionIn(result);
    if (claims === null) return null;
    const [oldest] = cache.size >= maxCached ? cache.keys() : [];
    if (oldest !== undefined) cache.delete(oldest);
    cache.set(token, claims);
    return claims;
  };
}

async function verify(keys: SigningKeys, token: string, { aud, typ }: Purpose, now: Date) {
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
    return error instanceof errors.JWTExpired ? "expired" : null; // all other invalid tokens are treated alike
  }
}

function sessionIn({ payload, keyId }: { payload: JWTPayload; keyId: string | undefined }) {
  const { sub = "", jti = "", exp: expiresAt = 0 } = payload;
  return isId(sub) && isSessionId(jti) ? { userId: Number(sub), sessionId: jti, expiresAt, keyId } : null;
}

// jose checks only the times, so a signed token of ours may still hold anything
function isId(text: unknown): boolean {
  return typeof text === "string" && /^[1-9]\d{0,9}$/.test(text) && Number(text) < 2 ** 31;
}

const isSessionId = (text: unknown) => typeof text === "string" && /^[0-9a-f]{32}$/.test(text);

const isAccepted = (keys: SigningKeys, keyId: string | undefined) => keys.accepted.some((key) => key.keyId === keyId);

async function keyOf(keys: SigningKeys, keyId: string | undefined) {
  const { accepted } = isAccepted(keys, keyId) ? keys : await keys.reload();
  const match = accepted.find((key) => key.keyId === keyId);
  if (!match) throw new Error("unknown key");
  return match.key;
}

function seconds(instant: Date): number {
  return Math.floor(instant.getTime() / 1000);
}
