import type { Borrower } from "#contract/people/accounts.ts";
import { schoolNameRules } from "#contract/people/names.ts";
import type { Database } from "#server/platform/database.ts";
import { checkRules } from "#server/refusals/refusal.ts";
import * as z from "zod/mini";
import { isInDirectory } from "../schools/schools.queries.ts";
import type { BorrowerFields } from "./accounts.queries.ts";

type Input = Omit<Borrower, "borrowerId" | "addressId" | "user" | "isMailboxConfirmed" | "blockReason">;

/** Returns the columns of a borrower's personal fields. Refuses the names of schools that aren't plain. */
export async function borrowerFields(db: Database, input: Input): Promise<BorrowerFields> {
  await checkSchoolNames(db, input);
  return {
    name: input.borrowerName,
    school_name: input.schoolName,
    school_district: input.schoolDistrict,
    email_address: input.emailAddress,
    phone_number: input.phoneNumber,
    ...input.address,
  };
}

/** Accepts every name that the directory has, because the state chose it. */
async function checkSchoolNames(db: Database, { schoolName, schoolDistrict }: Input): Promise<void> {
  const typed = { schoolName, schoolDistrict };
  if (z.safeParse(schoolNameRules, typed).success) return;
  const listed = await isInDirectory(db, typed);
  checkRules(schoolNameRules, {
    schoolName: listed.school ? "" : schoolName,
    schoolDistrict: listed.district ? "" : schoolDistrict,
  });
}
