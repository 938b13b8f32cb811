import { resendMail as resendCall } from "#contract/mail.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { type Actor, recordAudit } from "#server/platform/record-audit.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { mailById, reviveMail } from "./mail.queries.ts";

/** Gives a dead email another round of tries. One with a deleted text, or that is not dead, is refused. */
export async function resendMail(db: Database, mailId: number, actor: Actor): Promise<void> {
  await inTransaction(db, async (tx) => {
    const mail = found(await mailById(tx, mailId));
    if (mail.state !== "dead") throw new Refusal({ kind: "mail-not-dead" });
    if (!(await reviveMail(tx, mailId))) throw new Refusal({ kind: "mail-expired" });
    await recordAudit(tx, actor, {
      call: resendCall.call,
      kind: "mail",
      subjectId: mailId,
      label: `Mail ${mailId}: ${mail.subject}`,
      before: { State: "dead" },
      after: { State: "waiting" },
    });
  });
}
