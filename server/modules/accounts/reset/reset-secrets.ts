import { createHash, randomBytes } from "node:crypto";

/** A link's secret, and what is kept of it. Whoever reads the database can neither open the link nor forge the cookie. */
export type ResetSecrets = { token: string; tokenHash: Buffer; proofHash: Buffer };

/** Makes the secrets of one link for one account. */
export function newResetSecrets(userId: number): ResetSecrets {
  const token = randomBytes(32).toString("base64url");
  return { token, tokenHash: sha256(token), proofHash: sha256(proofOf(token, userId)) };
}

/** What the cookie holds: made of link and account, so it is good for nothing else. */
export function proofOf(token: string, userId: number): string {
  return createHash("sha256").update(`reset proof of ${userId} by ${token}`).digest("base64url");
}

/** The hash that is kept of a secret. Of 256 random bits there is nothing to guess, so it need not be slow. */
export function sha256(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}
