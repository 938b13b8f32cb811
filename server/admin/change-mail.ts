import {
  type MailKind,
  resendMail as resendCall,
  resendMails as resendManyCall,
  type ResendOutcome,
  sendHeldMail as sendHeldCall,
  staffMail,
  type StaffMail,
  switchMailKind,
} from "#contract/admin/mail.ts";
import { found, outcomeOf } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { type Actor, recordActivity } from "#server/platform/record-activity.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { kindsOff, mailById, type MailRow, reviveMail, switchKind } from "./mail.queries.ts";
import { releaseMail } from "#server/platform/mail/outbox.queries.ts";

type Call = typeof resendCall.call | typeof resendManyCall.call;

/** Resends a dead email. Rejects one that is not dead, or whose text was deleted. */
export async function resendMail(
  db: Database,
  mailId: number,
  actor: Actor,
  call: Call = resendCall.call,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const mail = found(await mailById(tx, mailId));
    if (!(await reviveMail(tx, mailId))) {
      const isDead = (await mailById(tx, mailId))?.state === "dead"; // false if a colleague resent it at this moment
      throw new Refusal({ kind: isDead ? "mail-expired" : "mail-not-dead" });
    }
    await recordActivity(tx, actor, {
      call,
      kind: "mail",
      subjectId: mailId,
      label: `Email ${mailId}: ${mail.subject}`,
      before: { State: "dead" },
      after: { State: "waiting" },
    });
  });
}

/** Resends each of these dead emails once, even if it is named more often. */
export async function resendMails(db: Database, mailIds: readonly number[], actor: Actor): Promise<ResendOutcome[]> {
  const outcomes: ResendOutcome[] = [];
  for (const mailId of new Set(mailIds))
    outcomes.push({ mailId, refusal: await outcomeOf(resendMail(db, mailId, actor, resendManyCall.call)) });
  return outcomes;
}

/** Releases the emails of a restored library and returns how many wait. Rejects when email is not on hold. */
export async function sendHeldMail(db: Database, actor: Actor): Promise<number> {
  const waiting = await releaseMail(db, (tx) =>
    recordActivity(tx, actor, {
      call: sendHeldCall.call,
      kind: "mail",
      subjectId: null,
      label: "Email of the restored library",
      before: { "On hold": true },
      after: { "On hold": false },
    }),
  );
  if (waiting === undefined) throw new Refusal({ kind: "mail-not-held" });
  return waiting;
}

export async function switchMail(db: Database, kind: MailKind, isOn: boolean, actor: Actor): Promise<void> {
  await inTransaction(db, async (tx) => {
    const wasOn = !(await kindsOff(tx)).includes(kind);
    await switchKind(tx, kind, isOn, actor.at);
    await recordActivity(tx, actor, {
      call: switchMailKind.call,
      kind: "mail",
      subjectId: null,
      label: `Emails of type ${kind}`,
      before: { On: wasOn },
      after: { On: isOn },
    });
  });
}

const { state, language } = staffMail.shape;

export function presentMail(row: MailRow): StaffMail {
  return {
    mailId: row.mail_id,
    kind: row.kind,
    toName: row.to_name,
    toAddress: row.to_address,
    subject: row.subject,
    language: language.parse(row.language),
    state: state.parse(row.state),
    writtenAt: row.written_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    nextTryAt: row.next_try_at?.toISOString() ?? null,
    tries: row.tries,
    trouble: row.trouble,
    isFile: row.is_file,
    canBeResent: row.can_be_resent,
  };
}
