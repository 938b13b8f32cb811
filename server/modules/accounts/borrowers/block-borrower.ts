import { blockBorrower as blockCall, unblockBorrower as unblockCall } from "#contract/borrowers/borrowers.ts";
import { recountStock } from "#server/modules/stock/public.ts";
import { inTransaction } from "#server/platform/database.ts";
import { enqueueMail } from "#server/platform/mail/outbox.queries.ts";
import { type Actor, recordAudit } from "#server/platform/record-audit.ts";
import { found } from "#server/refusals/http-error.ts";
import type { Parts } from "#server/parts.ts";
import { mailboxOfUser } from "../mailbox/mailbox.queries.ts";
import { blockLetter } from "./block-letter.ts";
import { lockedBorrower, setBlocked, titlesWaitedFor } from "./borrowers.queries.ts";

/**
 * Blocks a borrower for a reason, or unblocks them without one, and tells them. An order that is being placed is placed
 * before, or refused: both lock the borrower.
 */
export async function blockBorrower(
  { db }: Pick<Parts, "db">,
  borrowerId: number,
  reason: string,
  actor: Actor,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const borrower = found(await lockedBorrower(tx, borrowerId));
    if (borrower.blocked_because === reason) return; // pressed twice
    await setBlocked(tx, borrowerId, reason, actor.at);
    const mailbox = await mailboxOfUser(tx, borrower.user_id);
    if (mailbox?.is_confirmed) {
      const { name, email_address: address, language } = mailbox;
      const letter = blockLetter(reason, language);
      await enqueueMail(tx, { kind: "account-blocked", to: { name, address }, letter, at: actor.at });
    }
    await recordAudit(tx, actor, {
      call: reason === "" ? unblockCall.call : blockCall.call,
      kind: "borrowers",
      subjectId: borrowerId,
      label: borrower.name,
      before: { Blocked: borrower.blocked_because },
      after: { Blocked: reason },
    });
    // they are served in their old place again
    if (reason === "") await recountStock(tx, await titlesWaitedFor(tx, borrowerId));
  });
}
