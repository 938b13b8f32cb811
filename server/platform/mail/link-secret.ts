import { createHash, randomBytes } from "node:crypto";

/** Creates the secret of a link in an email: 256 random bits. */
export const newSecret = (): string => randomBytes(32).toString("base64url");

/** Puts a secret into a link's fragment, which browsers send to no server, so that no log or referrer has it. */
export const secretLink = (page: `/${string}`, secret: string): string => `${page}#${secret}`;

export const hashOf = (secret: string): Buffer => createHash("sha256").update(secret).digest();
