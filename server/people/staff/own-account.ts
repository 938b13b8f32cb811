import { type ScanSignal, scanSignals } from "#contract/people/roles.ts";
import type { Proof } from "#contract/people/own-account.ts";
import type { Password } from "#contract/wire/text.ts";
import { inTransaction } from "#server/platform/database.ts";
import { type LoggedAction, recordActivity } from "#server/platform/record-activity.ts";
import { found } from "#server/refusals/http-error.ts";
import type { ConfiguredParts, Parts } from "#server/parts.ts";
import { changePassword } from "../accounts/new-passwords.ts";
import { revokeSessions } from "../sessions/session.queries.ts";
import { findStaff, updateStaff } from "./staff.queries.ts";
import { type KeyParts, takeCodeIfOn, withProof } from "./two-step.ts";
import { changeLetter, emailStaff } from "./staff-letters.ts";
import { voidReset } from "../accounts/mailbox.queries.ts";

type OwnSession = { userId: number; sessionId: string };

export async function changeStaffPassword(
  parts: ConfiguredParts<"passwordMinLength" | "secretKey">,
  session: OwnSession,
  { code, ...passwords }: Proof & { newPassword: Password },
): Promise<void> {
  const member = found(await findStaff(parts.db, session.userId));
  const actor = { userId: session.userId, at: parts.clock.now() };
  await changePassword(parts, session, passwords, async (tx) => {
    await takeCodeIfOn({ ...parts, db: tx }, session.userId, { code });
    await updateStaff(tx, session.userId, { has_first_password: false });
    await emailStaff(tx, member, changeLetter(member.userName, "password"), actor.at);
    await recordActivity(tx, actor, changeOf("POST Staff/ChangePassword", session.userId, member.userName, "Password"));
  });
}

/** Changes the address for resets, and ends the other sessions and open reset links. */
export async function changeStaffEmail(
  parts: KeyParts,
  { userId, sessionId }: OwnSession,
  { emailAddress, ...proof }: Proof & { emailAddress: string },
): Promise<void> {
  const actor = { userId, at: parts.clock.now() };
  await withProof(parts, { userId }, proof, async (tx) => {
    const { userName, emailAddress: before } = found(await findStaff(tx, userId));
    if (before === emailAddress) return; // saving the prefilled form must not end sessions
    await updateStaff(tx, userId, { email_address: emailAddress });
    await voidReset(tx, userId);
    await revokeSessions(tx, userId, actor.at, { except: sessionId });
    for (const address of new Set([before, emailAddress]))
      await emailStaff(tx, { emailAddress: address }, changeLetter(userName, "email"), actor.at);
    await recordActivity(tx, actor, changeOf("POST Staff/ChangeEmail", userId, userName, "Email address"));
  });
}

export async function changeStaffName({ db, clock }: Parts, userId: number, name: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { userName: label, name: before } = found(await findStaff(tx, userId));
    await updateStaff(tx, userId, { name });
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
    const { userName: label, scanSignals: before } = found(await findStaff(tx, userId));
    await updateStaff(tx, userId, { scan_signals: signals });
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

/** Leaves out the values, because all staff can read the activity log. */
function changeOf(call: LoggedAction["call"], subjectId: number, label: string, field: string): LoggedAction {
  return { call, kind: "staff", subjectId, label, before: null, after: { [field]: "changed" } };
}
