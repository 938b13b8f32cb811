import type { Caller } from "#contract/desk/callers.ts";
import type { Database } from "#server/platform/database.ts";
import { borrowersWith } from "./callers.queries.ts";

type Row = Awaited<ReturnType<typeof borrowersWith>>[number];

/** The borrowers that are meant, by what a caller says; none without words. */
export async function findCallers(db: Database, text: string): Promise<Caller[]> {
  return (await borrowersWith(db, withoutSigns(text))).map(presentCaller);
}

export function presentCaller(row: Row): Caller {
  return {
    borrowerId: row.borrower_id,
    borrowerName: row.name,
    schoolName: row.school_name,
    schoolDistrict: row.school_district,
    emailAddress: row.email_address,
    phoneNumber: row.phone_number,
    city: row.city,
    openCases: row.open_cases,
  };
}

/** However a phone number is written, its digits are what is looked for. */
function withoutSigns(text: string): string {
  return /^[\d\s().+-]+$/.test(text) ? text.replace(/\D/g, "") : text;
}
