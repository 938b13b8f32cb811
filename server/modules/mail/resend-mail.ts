import { resendMail as resendCall, type resendMails } from "#contract/mail.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { type Actor, recordAudit } from "#server/platform/record-audit.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { mailById, reviveMail } from "./mail.queries.ts";

type Call = typeof resendCall.call | typeof resendMails.call;

/** Gives a dead email another round of tries. One with a deleted text, or that is not dead, is refused. */
export async function resendMail(
  db: Database,
  mailId: number,
  actor: Actor,
  call: Call = resendCall.call,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const mail = found(await mailById(tx, mailId));
    if (!(await reviveMail(tx, mailId))) {
      const isDead = (await mailById(tx, mailId))?.state === "dead"; // not if a colleague pressed at this moment
      throw new Refusal({ kind: isDead ? "mail-expired" : "mail-not-dead" });
    }
    await recordAudit(tx, actor, {
      call,
      kind: "mail",
      subjectId: mailId,
      label: `Mail ${mailId}: ${mail.subject}`,
      before: { State: "dead" },
      after: { State: "waiting" },
    });
  });
}
