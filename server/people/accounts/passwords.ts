import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { type Reason, sentenceOf } from "#contract/wire/refusals.ts";
import { refusalOf, refusalOfField } from "#server/refusals/refusal.ts";
import { concurrencyLimit } from "#server/platform/concurrency-limit.ts";
import type { Database } from "#server/platform/database.ts";
import { wordList } from "#server/platform/word-list.ts";
import { passwordHashOf } from "./accounts.queries.ts";

/** Argon2id with OWASP's parameters for one pass. */
const options = { algorithm: 2, memoryCost: 46 * 1024, timeCost: 1, parallelism: 1 } as const;

/**
 * Each hash takes 46 MiB and one of the four threads shared with files and signatures: two at once leave room for
 * these.
 */
const inTurn = concurrencyLimit({ max: 2, maxQueued: 100 });

type PasswordRules = { minLength: number; names: readonly string[] };

/** Refuses a new password that is too short (in characters), too common, or made of names. */
export async function checkNewPassword(
  field: string,
  password: string,
  { minLength, names }: PasswordRules,
): Promise<void> {
  const refuse = (reason: Reason) => refusalOf([{ field, message: sentenceOf(reason), reason }]);
  if (Array.from(password).length < minLength) throw refuse({ kind: "password-too-short", min: minLength });
  if ((await commonPasswords()).has(password.toLowerCase())) throw refuse({ kind: "password-too-common" });
  if (isMadeOf(password, [...names, ...wordsOfEveryLibrary])) throw refuse({ kind: "password-of-names" });
}

const wordsOfEveryLibrary = ["Health Education Lending Library", "biblioteca", "school", "escuela"];

let common: Promise<ReadonlySet<string>> | undefined;

/** Loads tens of thousands of common passwords on first use. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= wordList("@zxcvbn-ts/language-common/src/passwords.json").then(
    (words) => new Set(words.map((word) => word.toLowerCase())),
  );
  return common;
}

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, options));
}

/**
 * Checks a password against a hash. Without a hash (an unknown name, or an account that can't log in) it takes just as
 * long, so that timing doesn't reveal which names exist.
 */
export async function isPassword(password: string, storedHash: string | null | undefined): Promise<boolean> {
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
export async function provePassword(db: Database, userId: number, password: string): Promise<string> {
  const storedHash = await passwordHashOf(db, userId);
  if (!(await isPassword(password, storedHash)) || !storedHash) throw wrongPassword();
  return storedHash;
}

export const wrongPassword = () => refusalOfField({ kind: "wrong-password" }, "password");

const minWordLength = 3;
const minRestLength = 5;

/** Checks whether a password is little more than names: "KingsRiver2026!" for the school "Kings River". */
export function isMadeOf(password: string, names: readonly string[]): boolean {
  const letters = plain(password);
  const words = names.flatMap((name) => [plain(name), ...name.split(/[^\p{L}\p{N}]+/u).map(plain)]);
  const longestFirst = words.filter((word) => word.length >= minWordLength).toSorted((a, b) => b.length - a.length);
  const rest = longestFirst.reduce((left, word) => left.replaceAll(word, ""), letters);
  return rest.length < letters.length && Array.from(rest).length < minRestLength;
}

/** Keeps letters and digits, without case and accents. */
function plain(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}
