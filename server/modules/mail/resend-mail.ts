import { resendMail as resendCall } from "#contract/mail.ts";
import { ownMessages } from "#contract/messages.ts";
import { found, Refusal } from "#server/http/errors.ts";
import { type Hand, recordAudit } from "#server/platform/record-audit.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { mailById, reviveMail } from "./mail.queries.ts";

/** Gives a dead mail another round of tries. What is forgotten, or not dead, is refused. */
export async function resendMail(db: Database, mailId: number, hand: Hand): Promise<void> {
  await inTransaction(db, async (tx) => {
    const mail = found(await mailById(tx, mailId));
    if (mail.state !== "dead") throw new Refusal(ownMessages.mailNotDead);
    if (!(await reviveMail(tx, mailId))) throw new Refusal(ownMessages.mailIsOver);
    await recordAudit(tx, hand, {
      call: resendCall.call,
      kind: "mail",
      subjectId: mailId,
      label: `Mail ${mailId}: ${mail.subject}`,
      before: { State: "dead" },
      after: { State: "waiting" },
    });
  });
}
