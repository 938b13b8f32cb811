import type { Borrower } from "#contract/people/accounts.ts";
import type { BorrowerRow } from "./accounts.queries.ts";

export function presentBorrower(row: BorrowerRow): Borrower {
  return {
    borrowerId: row.borrower_id,
    borrowerName: row.name,
    schoolName: row.school_name,
    schoolDistrict: row.school_district,
    emailAddress: row.email_address,
    isMailboxConfirmed: row.mailbox_confirmed_at !== null,
    blockReason: row.block_reason,
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
