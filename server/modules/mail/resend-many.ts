import { type ResendOutcome, resendMails as resendCall } from "#contract/mail.ts";
import type { Database } from "#server/platform/database.ts";
import type { Actor } from "#server/platform/record-audit.ts";
import { outcomeOf } from "#server/refusals/outcome-of.ts";
import { resendMail } from "./resend-mail.ts";

/** Gives each of these dead emails another round of tries, once, however often it is named. */
export async function resendMails(db: Database, mailIds: readonly number[], actor: Actor): Promise<ResendOutcome[]> {
  const outcomes: ResendOutcome[] = [];
  for (const mailId of new Set(mailIds))
    outcomes.push({ mailId, refusal: await outcomeOf(resendMail(db, mailId, actor, resendCall.call)) });
  return outcomes;
}
