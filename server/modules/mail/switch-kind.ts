import { type MailKind, switchMailKind } from "#contract/mail.ts";
import { type Actor, recordAudit } from "#server/platform/record-audit.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { kindsOff, switchKind } from "./mail.queries.ts";

export async function switchMail(db: Database, kind: MailKind, isOn: boolean, actor: Actor): Promise<void> {
  await inTransaction(db, async (tx) => {
    const wasOn = !(await kindsOff(tx)).includes(kind);
    await switchKind(tx, kind, isOn, actor.at);
    await recordAudit(tx, actor, {
      call: switchMailKind.call,
      kind: "mail",
      subjectId: null,
      label: `Mails of the kind ${kind}`,
      before: { Written: wasOn },
      after: { Written: isOn },
    });
  });
}
