import { randomBytes } from "node:crypto";
import { ownMessages } from "#contract/messages.ts";
import type { StaffRole } from "#contract/staff/roles.ts";
import { inTransaction } from "#server/platform/database.ts";
import { enqueueMail } from "#server/platform/mail/outbox.queries.ts";
import { type Actor, nameOf, recordAudit } from "#server/platform/record-audit.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import type { Parts } from "#server/parts.ts";
import { sha256 } from "../reset/reset-secrets.ts";
import { deleteInvitation, storeInvitation } from "./invitations.queries.ts";
import { invitationLetter } from "./staff-letters.ts";

/** How long a link works. */
export const invitationDays = 7;

/** Emails a link to a new colleague; the earlier link of the same mailbox no longer works. */
export async function inviteStaff(
  { db, clock }: Parts,
  invitedBy: number,
  { emailAddress: address, role }: { emailAddress: string; role: StaffRole },
): Promise<number> {
  const at = clock.now();
  const expiresAt = new Date(at.getTime() + invitationDays * 24 * 60 * 60_000);
  const token = randomBytes(32).toString("base64url");
  return inTransaction(db, async (tx) => {
    const id = await storeInvitation(tx, { address, role, tokenHash: sha256(token), invitedBy, at, expiresAt });
    const letter = invitationLetter({ token, invitedBy: await nameOf(tx, invitedBy), days: invitationDays });
    const to = { name: "", address };
    const isWritten = await enqueueMail(tx, { kind: "staff-invitation", to, letter, at, expiresAt });
    // staff turned these emails off: refused, and nothing is stored
    if (!isWritten) throw new Refusal({ kind: "invalid" }, { sentence: ownMessages.invitationsOff });
    const action = { call: "POST Staff/Invite", kind: "staff", subjectId: null, label: `Invitation ${id}` } as const;
    await recordAudit(
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
    await recordAudit(tx, actor, {
      call,
      kind: "staff",
      subjectId: null,
      label,
      before: { Invitation: "sent" },
      after,
    });
  });
}
