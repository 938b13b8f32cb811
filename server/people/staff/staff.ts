import { ownMessages } from "#contract/wire/messages.ts";
import type { StaffRole } from "#contract/people/roles.ts";
import { inTransaction } from "#server/platform/database.ts";
import { hashOf, newSecret } from "#server/platform/mail/link-secret.ts";
import { enqueueMail } from "#server/platform/mail/outbox.queries.ts";
import { type Actor, type LoggedAction, nameOf, recordActivity } from "#server/platform/record-activity.ts";
import { found, HttpError } from "#server/refusals/http-error.ts";
import { Refusal, refusalOfField } from "#server/refusals/refusal.ts";
import type { ConfiguredParts, Parts } from "#server/parts.ts";
import {
  countRecoveryCodes,
  deleteInvitation,
  everyStaff,
  findStaff,
  insertStaff,
  invitationOf,
  lockActiveStaff,
  openInvitations,
  setDisabled,
  staffSessions,
  storeInvitation,
  updateStaff,
  useInvitation,
} from "./staff.queries.ts";
import { invitationLetter } from "./staff-letters.ts";
import type { Received } from "#contract/wire/endpoint.ts";
import type { OwnAccount, Proof } from "#contract/people/own-account.ts";
import type { acceptInvitation as declaration, Invitation, StaffMember } from "#contract/people/staff.ts";
import { checkNewPassword, hashPassword } from "../accounts/passwords.ts";
import { type KeyParts, withProof } from "./two-step.ts";
import { revokeSessions } from "../sessions/session.queries.ts";
import { newPasswordOwner } from "../accounts/accounts.queries.ts";
import { voidReset } from "../accounts/mailbox.queries.ts";

const invitationDays = 7;

/** Emails an invitation; an earlier link to the same address no longer works. */
export async function inviteStaff(
  parts: KeyParts,
  invitedBy: number,
  { emailAddress: address, role, ...proof }: Proof & { emailAddress: string; role: StaffRole },
): Promise<number> {
  const at = parts.clock.now();
  const expiresAt = new Date(at.getTime() + invitationDays * 24 * 60 * 60_000);
  const token = newSecret();
  return withProof(parts, { userId: invitedBy, isForColleague: true }, proof, async (tx) => {
    const id = await storeInvitation(tx, { address, role, tokenHash: hashOf(token), invitedBy, at, expiresAt });
    const letter = invitationLetter({ token, invitedBy: await nameOf(tx, invitedBy), days: invitationDays });
    const to = { borrowerId: null, address };
    const isEnqueued = await enqueueMail(tx, { kind: "staff-invitation", to, letter, at, expiresAt });
    // staff turned these emails off; the transaction rolls back
    if (!isEnqueued) throw new Refusal({ kind: "invalid" }, { sentence: ownMessages.invitationsOff });
    const action = { call: "POST Staff/Invite", kind: "staff", subjectId: null, label: `Invitation ${id}` } as const;
    await recordActivity(
      tx,
      { userId: invitedBy, at },
      { ...action, before: null, after: { Invitation: "sent", Role: role } },
    );
    return id;
  });
}

export async function withdrawInvitation({ db, clock }: Parts, userId: number, invitationId: number): Promise<void> {
  const actor: Actor = { userId, at: clock.now() };
  await inTransaction(db, async (tx) => {
    found(await deleteInvitation(tx, invitationId));
    const call = "POST Staff/WithdrawInvitation/{id}";
    const label = `Invitation ${invitationId}`;
    const after = { Invitation: "withdrawn" };
    await recordActivity(tx, actor, {
      call,
      kind: "staff",
      subjectId: null,
      label,
      before: { Invitation: "sent" },
      after,
    });
  });
}

/** Returns the email address of an invitation. Refused if it was used, withdrawn, or expired. */
export async function checkInvitation({ db, clock }: Parts, token: string): Promise<string> {
  const invitation = await invitationOf(db, hashOf(token), clock.now());
  if (!invitation) throw linkExpired();
  return invitation.email_address;
}

/** Creates the account of an invitation, once. */
export async function acceptInvitation(
  parts: ConfiguredParts<"passwordMinLength">,
  { token, name, userName, password }: Received<typeof declaration>["body"],
): Promise<void> {
  const { db, clock, configuration } = parts;
  // before the expensive hash, which must not be triggered without a link
  await checkInvitation(parts, token);
  const owner = await newPasswordOwner(db, { names: [userName, name], isStaff: true });
  await checkNewPassword("password", password, { minLength: configuration.passwordMinLength, owner });
  const passwordHash = await hashPassword(password);
  const at = clock.now();
  await inTransaction(db, async (tx) => {
    const invitation = await useInvitation(tx, hashOf(token), at);
    if (!invitation) throw linkExpired();
    const { email_address: address, role } = invitation;
    const account = { userName, passwordHash, name, address, role, hasFirstPassword: false, at };
    const userId = await insertStaff(tx, account);
    if (userId === undefined) throw refusalOfField({ kind: "taken", what: "user name" }, "userName");
    const call = "POST Staff/AcceptInvitation";
    const after = { "User name": userName, Invitation: String(invitation.invitation_id) };
    await recordActivity(
      tx,
      { userId, at },
      { call, kind: "staff", subjectId: userId, label: userName, before: null, after },
    );
  });
}

const linkExpired = () => new Refusal({ kind: "link-expired", link: "invitation" });

/**
 * Changes a colleague's role and ends their sessions, so that their screens update. Refuses the caller's own role, so
 * that a manager always remains, even when two demote each other at the same moment.
 */
