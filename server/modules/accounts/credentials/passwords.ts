import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { turnstile } from "#server/platform/turnstile.ts";

/** Argon2id, as OWASP advises it for one pass. */
const options = { algorithm: 2, memoryCost: 46 * 1024, timeCost: 1, parallelism: 1 } as const;

/** Each takes 46 MiB and a thread of the four that files and signatures share: two at once leave room for these. */
const inTurn = turnstile({ atOnce: 2, queue: 100 });

/** Hashes a password for keeping. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, options));
}

/**
 * Whether this is the password of the hash. Without a hash (an unknown name, an account nobody may enter) the answer
 * is no and takes as long, so that the time does not tell which names exist.
 */
export async function isPassword(password: string, hashed: string | null | undefined): Promise<boolean> {
  const compared = hashed ?? (await decoy());
  const matches = await inTurn(() => verify(compared, password));
  return matches && compared === hashed;
}

let nobodysHash: Promise<string> | undefined;

function decoy(): Promise<string> {
  nobodysHash ??= hash(randomBytes(32), options);
  return nobodysHash;
}

/** Makes what an unknown name is compared with, so that the first one does not take twice as long. */
export async function warmUpPasswords(): Promise<void> {
  await decoy();
}
