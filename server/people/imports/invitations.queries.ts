import type { Invitations } from "#contract/people/borrower-files.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import { sql } from "kysely";

/** The borrowers of one import, or with 0 of all imports. */
const imported = (importId: number) => sql`
  imported_records join borrowers using (borrower_id) join accounts using (user_id)
  where imported_records.borrower_id is not null and (${importId} = 0 or import_id = ${importId})`;

const canBeInvited = sql`awaits_password and disabled_at is null and mailbox_confirmed_at is not null`;

export async function countInvitations(db: Database, importId: number): Promise<Omit<Invitations, "isSending">> {
  const { rows } = await sql<Omit<Invitations, "isSending">>`
    select count(*)::integer as total, (count(*) filter (where invited_at is not null))::integer as invited,
      (count(*) filter (where not awaits_password))::integer as chosen,
      (count(*) filter (where ${canBeInvited} and invited_at is null))::integer as waiting,
      (count(*) filter (where ${canBeInvited} and invited_at is not null))::integer as again
    from ${imported(importId)}`.execute(db);
  return rows[0] ?? { total: 0, invited: 0, chosen: 0, waiting: 0, again: 0 };
}

export type Invited = {
  userId: number;
  borrowerId: number;
  userName: string;
  address: string;
  language: LanguageCode;
};

/**
 * Locks the next borrowers to invite: those never invited, or with `before` those not invited since then. Marks them as
 * invited, so that nobody gets two emails.
 */
export async function claimInvited(
  tx: Transaction,
  { importId, before, at, limit }: { importId: number; before: Date | null; at: Date; limit: number },
): Promise<Invited[]> {
  const { rows } = await sql<Invited>`
    with next as materialized (
      select accounts.user_id, borrower_id, email_address from ${imported(importId)}
        and ${canBeInvited} and (invited_at is null or invited_at < ${before}::timestamptz)
      order by accounts.user_id limit ${sql.lit(limit)} for update of accounts skip locked
    )
    update accounts set invited_at = ${at}::timestamptz from next where accounts.user_id = next.user_id
    returning accounts.user_id as "userId", borrower_id as "borrowerId", user_name as "userName", email_address as address, language`.execute(
    tx,
  );
  return rows;
}

export async function isInviting(db: Database, importId: number): Promise<boolean> {
  const job = db
    .selectFrom("jobs")
    .select("key")
    .where("kind", "=", "invite-borrowers")
    .where("key", "=", String(importId))
    .where("state", "=", "waiting");
  return (await job.executeTakeFirst()) !== undefined;
}

export async function areInvitationsOff(db: Database): Promise<boolean> {
  const { rows } = await sql`select from mail_kinds_off where kind = 'borrower-invitation'`.execute(db);
  return rows.length > 0;
}
