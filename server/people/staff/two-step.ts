import { ownMessages } from "#contract/wire/messages.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { enqueueMail } from "#server/platform/mail/outbox.queries.ts";
import { type Actor, type LoggedAction, recordActivity, recordCommand } from "#server/platform/record-activity.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal, refusalOfField } from "#server/refusals/refusal.ts";
import type { ConfiguredParts, Parts } from "#server/parts.ts";
import { accountOfName, type AccountRow, passwordHashOf } from "../accounts/accounts.queries.ts";
import { isPassword, wrongPassword } from "../accounts/passwords.ts";
import { revokeOtherSessions } from "../sessions/session.queries.ts";
import * as queries from "./staff.queries.ts";
import { findStaff, holdPassword, secretOf, takeRecoveryCode, takeStep } from "./staff.queries.ts";
import { twoStepLetter, type TwoStepNews } from "./staff-letters.ts";
import { createHash, randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { signingKeys } from "../sessions/signing-keys.ts";
import { sha256 } from "../accounts/reset.ts";
import { readFirstStep, signFirstStep } from "../sessions/tokens.ts";

type Own = { userId: number; sessionId: string };

export async function turnOnTwoStep(
  parts: Parts,
  { userId, sessionId }: Own,
  { password, code, secret }: { password: string; code: string; secret: string },
): Promise<string[]> {
  const at = parts.clock.now();
  return withPassword(parts.db, userId, password, {
    check: async () => {
      const step = stepOfCode(secret, code.replace(/[\s-]/g, ""), at);
      if (step === null) throw wrongCode();
      return step;
    },
    change: async (tx, step) => {
      if (!(await queries.storeTwoStep(tx, { userId, secret, step, at }))) throw new Refusal({ kind: "two-step-on" });
      await revokeOtherSessions(tx, userId, sessionId, at);
      await tellAndRecord(tx, { userId, at }, { call: "POST Staff/TurnOnTwoStep", userId, news: "on" });
      return storeNewCodes(tx, userId);
    },
  });
}

/** Ten new recovery codes; the ones of before are void. */
export async function remakeRecoveryCodes({ db, clock }: Parts, userId: number, password: string): Promise<string[]> {
  const actor = { userId, at: clock.now() };
  return withPassword(db, userId, password, {
    check: async () => undefined,
    change: async (tx) => {
      await tellAndRecord(tx, actor, { call: "POST Staff/NewRecoveryCodes", userId, news: "new codes" });
      return storeNewCodes(tx, userId);
    },
  });
}

export async function turnOffTwoStep(
  parts: Parts,
  userId: number,
  { password, code }: { password: string; code: string },
): Promise<void> {
  const actor = { userId, at: parts.clock.now() };
  await withPassword(parts.db, userId, password, {
    check: () => takeCode(parts, userId, code),
    change: async (tx) => {
      await queries.deleteTwoStep(tx, userId);
      await tellAndRecord(tx, actor, { call: "POST Staff/TurnOffTwoStep", userId, news: "off" });
    },
  });
}

export async function removeTwoStep({ db, clock }: Parts, callerId: number, userId: number): Promise<void> {
  if (callerId === userId) throw new Refusal({ kind: "own-account" }, { sentence: ownMessages.ownTwoStepStays });
  const actor = { userId: callerId, at: clock.now() };
  await inTransaction(db, async (tx) => {
    found(await findStaff(tx, userId));
    if (!(await queries.deleteTwoStep(tx, userId))) return; // pressed twice
    await tellAndRecord(tx, actor, { call: "POST Staff/RemoveTwoStep/{userId}", userId, news: "off" });
  });
}

/** The same from the command line, when there is no colleague; false when there is nothing to remove. */
export async function resetTwoStep(db: Database, { userName, at }: { userName: string; at: Date }) {
  return inTransaction(db, async (tx) => {
    const { user_id: userId = 0 } = (await accountOfName(tx, userName)) ?? {};
    if (!(await queries.deleteTwoStep(tx, userId))) return false;
    const { label } = await tell(tx, at, { userId, news: "off" });
    const done = { kind: "staff", subjectId: userId, label, ...changes.off } as const;
    await recordCommand(tx, at, { call: "npm run admin -- reset-two-step", ...done });
    return true;
  });
}

type Change<Checked, Done> = {
  /** What else must be right, after the password. */
  check: () => Promise<Checked>;
  change: (tx: Transaction, checked: Checked) => Promise<Done>;
};

/** Changes an account of which the password is right, and stays so until it is done. */
async function withPassword<Checked, Done>(
  db: Database,
  userId: number,
  password: string,
  { check, change }: Change<Checked, Done>,
): Promise<Done> {
  const hash = await passwordHashOf(db, userId);
  if (!(await isPassword(password, hash)) || !hash) throw wrongPassword();
  const checked = await check();
  return inTransaction(db, async (tx) => {
    if (!(await holdPassword(tx, userId, hash))) throw wrongPassword();
    return change(tx, checked);
  });
}

async function storeNewCodes(tx: Transaction, userId: number): Promise<string[]> {
  const codes = newRecoveryCodes();
  const isStored = await queries.replaceRecoveryCodes(tx, userId, codes.map(hashOfRecoveryCode));
  return found(isStored ? codes : undefined);
}

type Told = { call: LoggedAction["call"]; userId: number; news: TwoStepNews };

const changes: Record<TwoStepNews, Pick<LoggedAction, "before" | "after">> = {
  on: { before: { "Second step": false }, after: { "Second step": true } },
  off: { before: { "Second step": true }, after: { "Second step": false } },
  "new codes": { before: null, after: { "Recovery codes": "new" } },
};

async function tellAndRecord(tx: Transaction, actor: Actor, { call, userId, news }: Told): Promise<void> {
  const { label } = await tell(tx, actor.at, { userId, news });
  await recordActivity(tx, actor, { call, kind: "staff", subjectId: userId, label, ...changes[news] });
}

/** Tells the mailbox; gives the user name. */
async function tell(tx: Transaction, at: Date, { userId, news }: Omit<Told, "call">): Promise<{ label: string }> {
  const { user_name: label, name, email_address: address } = found(await findStaff(tx, userId));
  const letter = twoStepLetter(label, news);
  if (address !== "") await enqueueMail(tx, { kind: "staff-account", to: { name, address }, letter, at });
  return { label };
}

/** Uses up a code of the account's app, or one of its recovery codes: each is good once. Refuses any other. */
export async function takeCode({ db, clock }: Parts, userId: number, typed: string): Promise<void> {
  const secret = await secretOf(db, userId);
  if (secret === undefined) throw wrongCode();
  const code = typed.replace(/[\s-]/g, "");
  const step = stepOfCode(secret, code, clock.now());
  const isTaken =
    step === null ? await takeRecoveryCode(db, userId, hashOfRecoveryCode(code)) : await takeStep(db, userId, step);
  if (!isTaken) throw wrongCode();
}

const wrongCode = () => refusalOfField({ kind: "wrong-code" }, "code");

const period = 30; // seconds that an app shows a code

export const newSecret = (): string => base32(20);

/** What an authenticator app reads from its QR code; the issuer names the library in the app's list. */
export function appAddress(secret: string, { issuer, userName }: { issuer: string; userName: string }): string {
  return new TOTP({ issuer, label: userName, secret, period }).toString();
}

/** The time step that a code belongs to: this one, or the one before or after; null for a wrong code. */
function stepOfCode(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const timestamp = now.getTime();
  const delta = new TOTP({ secret, period }).validate({ token: code, timestamp, window: 1 });
  return delta === null ? null : Math.floor(timestamp / 1000 / period) + delta;
}

/** Ten codes of 120 bits in groups to write down: "ABCD-EFGH-…". */
function newRecoveryCodes(): string[] {
  return Array.from({ length: 10 }, () => base32(15).replace(/.{4}(?=.)/g, "$&-"));
}

/** A recovery code as it is stored, however it was typed. Base32 has none of the digits that look like letters. */
function hashOfRecoveryCode(code: string): Buffer {
  const letters = code.toUpperCase().replaceAll("0", "O").replaceAll("1", "I").replaceAll("8", "B");
  return createHash("sha256")
    .update(letters.replace(/[^A-Z2-7]/g, ""))
    .digest();
}

const base32 = (bytes: number) => new Secret({ buffer: new Uint8Array(randomBytes(bytes)).buffer }).base32;

const patience = 5 * 60_000; // ms, to find the phone and unlock it

export type FirstSteps = ReturnType<typeof createFirstSteps>;

/** What leads from the first step of a login to the second: a token for this account and this password. */
export function createFirstSteps({ db, clock, configuration }: ConfiguredParts<"tokenKeys">) {
  const keys = signingKeys({ db, clock, configuration });
  return {
    askForCode: async ({ user_name: userName, password_hash: hash }: AccountRow): Promise<Refusal> => {
      const now = clock.now();
      const times = { now, expiresAt: new Date(now.getTime() + patience) };
      const token = await signFirstStep(await keys(), { userName, mark: markOf(hash) }, times);
      return new Refusal({ kind: "code-required", token });
    },
    /** Whose password was right; refused when that is long ago, or the password was changed since. */
    accountOf: async (token: string): Promise<AccountRow> => {
      const proven = await readFirstStep(await keys(), token, clock.now());
      const account = proven && (await accountOfName(db, proven.userName));
      if (!account?.has_two_step || markOf(account.password_hash) !== proven?.mark)
        throw new Refusal({ kind: "login-expired" });
      return account;
    },
  };
}

/** Of a hash with a random salt, so it tells nothing; null, for a disabled account, is no one's. */
const markOf = (passwordHash: string | null) =>
  passwordHash === null ? "" : sha256(passwordHash).toString("base64url");
