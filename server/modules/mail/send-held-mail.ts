import { sendHeldMail as call } from "#contract/mail.ts";
import type { Database } from "#server/platform/database.ts";
import { releaseMail } from "#server/platform/mail/hold.queries.ts";
import { type Actor, recordAudit } from "#server/platform/record-audit.ts";
import { Refusal } from "#server/refusals/refusal.ts";

/** Ends the hold of a restored library; returns how many emails wait. Refused when nothing is held. */
export async function sendHeldMail(db: Database, actor: Actor): Promise<number> {
  const waiting = await releaseMail(db, (tx) =>
    recordAudit(tx, actor, {
      call: call.call,
      kind: "mail",
      subjectId: null,
      label: "Mail of the restored library",
      before: { Held: true },
      after: { Held: false },
    }),
  );
  if (waiting === undefined) throw new Refusal({ kind: "mail-not-held" });
  return waiting;
}
