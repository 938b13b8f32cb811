import type { Borrower } from "#contract/accounts.ts";
import type { BorrowerFields, BorrowerRow } from "./accounts.queries.ts";

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

export function borrowerFields(sent: Omit<Borrower, "borrowerId" | "addressId" | "user">): BorrowerFields {
  return {
    name: sent.borrowerName,
    school_name: sent.schoolName,
    school_district: sent.schoolDistrict,
    email_address: sent.emailAddress,
    phone_number: sent.phoneNumber,
    ...sent.address,
  };
}
