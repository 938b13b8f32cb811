import type { Received } from "#contract/wire/endpoint.ts";
import type { acceptInvitation as declaration } from "#contract/staff/staff.ts";
import { inTransaction } from "#server/platform/database.ts";
import { recordAudit } from "#server/platform/record-audit.ts";
import { Refusal, refusalOfField } from "#server/refusals/refusal.ts";
import type { ConfiguredParts, Parts } from "#server/parts.ts";
import { namesAround } from "../credentials/password-words.queries.ts";
import { checkNewPassword, hashPassword } from "../credentials/passwords.ts";
import { sha256 } from "../reset/reset-secrets.ts";
import { insertStaff, invitationOf, useInvitation } from "./invitations.queries.ts";

/** Where the invitation with this link was sent; refused when it was used, withdrawn, or expired. */
export async function checkInvitation({ db, clock }: Parts, token: string): Promise<string> {
  const invitation = await invitationOf(db, sha256(token), clock.now());
  if (!invitation) throw linkExpired();
  return invitation.email_address;
}

/** Opens the account of an invitation, once, with a password that nobody else has seen. */
export async function acceptInvitation(
  parts: ConfiguredParts<"passwordMinLength">,
  token: string,
  { name, userName, password }: Received<typeof declaration>["body"],
): Promise<void> {
  const { db, clock, configuration } = parts;
  // Before the hashing, which must not be triggered without a link.
  await checkInvitation(parts, token);
  const names = [userName, name, ...(await namesAround(db, null))];
  await checkNewPassword("password", password, { least: configuration.passwordMinLength, names });
  const passwordHash = await hashPassword(password);
  const at = clock.now();
  await inTransaction(db, async (tx) => {
    const invitation = await useInvitation(tx, sha256(token), at);
    if (!invitation) throw linkExpired();
    const { email_address: address, role } = invitation;
    const userId = await insertStaff(tx, { userName, passwordHash, name, address, role, at });
    if (userId === undefined) throw refusalOfField({ kind: "taken", what: "user name" }, "userName");
    const call = "POST Staff/AcceptInvitation/{token}";
    const after = { "User name": userName, Invitation: String(invitation.invitation_id) };
    await recordAudit(
      tx,
      { userId, at },
      { call, kind: "staff", subjectId: userId, label: userName, before: null, after },
    );
  });
}

const linkExpired = () => new Refusal({ kind: "link-expired", link: "invitation" });
