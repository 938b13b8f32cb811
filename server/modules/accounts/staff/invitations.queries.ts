import { sql } from "kysely";
import type { StaffRole } from "#contract/staff/roles.ts";
import type { Database, Transaction } from "#server/platform/database.ts";

type NewInvitation = {
  address: string;
  role: StaffRole;
  tokenHash: Buffer;
  invitedBy: number;
  at: Date;
  expiresAt: Date;
};

/** Stores the invitation of a mailbox; its earlier link becomes invalid. */
export async function storeInvitation(tx: Transaction, invitation: NewInvitation): Promise<number> {
  const { address, role, tokenHash, invitedBy, at, expiresAt } = invitation;
  const { rows } = await sql<{ invitation_id: number }>`
    insert into staff_invitations (email_address, role, token_hash, invited_by, invited_at, expires_at)
    values (${address}, ${role}, ${tokenHash}, ${invitedBy}, ${at}, ${expiresAt})
    on conflict (lower(email_address)) do update set email_address = excluded.email_address, role = excluded.role,
      token_hash = excluded.token_hash, invited_by = excluded.invited_by,
      invited_at = excluded.invited_at, expires_at = excluded.expires_at
    returning invitation_id`.execute(tx);
  return rows[0]?.invitation_id ?? 0;
}

/** The invitations whose links work, the newest first. */
export async function openInvitations(db: Database, now: Date) {
  return db
    .selectFrom("staff_invitations")
    .innerJoin("account_names", "account_names.user_id", "invited_by")
    .select(["invitation_id", "email_address", "staff_invitations.role", "invited_at", "expires_at", "name"])
    .where("expires_at", ">", now)
    .orderBy("invited_at", "desc")
    .limit(200)
    .execute();
}

export async function invitationOf(db: Database, tokenHash: Buffer, now: Date) {
  return db
    .selectFrom("staff_invitations")
    .select("email_address")
    .where("token_hash", "=", tokenHash)
    .where("expires_at", ">", now)
    .executeTakeFirst();
}

/** Consumes an invitation; undefined when it was used or withdrawn, or expired. Of two calls at once one gets it. */
export async function useInvitation(tx: Transaction, tokenHash: Buffer, now: Date) {
  return tx
    .deleteFrom("staff_invitations")
    .where("token_hash", "=", tokenHash)
    .where("expires_at", ">", now)
    .returning(["invitation_id", "email_address", "role"])
    .executeTakeFirst();
}

export async function deleteInvitation(tx: Transaction, invitationId: number) {
  return tx
    .deleteFrom("staff_invitations")
    .where("invitation_id", "=", invitationId)
    .returning("email_address")
    .executeTakeFirst();
}

type NewStaff = { userName: string; passwordHash: string; name: string; address: string; role: string; at: Date };

/** Adds an administrator with a password of their own; undefined when the user name is taken, ignoring case. */
export async function insertStaff(tx: Transaction, staff: NewStaff): Promise<number | undefined> {
  const { rows } = await sql<{ user_id: number }>`
    with account as (
      insert into accounts (user_name, user_type_id, password_hash, created_at)
      values (${staff.userName}, 1, ${staff.passwordHash}, ${staff.at})
      on conflict (lower(user_name)) do nothing
      returning user_id
    )
    insert into staff (user_id, name, email_address, role, has_first_password)
    select user_id, ${staff.name}, ${staff.address}, ${staff.role}, false from account
    returning user_id`.execute(tx);
  return rows[0]?.user_id;
}
