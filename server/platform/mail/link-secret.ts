import { createHash, randomBytes } from "node:crypto";

/** The secret of a link in an email: 256 random bits, which cannot be guessed. */
export const newSecret = (): string => randomBytes(32).toString("base64url");

export const hashOf = (secret: string): Buffer => createHash("sha256").update(secret).digest();
