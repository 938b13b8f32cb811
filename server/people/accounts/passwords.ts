import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import * as z from "zod";
import { type Password, passwordText } from "#contract/wire/text.ts";
import { type Reason, sentenceOf } from "#contract/wire/refusals.ts";
import { refusalOf, refusalOfField } from "#server/refusals/refusal.ts";
import { concurrencyLimit } from "#server/platform/concurrency-limit.ts";
import type { Database } from "#server/platform/database.ts";
import { passwordHashOf } from "./accounts.queries.ts";
import { isGuessable, type PasswordOwner } from "./guessable.ts";

/** Argon2id with OWASP's parameters for one pass. */
const options = { algorithm: 2, memoryCost: 46 * 1024, timeCost: 1, parallelism: 1 } as const;

/**
 * Each hash takes 46 MiB and one of the four threads shared with files and signatures: two at once leave room for
 * these.
 */
const inTurn = concurrencyLimit({ max: 2, maxQueued: 100 });

type PasswordRules = { minLength: number; owner: PasswordOwner };

/** Refuses a new password that is too short (in characters) or easy to guess. */
export async function checkNewPassword(
  field: string,
  password: Password,
  { minLength, owner }: PasswordRules,
): Promise<void> {
  const refuse = (reason: Reason) => refusalOf([{ field, message: sentenceOf(reason), reason }]);
  if (Array.from(password).length < minLength) throw refuse({ kind: "password-too-short", min: minLength });
  if (await isGuessable(password, owner)) throw refuse({ kind: "password-guessable" });
}

/** Returns a random password with 96 bits. */
export const newPassword = (): Password => z.parse(passwordText, randomBytes(12).toString("base64url"));

export function hashPassword(password: Password): Promise<string> {
  return inTurn(() => hash(password, options));
}

/**
 * Checks a password against a hash. Without a hash (an unknown name, or an account that can't log in) it takes just as
 * long, so that timing doesn't reveal which names exist.
 */
export async function isPassword(password: Password, storedHash: string | null | undefined): Promise<boolean> {
  const verifiedHash = storedHash ?? (await decoy());
  const matches = await inTurn(() => verify(verifiedHash, password));
  return matches && verifiedHash === storedHash;
}

let decoyHash: Promise<string> | undefined;

function decoy(): Promise<string> {
  decoyHash ??= hash(randomBytes(32), options);
  return decoyHash;
}

/** Computes the decoy hash ahead of the first login, which would otherwise take twice as long. */
export async function warmUpPasswords(): Promise<void> {
  await decoy();
}

/** Returns the hash of an account's current password, or refuses a wrong one. */
export async function provePassword(db: Database, userId: number, password: Password): Promise<string> {
  const storedHash = await passwordHashOf(db, userId);
  if (!(await isPassword(password, storedHash)) || !storedHash) throw wrongPassword();
  return storedHash;
}

export const wrongPassword = () => refusalOfField({ kind: "wrong-password" }, "password");
