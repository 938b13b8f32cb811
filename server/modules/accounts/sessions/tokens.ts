import { jwtVerify, SignJWT } from "jose";
import type { SigningKeys } from "./signing-keys.ts";

/** A token's claims: its user and its session. */
export type TokenClaims = { userId: number; sessionId: string };

const algorithm = "HS256";

/** Signs a token. */
export async function signToken(keys: SigningKeys, claims: TokenClaims, now: Date, expiresAt: Date): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: algorithm, kid: keys.signing.keyId })
    .setSubject(String(claims.userId))
    .setJti(claims.sessionId)
    .setIssuedAt(seconds(now))
    .setExpirationTime(seconds(expiresAt))
    .sign(keys.signing.key);
}

/** Reads a token's claims; null when it is not ours, was tampered with, or has expired. */
export type VerifyToken = (keys: SigningKeys, token: string, now: Date) => Promise<TokenClaims | null>;

const mostRemembered = 5000; // tokens of about 300 bytes each

/**
 * Creates a verifier that caches valid tokens until they expire: a signature stays valid, and verifying it takes longer
 * than reading the session, which happens on every request anyway.
 */
export function rememberingVerifier(): VerifyToken {
  const known = new Map<string, TokenClaims & { expiresAt: number }>();
  return async (keys, token, now) => {
    const before = known.get(token);
    if (before && before.expiresAt > seconds(now)) return before;
    known.delete(token);
    const claims = await verified(keys, token, now);
    if (claims === null) return null;
    const [oldest] = known.size >= mostRemembered ? known.keys() : [];
    if (oldest !== undefined) known.delete(oldest);
    known.set(token, claims);
    return claims;
  };
}

async function verified(keys: SigningKeys, token: string, now: Date) {
  try {
    const { payload } = await jwtVerify(token, ({ kid }) => keyOf(keys, kid), {
      algorithms: [algorithm],
      requiredClaims: ["exp", "sub", "jti"],
      currentDate: now,
    });
    const { sub = "", jti = "", exp: expiresAt = 0 } = payload;
    return isId(sub) && /^[0-9a-f]{32}$/.test(jti) ? { userId: Number(sub), sessionId: jti, expiresAt } : null;
  } catch {
    return null; // every kind of invalid token is the same to us
  }
}

function isId(text: string): boolean {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) < 2 ** 31;
}

function keyOf(keys: SigningKeys, keyId: string | undefined) {
  const key = keys.accepted.get(keyId ?? "");
  if (!key) throw new Error("unknown key");
  return key;
}

function seconds(instant: Date): number {
  return Math.floor(instant.getTime() / 1000);
}
