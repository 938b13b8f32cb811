import { type ScanSignal, scanSignals } from "#contract/people/roles.ts";
import { inTransaction, type Transaction } from "#server/platform/database.ts";
import { enqueueMail } from "#server/platform/mail/outbox.queries.ts";
import type { Letter } from "#server/platform/mail/letter/letter.ts";
import { type LoggedAction, recordActivity } from "#server/platform/record-activity.ts";
import { found } from "#server/refusals/http-error.ts";
import type { ConfiguredParts, Parts } from "#server/parts.ts";
import { passwordHashOf } from "../accounts/accounts.queries.ts";
import { changePassword, isPassword, wrongPassword } from "../accounts/passwords.ts";
import { revokeOtherSessions } from "../sessions/session.queries.ts";
import {
  findStaff,
  lockPassword,
  markPasswordChosen,
  setEmailAddress,
  setName,
  setScanSignals,
} from "./staff.queries.ts";
import { emailChangedLetter, passwordChangedLetter } from "./staff-letters.ts";
import { voidReset } from "../accounts/mailbox.queries.ts";

type OwnSession = { userId: number; sessionId: string };

export async function changeStaffPassword(
  parts: ConfiguredParts<"passwordMinLength">,
  session: OwnSession,
  passwords: { password: string; newPassword: string },
): Promise<void> {
  const { user_name: userName, email_address: address, name } = found(await findStaff(parts.db, session.userId));
  const actor = { userId: session.userId, at: parts.clock.now() };
  await changePassword(parts, session, passwords, async (tx) => {
    await markPasswordChosen(tx, session.userId);
    await emailStaff(tx, { name, address }, passwordChangedLetter(userName), actor.at);
    await recordActivity(tx, actor, changeOf("POST Staff/ChangePassword", session.userId, userName, "Password"));
  });
}

/** Changes the address for resets, and ends the other sessions and open reset links. */
export async function changeStaffEmail(
  { db, clock }: Parts,
  session: OwnSession,
  { password, emailAddress }: { password: string; emailAddress: string },
): Promise<void> {
  const { userId } = session;
  const hash = await passwordHashOf(db, userId);
  if (!(await isPassword(password, hash)) || !hash) throw wrongPassword();
  const actor = { userId, at: clock.now() };
  await inTransaction(db, async (tx) => {
    if (!(await lockPassword(tx, userId, hash))) throw wrongPassword();
    const { user_name: userName, name, email_address: before } = found(await findStaff(tx, userId));
    if (before === emailAddress) return; // saving the prefilled form must not end sessions
    await setEmailAddress(tx, userId, emailAddress);
    await voidReset(tx, userId);
    await revokeOtherSessions(tx, userId, session.sessionId, actor.at);
    for (const address of new Set([before, emailAddress]))
      await emailStaff(tx, { name, address }, emailChangedLetter(userName), actor.at);
    await recordActivity(tx, actor, changeOf("POST Staff/ChangeEmail", userId, userName, "Email address"));
  });
}

export async function changeStaffName({ db, clock }: Parts, userId: number, name: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { user_name: label, name: before } = found(await findStaff(tx, userId));
    await setName(tx, userId, name);
    const change = {
      kind: "staff",
      subjectId: userId,
      label,
      before: { Name: before },
      after: { Name: name },
    } as const;
    await recordActivity(tx, { userId, at: clock.now() }, { call: "POST Staff/ChangeName", ...change });
  });
}

export async function changeScanSignals(
  { db, clock }: Parts,
  userId: number,
  selection: readonly ScanSignal[],
): Promise<void> {
  const signals = scanSignals.filter((signal) => selection.includes(signal));
  await inTransaction(db, async (tx) => {
    const { user_name: label, scan_signals: before } = found(await findStaff(tx, userId));
    await setScanSignals(tx, userId, signals);
    const change = {
      kind: "staff",
      subjectId: userId,
      label,
      before: { Scans: scansOf(before) },
      after: { Scans: scansOf(signals) },
    } as const;
    await recordActivity(tx, { userId, at: clock.now() }, { call: "POST Staff/ChangeScanSignals", ...change });
  });
}

const scansOf = (signals: readonly ScanSignal[]) => signals.join(" and ") || "silent";

async function emailStaff(
  tx: Transaction,
  to: { name: string; address: string },
  letter: Letter,
  at: Date,
): Promise<void> {
  if (to.address !== "") await enqueueMail(tx, { kind: "staff-account", to, letter, at });
}

/** Leaves out the values, because all staff can read the activity log. */
function changeOf(call: LoggedAction["call"], subjectId: number, label: string, field: string): LoggedAction {
  return { call, kind: "staff", subjectId, label, before: null, after: { [field]: "changed" } };
}