export async function changeRole(
  parts: KeyParts,
  callerId: number,
  { userId, role, ...proof }: Proof & { userId: number; role: StaffRole },
): Promise<void> {
  if (userId === callerId) throw new Refusal({ kind: "own-account" });
  const at = parts.clock.now();
  await withProof(parts, { userId: callerId, isForColleague: true }, proof, async (tx) => {
    const { userName: label, role: before } = found(await findStaff(tx, userId));
    if (before === role) return; // a repeated request
    await updateStaff(tx, userId, { role });
    await revokeSessions(tx, userId, at);
    const call = "POST Staff/ChangeRole/{userId}";
    const change = {
      kind: "staff",
      subjectId: userId,
      label,
      before: { Role: before },
      after: { Role: role },
    } as const;
    await recordActivity(tx, { userId: callerId, at }, { call, ...change });
  });
}

/**
 * Disables an account and ends its sessions. Only an active manager can disable others, and no one themselves, so that
 * a manager always remains, even when two disable each other at the same moment.
 */
export async function disableStaff({ db, clock }: Parts, callerId: number, userId: number): Promise<void> {
  if (userId === callerId) throw new Refusal({ kind: "own-account" });
  const at = clock.now();
  await inTransaction(db, async (tx) => {
    if (!(await lockActiveStaff(tx, callerId)).isManager) throw new HttpError(401);
    const { userName: label, isDisabled } = found(await findStaff(tx, userId));
    if (isDisabled) return; // a repeated request
    // the account before its sessions: a concurrent login waits, and then fails
    await setDisabled(tx, userId, at);
    await revokeSessions(tx, userId, at);
    await voidReset(tx, userId);
    await recordActivity(tx, { userId: callerId, at }, changeOf("POST Staff/Disable/{userId}", userId, label, true));
  });
}

export async function enableStaff(
  parts: KeyParts,
  callerId: number,
  { userId, ...proof }: Proof & { userId: number },
): Promise<void> {
  const at = parts.clock.now();
  await withProof(parts, { userId: callerId, isForColleague: true }, proof, async (tx) => {
    const { userName: label, isDisabled } = found(await findStaff(tx, userId));
    if (!isDisabled) return;
    await setDisabled(tx, userId, null);
    await recordActivity(tx, { userId: callerId, at }, changeOf("POST Staff/Enable/{userId}", userId, label, false));
  });
}

function changeOf(call: LoggedAction["call"], subjectId: number, label: string, isDisabled: boolean): LoggedAction {
  return { call, kind: "staff", subjectId, label, before: { Disabled: !isDisabled }, after: { Disabled: isDisabled } };
}

/**
 * Ends one session of staff, or all of them, except the caller's own. Throws 404 for a session that has already ended,
 * and for a colleague's, which only a manager may end.
 */
export async function endStaffSessions(
  { db, clock }: Parts,
  caller: Caller & { role: StaffRole | null },
  { userId, sessionNumber: number }: { userId: number; sessionNumber?: number },
): Promise<void> {
  if (userId !== caller.userId && caller.role !== "manager") throw new HttpError(404);
  const at = clock.now();
  await inTransaction(db, async (tx) => {
    const { userName: label } = found(await findStaff(tx, userId));
    const except = caller.sessionId;
    const count = await revokeSessions(tx, userId, at, number === undefined ? { except } : { except, number });
    if (number !== undefined && count === 0) throw new HttpError(404);
    await recordActivity(
      tx,
      { userId: caller.userId, at },
      {
        call:
          number === undefined ? "POST Staff/EndSessions/{userId}" : "POST Staff/EndSession/{userId}/{sessionNumber}",
        kind: "staff",
        subjectId: userId,
        label,
        before: null,
        after: { "Sessions ended": count },
      },
    );
  });
}

type Caller = { userId: number; sessionId: string };

/** Returns all staff with their live sessions, and the open invitations. */
export async function listStaff(
  parts: ConfiguredParts<"idleMinutes">,
  caller: Caller,
): Promise<{ staff: StaffMember[]; invitations: Invitation[] }> {
  const [staff, invitations] = await Promise.all([everyStaff(parts.db), openInvitations(parts.db, parts.clock.now())]);
  const userIds = staff.map(({ userId }) => userId);
  const sessions = await liveSessions(parts, userIds, caller.sessionId);
  const withSessions = staff.map((member) => {
    return { ...member, isSelf: member.userId === caller.userId, sessions: sessions.get(member.userId) ?? [] };
  });
  return { staff: withSessions, invitations };
}

export async function showOwnAccount(
  parts: ConfiguredParts<"idleMinutes" | "requireTwoStep">,
  { userId, sessionId }: Caller,
): Promise<OwnAccount> {
  const [member, sessions, recoveryCodesLeft] = await Promise.all([
    findStaff(parts.db, userId),
    liveSessions(parts, [userId], sessionId),
    countRecoveryCodes(parts.db, userId),
  ]);
  const { hasTwoStep: isOn, ...account } = found(member);
  const twoStep = { isOn, isRequired: parts.configuration.requireTwoStep, recoveryCodesLeft };
  return { ...account, twoStep, sessions: sessions.get(userId) ?? [] };
}

async function liveSessions(
  { db, clock, configuration }: ConfiguredParts<"idleMinutes">,
  userIds: readonly number[],
  own: string,
) {
  const now = clock.now();
  const idleSince = new Date(now.getTime() - configuration.idleMinutes * 60_000);
  return staffSessions(db, { userIds, own, now, idleSince });
}
