import type { OwnAccount, StaffSession } from "#contract/people/own-account.ts";
import { type StaffRole, staffRoleOf } from "#contract/people/roles.ts";
import type { Invitation, StaffMember } from "#contract/people/staff.ts";
import type { everyStaff, openInvitations, StaffRow } from "./staff.queries.ts";

type Details = Pick<OwnAccount, "sessions"> & Pick<OwnAccount["twoStep"], "isRequired" | "recoveryCodesLeft">;

export function presentOwnAccount(row: StaffRow, details: Details): OwnAccount {
  const { sessions, isRequired, recoveryCodesLeft } = details;
  return {
    userId: row.user_id,
    userName: row.user_name,
    name: row.name,
    emailAddress: row.email_address,
    role: roleOf(row),
    hasFirstPassword: row.has_first_password,
    twoStep: { isOn: row.has_two_step, isRequired, recoveryCodesLeft },
    sessions,
  };
}

type MemberRow = Awaited<ReturnType<typeof everyStaff>>[number];

export function presentMember(row: MemberRow, sessions: StaffSession[], callerId: number): StaffMember {
  return {
    userId: row.user_id,
    userName: row.user_name,
    name: row.name,
    emailAddress: row.email_address,
    role: roleOf(row),
    isDisabled: row.disabled_at !== null,
    hasTwoStep: row.has_two_step,
    isSelf: row.user_id === callerId,
    sessions,
  };
}

export function presentInvitation(row: Awaited<ReturnType<typeof openInvitations>>[number]): Invitation {
  return {
    invitationId: row.invitation_id,
    emailAddress: row.email_address,
    role: roleOf(row),
    invitedBy: row.name ?? "",
    invitedAt: row.invited_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  };
}

/** The database allows only these roles, so the default never applies. */
const roleOf = ({ role }: { role: string }): StaffRole => staffRoleOf(role) ?? "volunteer";
