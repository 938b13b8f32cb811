import { confirmByPhone as confirmCall, sendConfirmationTo as sendCall } from "#contract/people/borrowers.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import type { ConfiguredParts, Parts } from "#server/parts.ts";
import { inTransaction, type Transaction } from "#server/platform/database.ts";
import { type Actor, recordActivity } from "#server/platform/record-activity.ts";
import { found } from "#server/refusals/http-error.ts";
import type { AttemptLimits } from "../accounts/attempt-limits.ts";
import { sendConfirmation, welcome } from "../accounts/mailbox.ts";
import { confirmMailboxOfUser, mailboxOfUser } from "../accounts/mailbox.queries.ts";
import { lockBorrower } from "./borrowers.queries.ts";

type Context = Parts & { limits: Pick<AttemptLimits, "confirmation"> };

/** Emails an unconfirmed borrower the confirmation link, like they could themselves. Returns what happened. */
export async function sendConfirmationTo(parts: Context, borrowerId: number, actor: Actor): Promise<string> {
  const { user_id: userId, ...borrower } = await inTransaction(parts.db, async (tx) =>
    found(await lockBorrower(tx, borrowerId)),
  );
  await parts.limits.confirmation(userId);
  const record = (tx: Transaction) =>
    recordActivity(tx, actor, {
      call: sendCall.call,
      ...subjectOf(borrower),
      before: null,
      after: { "Confirmation link emailed to": borrower.email_address },
    });
  const isSent = await sendConfirmation(parts, userId, record);
  return isSent ? ownMessages.confirmationSentTo(borrower.email_address) : ownMessages.mailboxConfirmedAlready;
}

/** Confirms a borrower's mailbox because they confirmed it by phone, and welcomes them once if they can log in. Idempotent. */
export async function confirmByPhone(
  { db, configuration }: ConfiguredParts<"loanDays">,
  borrowerId: number,
  actor: Actor,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const borrower = found(await lockBorrower(tx, borrowerId));
    const mailbox = found(await mailboxOfUser(tx, borrower.user_id));
    if (mailbox.is_confirmed) return;
    await confirmMailboxOfUser(tx, borrower.user_id, actor.at, "phone");
    await welcome(tx, mailbox, configuration, actor.at);
    const after = { "Email address confirmed by phone": mailbox.email_address };
    await recordActivity(tx, actor, { call: confirmCall.call, ...subjectOf(borrower), before: null, after });
  });
}

const subjectOf = ({ borrower_id: subjectId, name: label }: { borrower_id: number; name: string }) =>
  ({ kind: "borrowers", subjectId, label }) as const;
