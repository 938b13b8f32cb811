import { randomBytes } from "node:crypto";
import { ownMessages } from "#contract/wire/messages.ts";
import { hash, verify } from "@node-rs/argon2";
import type { Reason } from "#contract/wire/reasons.ts";
import { refusalOf, refusalOfField } from "#server/refusals/refusal.ts";
import { concurrencyLimit } from "#server/platform/concurrency-limit.ts";
import { wordList } from "#server/platform/word-list.ts";
import { isMadeOf } from "./password-words.rules.ts";
import { inTransaction, type Transaction } from "#server/platform/database.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import { namesAround, passwordHashOf, replacePasswordHash } from "./accounts.queries.ts";
import { mailboxOfUser, voidReset } from "./mailbox.queries.ts";
import { notifyMailbox } from "./mailbox.ts";
import { revokeOtherSessions } from "../sessions/session.queries.ts";

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
  const refuse = (reason: Reason, message: string) => refusalOf([{ field, message, reason }]);
  if (Array.from(password).length < minLength)
    throw refuse({ kind: "password-too-short", least: minLength }, ownMessages.passwordTooShort(minLength));
  if ((await commonPasswords()).has(password.toLowerCase()))
    throw refuse({ kind: "password-too-common" }, ownMessages.passwordTooCommon);
  if (isMadeOf(password, [...names, ...wordsOfEveryLibrary]))
    throw refuse({ kind: "password-of-names" }, ownMessages.passwordOfNames);
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
  const compared = storedHash ?? (await decoy());
  const matches = await inTurn(() => verify(compared, password));
  return matches && compared === storedHash;
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

/**
 * Changes the caller's password, ends their other sessions, and voids reset links. `also` runs in the same transaction.
 */
export async function changePassword(
  { db, clock, configuration }: ConfiguredParts<"passwordMinLength">,
  session: { userId: number; sessionId: string },
  { password, newPassword }: { password: string; newPassword: string },
  also: (tx: Transaction) => Promise<void> = async () => undefined,
): Promise<void> {
  const old = await passwordHashOf(db, session.userId);
  if (!(await isPassword(password, old)) || !old) throw wrongPassword();
  const names = await namesAround(db, session.userId);
  await checkNewPassword("newPassword", newPassword, { minLength: configuration.passwordMinLength, names });
  const replacement = await hashPassword(newPassword);
  await inTransaction(db, async (tx) => {
    // the account first: a concurrent login with the old password waits, and then fails
    if (!(await replacePasswordHash(tx, session.userId, old, replacement))) throw wrongPassword();
    await voidReset(tx, session.userId);
    await revokeOtherSessions(tx, session.userId, session.sessionId, clock.now());
    const mailbox = await mailboxOfUser(tx, session.userId);
    if (mailbox) await notifyMailbox(tx, "password changed", mailbox, clock.now());
    await also(tx);
  });
}

export const wrongPassword = () => refusalOfField({ kind: "wrong-password" }, "password");
