import { ownMessages } from "#contract/messages.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { enqueueMail } from "#server/platform/mail/outbox.queries.ts";
import { type Actor, type AuditedAction, recordAudit, recordCommand } from "#server/platform/record-audit.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import type { Parts } from "#server/parts.ts";
import { accountOfName, passwordHashOf } from "../../accounts.queries.ts";
import { wrongPassword } from "../../change-password.ts";
import { isPassword } from "../../credentials/passwords.ts";
import { revokeOtherSessions } from "../../sessions/session.queries.ts";
import { findStaff, holdPassword } from "../staff.queries.ts";
import { hashOfRecoveryCode, newRecoveryCodes, stepOfCode } from "./codes.ts";
import { type SecondStepNews, secondStepLetter } from "./second-step-letters.ts";
import * as queries from "./second-step.queries.ts";
import { takeCode, wrongCode } from "./take-code.ts";

type Own = { userId: number; sessionId: string };

/** Turns the second step on, by the password and a code of the app that has the secret. Other sessions end. */
export async function turnOnSecondStep(
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
      if (!(await queries.storeSecondStep(tx, { userId, secret, step, at })))
        throw new Refusal({ kind: "second-step-on" });
      await revokeOtherSessions(tx, userId, sessionId, at);
      await tellAndRecord(tx, { userId, at }, { call: "POST Staff/TurnOnSecondStep", userId, news: "on" });
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

export async function turnOffSecondStep(
  parts: Parts,
  userId: number,
  { password, code }: { password: string; code: string },
): Promise<void> {
  const actor = { userId, at: parts.clock.now() };
  await withPassword(parts.db, userId, password, {
    check: () => takeCode(parts, userId, code),
    change: async (tx) => {
      await queries.deleteSecondStep(tx, userId);
      await tellAndRecord(tx, actor, { call: "POST Staff/TurnOffSecondStep", userId, news: "off" });
    },
  });
}

/** For a colleague who has lost the app and the recovery codes. */
export async function removeSecondStep({ db, clock }: Parts, callerId: number, userId: number): Promise<void> {
  if (callerId === userId) throw new Refusal({ kind: "own-account" }, { sentence: ownMessages.ownSecondStepStays });
  const actor = { userId: callerId, at: clock.now() };
  await inTransaction(db, async (tx) => {
    found(await findStaff(tx, userId));
    if (!(await queries.deleteSecondStep(tx, userId))) return; // pressed twice
    await tellAndRecord(tx, actor, { call: "POST Staff/RemoveSecondStep/{userId}", userId, news: "off" });
  });
}

/** The same from the command line, when there is no colleague; false when there is nothing to remove. */
export async function resetSecondStep(db: Database, { userName, at }: { userName: string; at: Date }) {
  return inTransaction(db, async (tx) => {
    const { user_id: userId = 0 } = (await accountOfName(tx, userName)) ?? {};
    if (!(await queries.deleteSecondStep(tx, userId))) return false;
    const { label } = await tell(tx, at, { userId, news: "off" });
    const done = { kind: "staff", subjectId: userId, label, ...changes.off } as const;
    await recordCommand(tx, at, { call: "npm run admin -- reset-second-step", ...done });
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

type Told = { call: AuditedAction["call"]; userId: number; news: SecondStepNews };

const changes: Record<SecondStepNews, Pick<AuditedAction, "before" | "after">> = {
  on: { before: { "Second step": false }, after: { "Second step": true } },
  off: { before: { "Second step": true }, after: { "Second step": false } },
  "new codes": { before: null, after: { "Recovery codes": "new" } },
};

async function tellAndRecord(tx: Transaction, actor: Actor, { call, userId, news }: Told): Promise<void> {
  const { label } = await tell(tx, actor.at, { userId, news });
  await recordAudit(tx, actor, { call, kind: "staff", subjectId: userId, label, ...changes[news] });
}

/** Tells the mailbox; gives the user name. */
async function tell(tx: Transaction, at: Date, { userId, news }: Omit<Told, "call">): Promise<{ label: string }> {
  const { user_name: label, name, email_address: address } = found(await findStaff(tx, userId));
  const letter = secondStepLetter(label, news);
  if (address !== "") await enqueueMail(tx, { kind: "staff-account", to: { name, address }, letter, at });
  return { label };
}
