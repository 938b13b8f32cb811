import { type MailKind, switchMailKind } from "#contract/mail.ts";
import { type Hand, recordAudit } from "#server/platform/record-audit.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { kindsOff, switchKind } from "./mail.queries.ts";

/** Has a kind of mail written from now on, or not. */
export async function switchMail(db: Database, kind: MailKind, isOn: boolean, hand: Hand): Promise<void> {
  await inTransaction(db, async (tx) => {
    const wasOn = !(await kindsOff(tx)).includes(kind);
    await switchKind(tx, kind, isOn, hand.at);
    await recordAudit(tx, hand, {
      call: switchMailKind.call,
      kind: "mail",
      subjectId: null,
      label: `Mails of the kind ${kind}`,
      before: { Written: wasOn },
      after: { Written: isOn },
    });
  });
}
