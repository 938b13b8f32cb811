import type { Borrower } from "#contract/accounts.ts";
import type { BorrowerFields } from "./accounts.queries.ts";

type BorrowerRow = BorrowerFields & { borrower_id: number; user_id: number; user_name: string; user_type_id: number };

/** A borrower as the API returns one: the address is part of the borrower, and passwords are never included. */
export function presentBorrower(row: BorrowerRow): Borrower {
  return {
    borrowerId: row.borrower_id,
    borrowerName: row.name,
    schoolName: row.school_name,
    schoolDistrict: row.school_district,
    emailAddress: row.email_address,
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

type SentBorrower = Pick<
  Borrower,
  "borrowerName" | "schoolName" | "schoolDistrict" | "emailAddress" | "phoneNumber" | "address"
>;

/** The columns of the submitted fields. */
export function borrowerFields(sent: SentBorrower): BorrowerFields {
  return {
    name: sent.borrowerName,
    school_name: sent.schoolName,
    school_district: sent.schoolDistrict,
    email_address: sent.emailAddress,
    phone_number: sent.phoneNumber,
    ...sent.address,
  };
}
