import { type BorrowerPage, mostOfEach } from "#contract/borrowers/borrowers.ts";
import { found } from "#server/refusals/http-error.ts";
import type { Database } from "#server/platform/database.ts";
import { presentBorrowerPage } from "./borrowers.present.ts";
import { borrowersWith, casesOfBorrower, copiesOutOf, latestOrdersOf, mailsTo, notesOf } from "./borrowers.queries.ts";
import { handedOverBy } from "./hand-over/hand-over.queries.ts";

/** All about a borrower, for staff. */
export async function showBorrower(db: Database, borrowerId: number, today: string): Promise<BorrowerPage> {
  const borrower = found((await borrowersWith(db, [borrowerId], today))[0]);
  const [out, handedOver, orders, cases, mails, notes] = await Promise.all([
    copiesOutOf(db, borrowerId),
    handedOverBy(db, borrowerId),
    latestOrdersOf(db, borrowerId, mostOfEach),
    casesOfBorrower(db, borrowerId, mostOfEach),
    mailsTo(db, borrower.email_address, mostOfEach),
    notesOf(db, borrowerId),
  ]);
  return presentBorrowerPage(borrower, { out, handedOver, orders, cases, mails, notes, today });
}
