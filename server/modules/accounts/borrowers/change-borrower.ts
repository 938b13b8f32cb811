import { changeBorrower as changeCall } from "#contract/borrowers/borrowers.ts";
import type { Received } from "#contract/wire/endpoint.ts";
import { inTransaction } from "#server/platform/database.ts";
import { type Actor, recordAudit, type Snapshot } from "#server/platform/record-audit.ts";
import { found } from "#server/refusals/http-error.ts";
import type { Parts } from "#server/parts.ts";
import { borrowerFields } from "../accounts.present.ts";
import { type BorrowerFields, updateBorrowerFields } from "../accounts.queries.ts";
import { mailboxOfUser } from "../mailbox/mailbox.queries.ts";
import { isAnother, moveMailbox } from "../update-borrower.ts";
import { lockedBorrower } from "./borrowers.queries.ts";

/** Staff change a borrower's fields. Another email address has the same consequences as if the borrower had changed it. */
export async function changeBorrower(
  { db }: Pick<Parts, "db">,
  borrowerId: number,
  sent: Received<typeof changeCall>["body"],
  actor: Actor,
): Promise<void> {
  const fields = borrowerFields(sent);
  await inTransaction(db, async (tx) => {
    const before = found(await lockedBorrower(tx, borrowerId));
    const previous = found(await mailboxOfUser(tx, before.user_id));
    await updateBorrowerFields(tx, borrowerId, fields);
    if (isAnother(before, fields))
      await moveMailbox(tx, { userId: before.user_id, sessionId: null, previous }, fields, actor.at);
    await recordAudit(tx, actor, {
      call: changeCall.call,
      kind: "borrowers",
      subjectId: borrowerId,
      label: fields.name,
      before: snapshot(before),
      after: snapshot(fields),
    });
  });
}

const snapshot = (of: BorrowerFields): Snapshot => ({
  Name: of.name,
  Email: of.email_address,
  Phone: of.phone_number,
  School: of.school_name,
  District: of.school_district,
  Address: `${of.street}, ${of.city}, ${of.state} ${of.zip}`,
});
