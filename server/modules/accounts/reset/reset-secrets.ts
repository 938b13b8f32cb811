import { createHash, randomBytes } from "node:crypto";

/** A link's secret and its stored hash. Reading the database is not enough to open the link or forge the cookie. */
export type ResetSecrets = { token: string; tokenHash: Buffer; proofHash: Buffer };

export function newResetSecrets(userId: number): ResetSecrets {
  const token = randomBytes(32).toString("base64url");
  return { token, tokenHash: sha256(token), proofHash: sha256(proofOf(token, userId)) };
}

/** The cookie's value, derived from link and account, so that it fits nothing else. */
export function proofOf(token: string, userId: number): string {
  return createHash("sha256").update(`reset proof of ${userId} by ${token}`).digest("base64url");
}

/** The stored hash of a secret. 256 random bits cannot be guessed, so it need not be slow. */
export function sha256(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}
