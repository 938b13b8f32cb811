import type { Borrower, OwnSession } from "#contract/people/accounts.ts";
import type { BorrowerFields, BorrowerRow } from "./accounts.queries.ts";
import type { sessionsOf } from "../sessions/session.queries.ts";

export function presentBorrower(row: BorrowerRow): Borrower {
  return {
    borrowerId: row.borrower_id,
    borrowerName: row.name,
    schoolName: row.school_name,
    schoolDistrict: row.school_district,
    emailAddress: row.email_address,
    isMailboxConfirmed: row.mailbox_confirmed_at !== null,
    blockedBecause: row.blocked_because,
    phoneNumber: row.phone_number,
    addressId: row.borrower_id,
    address: { street: row.street, city: row.city, state: row.state, zip: row.zip },
    user: {
      userId: row.user_id,
      userName: row.user_name,
      userTypeId: row.user_type_id,
      password: "",
      confirmPassword: "",
    },
  };
}

export function borrowerFields(
  input: Omit<Borrower, "borrowerId" | "addressId" | "user" | "isMailboxConfirmed" | "blockedBecause">,
): BorrowerFields {
  return {
    name: input.borrowerName,
    school_name: input.schoolName,
    school_district: input.schoolDistrict,
    email_address: input.emailAddress,
    phone_number: input.phoneNumber,
    ...input.address,
  };
}

type SessionRow = Awaited<ReturnType<typeof sessionsOf>>[number];

/** Leaves out the session id, which only the token holds. */
export function presentSession(row: SessionRow, { sessionId, now }: { sessionId: string; now: Date }): OwnSession {
  const ended = row.revoked_at ?? (row.expires_at <= now ? row.expires_at : null);
  return {
    sessionNumber: row.session_number,
    begunAt: row.created_at.toISOString(),
    endedAt: ended?.toISOString() ?? null,
    browser: row.browser,
    address: row.address,
    isThisOne: row.session_id === sessionId,
  };
}
