import { createHash, randomBytes } from "node:crypto";

/** Creates the secret of a link in an email: 256 random bits. */
export const newSecret = (): string => randomBytes(32).toString("base64url");

export const hashOf = (secret: string): Buffer => createHash("sha256").update(secret).digest();
