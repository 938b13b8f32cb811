import { sendBorrowerReset as sendCall } from "#contract/borrowers/borrowers.ts";
import { ownMessages } from "#contract/messages.ts";
import { inTransaction } from "#server/platform/database.ts";
import { type Actor, recordAudit } from "#server/platform/record-audit.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import type { Parts } from "#server/parts.ts";
import { enqueueResetRequest } from "../reset/answer-reset-request.ts";
import { accountToReset } from "./borrowers.queries.ts";

/** Asks for a link for a new password as the borrower could; gives the address it goes to. */
export async function sendReset({ db }: Pick<Parts, "db">, borrowerId: number, actor: Actor): Promise<string> {
  return inTransaction(db, async (tx) => {
    const account = found(await accountToReset(tx, borrowerId));
    if (!account.can_log_in) throw new Refusal({ kind: "invalid" }, { sentence: ownMessages.nobodyLogsIn });
    await enqueueResetRequest(tx, { typed: account.user_name, language: account.language });
    await recordAudit(tx, actor, {
      call: sendCall.call,
      kind: "borrowers",
      subjectId: borrowerId,
      label: account.name,
      before: null,
      after: { "Link for a new password": "sent" },
    });
    return account.email_address;
  });
}
