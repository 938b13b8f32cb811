import type { Proof } from "#contract/people/own-account.ts";
import type { Password } from "#contract/wire/text.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { type Actor, type LoggedAction, recordActivity, recordCommand } from "#server/platform/record-activity.ts";
import { found, HttpError } from "#server/refusals/http-error.ts";
import { Refusal, refusalOf, refusalOfField } from "#server/refusals/refusal.ts";
import type { ConfiguredParts, Parts } from "#server/parts.ts";
import { seal } from "#server/platform/secret-key/seal.ts";
import type { SecretKey } from "#server/platform/secret-key/secret-key.ts";
import { accountOfName } from "../accounts/accounts.queries.ts";
import { provePassword, wrongPassword } from "../accounts/passwords.ts";
import { revokeSessions } from "../sessions/session.queries.ts";
import * as queries from "./staff.queries.ts";
import { findStaff, lockActiveStaff, lockPassword, secretOf, useRecoveryCode, useStep } from "./staff.queries.ts";
import { changeLetter, emailStaff, type StaffChange } from "./staff-letters.ts";
import { createHash, randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";

export type KeyParts = ConfiguredParts<"secretKey">;
type OwnSession = { userId: number; sessionId: string };

export async function turnOnTwoStep(
  { db, clock }: Parts,
  { userId, sessionId }: OwnSession,
  { password, code, secret }: { password: Password; code: string; secret: string },
): Promise<string[]> {
  const at = clock.now();
  return withPassword(db, { userId }, password, async (tx) => {
    const step = stepOfCode(secret, code.replace(/[\s-]/g, ""), at);
    if (step === null) throw wrongCode();
    const sealed = await sealSecret(tx, userId, secret);
    if (!(await queries.storeTwoStep(tx, { userId, secret: sealed, step, at })))
      throw new Refusal({ kind: "two-step-on" });
    await revokeSessions(tx, userId, at, { except: sessionId });
    await emailAndRecord(tx, { userId, at }, { call: "POST Staff/TurnOnTwoStep", userId, event: "two-step on" });
    return storeNewCodes(tx, userId);
  });
}

export async function remakeRecoveryCodes(parts: KeyParts, userId: number, proof: Proof): Promise<string[]> {
  const actor = { userId, at: parts.clock.now() };
  return withProof(parts, { userId }, proof, async (tx) => {
    await emailAndRecord(tx, actor, { call: "POST Staff/NewRecoveryCodes", userId, event: "new codes" });
    return storeNewCodes(tx, userId);
  });
}

export async function turnOffTwoStep(parts: KeyParts, userId: number, proof: Proof): Promise<void> {
  const actor = { userId, at: parts.clock.now() };
  await withProof(parts, { userId }, proof, async (tx) => {
    if (!(await queries.deleteTwoStep(tx, userId))) throw wrongCode();
    await emailAndRecord(tx, actor, { call: "POST Staff/TurnOffTwoStep", userId, event: "two-step off" });
  });
}

export async function removeTwoStep(
  parts: KeyParts,
  callerId: number,
  { userId, ...proof }: Proof & { userId: number },
) {
  if (callerId === userId) throw new Refusal({ kind: "own-account" }, { sentence: ownMessages.ownTwoStepStays });
  const actor = { userId: callerId, at: parts.clock.now() };
  await withProof(parts, { userId: callerId, isForColleague: true }, proof, async (tx) => {
    found(await findStaff(tx, userId));
    if (!(await queries.deleteTwoStep(tx, userId))) return; // a repeated request
    await emailAndRecord(tx, actor, { call: "POST Staff/RemoveTwoStep/{userId}", userId, event: "two-step off" });
  });
}

/** Removes two-step verification from the command line; returns false if it was off. */
export async function resetTwoStep(db: Database, { userName, at }: { userName: string; at: Date }) {
  return inTransaction(db, async (tx) => {
    const { user_id: userId = 0 } = (await accountOfName(tx, userName)) ?? {};
    if (!(await queries.deleteTwoStep(tx, userId))) return false;
    const label = await emailOwner(tx, at, userId, "two-step off");
    const entry = { kind: "staff", subjectId: userId, label, ...changes["two-step off"] } as const;
    await recordCommand(tx, at, { call: "npm run admin -- reset-two-step", ...entry });
    return true;
  });
}

/**
 * `isForColleague`: a manager changes a colleague's account. Such changes take turns, because two managers changing
 * each other's accounts would deadlock.
 */
type Prover = { userId: number; isForColleague?: true };

/** Runs a change if the password is right, and locks the password until it is done. */
async function withPassword<Result>(
  db: Database,
  { userId, isForColleague }: Prover,
  password: Password,
  change: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const hash = await provePassword(db, userId, password);
  return inTransaction(db, async (tx) => {
    if (isForColleague && !(await lockActiveStaff(tx, userId)).isManager) throw new HttpError(401);
    if (!(await lockPassword(tx, userId, hash))) throw wrongPassword();
    return change(tx);
  });
}

/** Runs a change if the caller proves that they own the account. A refused change doesn't use up the code. */
export async function withProof<Result>(
  parts: KeyParts,
  prover: Prover,
  proof: Proof,
  change: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return withPassword(parts.db, prover, proof.password, async (tx) => {
    await takeCodeIfOn({ ...parts, db: tx }, prover.userId, proof);
    return change(tx);
  });
}

/** Uses up a code if the account has two-step verification; refuses a missing or wrong one. */
export async function takeCodeIfOn(parts: KeyParts, userId: number, { code }: Pick<Proof, "code">): Promise<void> {
  if (!(await findStaff(parts.db, userId))?.hasTwoStep) return;
  if (!code) throw refusalOf([{ field: "code", message: ownMessages.codeRequired }]);
  await takeCode(parts, userId, code);
}

async function storeNewCodes(tx: Transaction, userId: number): Promise<string[]> {
  const codes = newRecoveryCodes();
  const isStored = await queries.replaceRecoveryCodes(tx, userId, codes.map(hashOfRecoveryCode));
  return found(isStored ? codes : undefined);
}

type TwoStepEvent = { call: LoggedAction["call"]; userId: number; event: TwoStepChange };
type TwoStepChange = Exclude<StaffChange, "password" | "email">;

const changes: Record<TwoStepChange, Pick<LoggedAction, "before" | "after">> = {
  "two-step on": { before: { "Two-step verification": false }, after: { "Two-step verification": true } },
  "two-step off": { before: { "Two-step verification": true }, after: { "Two-step verification": false } },
  "new codes": { before: null, after: { "Recovery codes": "new" } },
};

async function emailAndRecord(tx: Transaction, actor: Actor, { call, userId, event }: TwoStepEvent): Promise<void> {
  const label = await emailOwner(tx, actor.at, userId, event);
  await recordActivity(tx, actor, { call, kind: "staff", subjectId: userId, label, ...changes[event] });
}

/** Emails the owner; returns the user name. */
async function emailOwner(tx: Transaction, at: Date, userId: number, event: TwoStepChange): Promise<string> {
  const member = found(await findStaff(tx, userId));
  await emailStaff(tx, member, changeLetter(member.userName, event), at);
  return member.userName;
}

/**
 * Uses up a code from the app, or a recovery code; each works once. Refuses any other. Without the secret key, such as
 * after a restore, only recovery codes work.
 */
export async function takeCode({ db, clock, configuration }: KeyParts, userId: number, input: string): Promise<void> {
  const now = clock.now();
  const sealed = await secretOf(db, userId);
  if (sealed === undefined) throw wrongCode();
  const code = input.replace(/[\s-]/g, "");
  const secret = await openSecret(configuration.secretKey, userId, sealed, now);
  const step = secret === undefined ? null : stepOfCode(secret, code, now);
  const isValid =
    step === null ? await useRecoveryCode(db, userId, hashOfRecoveryCode(code)) : await useStep(db, userId, step);
  if (!isValid) throw secret === undefined ? unreadable() : wrongCode();
}

/** Encrypts an authenticator secret with its owner's id, so that nobody can swap in someone else's. */
const sealSecret = (tx: Transaction, userId: number, secret: string) => seal(tx, `${userId} ${secret}`);

async function openSecret(key: SecretKey, userId: number, sealed: string, now: Date): Promise<string | undefined> {
  const [owner, secret] = (await key.open(sealed, now))?.split(" ") ?? [];
  return owner === String(userId) ? secret : undefined;
}

/** Encrypts every readable authenticator secret with this key. */
export async function resealSecrets(tx: Transaction, secretKey: SecretKey, keyId: string, now: Date): Promise<void> {
  for (const { userId, secret: sealed } of await queries.secretsOfOtherKeys(tx, keyId)) {
    const secret = await openSecret(secretKey, userId, sealed, now);
    if (secret !== undefined) await queries.replaceSecret(tx, userId, await sealSecret(tx, userId, secret));
  }
}

function unreadable(): Refusal {
  const sentence =
    "The library was restored from a backup, so it can’t check codes from your app. Use a recovery code, or ask a manager to turn off your two-step verification.";
  return new Refusal({ kind: "wrong-code" }, { sentence, errors: [{ field: "code", message: sentence }] });
}

const wrongCode = () => refusalOfField({ kind: "wrong-code" }, "code");

const period = 30; // seconds that an app shows a code

/** Makes a secret for an authenticator app, and the address of its QR code, which names the library in the app's list. */
export async function newTwoStep({ db, configuration }: ConfiguredParts<"publicUrl">, userId: number) {
  const { userName: label } = found(await findStaff(db, userId));
  const secret = base32(20);
  const issuer = new URL(configuration.publicUrl).hostname;
  return { secret, address: new TOTP({ issuer, label, secret, period }).toString() };
}

/** Returns the time step of a code: the current, previous, or next one. Returns null for a wrong code. */
function stepOfCode(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const timestamp = now.getTime();
  const delta = new TOTP({ secret, period }).validate({ token: code, timestamp, window: 1 });
  return delta === null ? null : Math.floor(timestamp / 1000 / period) + delta;
}

/** Makes ten codes of 120 bits, in groups to write down: "ABCD-EFGH-…". */
function newRecoveryCodes(): string[] {
  return Array.from({ length: 10 }, () => base32(15).replace(/.{4}(?=.)/g, "$&-"));
}

/** Hashes a recovery code however it was typed: base32 has no 0, 1, or 8, so these stand for letters. */
function hashOfRecoveryCode(code: string): Buffer {
  const letters = code.toUpperCase().replaceAll("0", "O").replaceAll("1", "I").replaceAll("8", "B");
  return createHash("sha256")
    .update(letters.replace(/[^A-Z2-7]/g, ""))
    .digest();
}

const base32 = (bytes: number) => new Secret({ buffer: new Uint8Array(randomBytes(bytes)).buffer }).base32;
