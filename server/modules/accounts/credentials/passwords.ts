import { randomBytes } from "node:crypto";
import { ownMessages } from "#contract/messages.ts";
import { hash, verify } from "@node-rs/argon2";
import { refusalOf } from "#server/refusals/refusal.ts";
import { turnstile } from "#server/platform/turnstile.ts";

/** Argon2id with OWASP's parameters for one pass. */
const options = { algorithm: 2, memoryCost: 46 * 1024, timeCost: 1, parallelism: 1 } as const;

/**
 * Each hash takes 46 MiB and one of the four threads shared with files and signatures: two at once leave room for
 * these.
 */
const inTurn = turnstile({ atOnce: 2, queue: 100 });

/** Refuses a new password below the minimum length, a setting. Counted in characters, not in bytes. */
export function checkNewPassword(field: string, password: string, least: number): void {
  if (Array.from(password).length >= least) return;
  const reason = { kind: "password-too-short", least } as const;
  throw refusalOf([{ field, message: ownMessages.passwordTooShort(least), reason }]);
}

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, options));
}

/**
 * Whether the password matches the hash. Without a hash (an unknown name, or an account that cannot log in) it returns
 * false after the same time, so that timing does not reveal which names exist.
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

/** Computes the hash that unknown names are compared with, so that the first comparison does not take twice as long. */
export async function warmUpPasswords(): Promise<void> {
  await decoy();
}
