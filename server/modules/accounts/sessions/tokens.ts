import { createHash, createSecretKey, randomBytes, type KeyObject } from "node:crypto";
import { errors, jwtVerify, SignJWT } from "jose";
import type { Configuration } from "#server/platform/configuration.ts";
import type { Database } from "#server/platform/database.ts";
import { keptSigningKeys } from "./session.queries.ts";

type Key = { keyId: string; key: KeyObject };

/** The first one signs, all are accepted. */
type SigningKeys = readonly [Key, ...Key[]];

/** Returns the keys from the settings, or those in the database, which are read once and created at the first start. */
export function signingKeys(db: Database, configuration: Pick<Configuration, "tokenKeys">): () => Promise<SigningKeys> {
  let loading: Promise<SigningKeys> | undefined;
  return () => {
    loading ??= load(db, configuration.tokenKeys).catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

async function load(db: Database, configured: readonly string[] | undefined): Promise<SigningKeys> {
  const given = configured?.map((secret) => ({ key_id: fingerprint(secret), secret }));
  const rows = given ?? (await keptSigningKeys(db, randomBytes(32).toString("base64url")));
  const [signing, ...others] = rows.map(({ key_id, secret }) => ({
    keyId: key_id,
    key: createSecretKey(secret, "base64url"),
  }));
  if (!signing) throw new Error("There is no key to sign tokens with.");
  return [signing, ...others];
}

/** Several instances share the settings but no numbering. */
function fingerprint(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url").slice(0, 12);
}

type TokenClaims = { userId: number; sessionId: string };

const algorithm = "HS256";
/** Who made a token, for whom, and what it is: nothing else that a shared key signs counts as one. */
const [purpose, typ] = [{ iss: "lending-library", aud: "lending-library-api" }, "session+jwt"];

export async function signToken([signing]: SigningKeys, claims: TokenClaims, now: Date, expiresAt: Date) {
  const [iat, exp] = [seconds(now), seconds(expiresAt)];
  return new SignJWT({ ...purpose, sub: String(claims.userId), jti: claims.sessionId, iat, exp })
    .setProtectedHeader({ alg: algorithm, kid: signing.keyId, typ })
    .sign(signing.key);
}

const mostRemembered = 5000; // tokens of about 300 bytes each

/**
 * Creates a verifier that caches valid tokens until they expire: a signature stays valid, and verifying it takes longer
 * than reading the session, which happens on every request anyway. It answers null when a token is not ours or was
 * tampered with, and "over" when it has expired.
 */
export function rememberingVerifier() {
  const known = new Map<string, TokenClaims & { expiresAt: number }>();
  return async (keys: SigningKeys, token: string, now: Date): Promise<TokenClaims | "over" | null> => {
    const before = known.get(token);
    if (before && before.expiresAt > seconds(now)) return before;
    known.delete(token);
    const claims = await verified(keys, token, now);
    if (claims === null || claims === "over") return claims;
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
      issuer: purpose.iss,
      audience: purpose.aud,
      typ,
      requiredClaims: ["exp", "sub", "jti"],
      currentDate: now,
    });
    const { sub = "", jti = "", exp: expiresAt = 0 } = payload;
    return isId(sub) && /^[0-9a-f]{32}$/.test(jti) ? { userId: Number(sub), sessionId: jti, expiresAt } : null;
  } catch (error) {
    return error instanceof errors.JWTExpired ? "over" : null; // every other kind of invalid token is the same to us
  }
}

function isId(text: string): boolean {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) < 2 ** 31;
}

function keyOf(keys: SigningKeys, keyId: string | undefined) {
  const known = keys.find((key) => key.keyId === keyId);
  if (!known) throw new Error("unknown key");
  return known.key;
}

function seconds(instant: Date): number {
  return Math.floor(instant.getTime() / 1000);
}
