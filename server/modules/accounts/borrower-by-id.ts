import type { Borrower } from "#contract/accounts.ts";
import type { Database } from "#server/platform/database.ts";
import { presentBorrower } from "./accounts.present.ts";
import { findBorrower } from "./accounts.queries.ts";

/** A borrower as the API returns one, or undefined. */
export async function borrowerById(db: Database, borrowerId: number): Promise<Borrower | undefined> {
  const row = await findBorrower(db, borrowerId);
  return row && presentBorrower(row);
}
