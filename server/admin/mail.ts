import {
  type getMails,
  inTrouble,
  type MailKind,
  mailKinds,
  type previewMail,
  resendMail as resendCall,
  resendMails as resendManyCall,
  type ResendOutcome,
  sendHeldMail as sendHeldCall,
  type StaffMail,
  switchMailKind,
} from "#contract/admin/mail.ts";
import type { Received } from "#contract/wire/endpoint.ts";
import type { ConfiguredParts, NounParts, Parts } from "#server/parts.ts";
import { found, outcomeOf } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { type Actor, recordActivity } from "#server/platform/record-activity.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { countMails, kindsOff, mailById, mailsOf, reviveMail, switchKind } from "./mail.queries.ts";
import { today } from "#server/platform/clock.ts";
import { letterText, withOwnWords } from "#server/platform/mail/letter/letter.ts";
import { mailHold, releaseMail } from "#server/platform/mail/outbox.queries.ts";
import { mailContent, ownWordsOf } from "#server/site/public.ts";
import { sampleLetters } from "./sample-letters.ts";

type Call = typeof resendCall.call | typeof resendManyCall.call;

const maxWaitMs = 3_600_000; // after that, staff should look into an unsent email

export async function listMails(
  { db, clock }: Parts,
  { state, kind, page = 1, pageSize = 25 }: Received<typeof getMails>["query"],
) {
  const inTroubleNow = { troubleBefore: new Date(clock.now().getTime() - maxWaitMs) };
  const filter = { kind, ...(state === inTrouble ? inTroubleNow : { state }) };
  const [data, total, waiting, dead, trouble, hold] = await Promise.all([
    mailsOf(db, filter, page, pageSize),
    countMails(db, filter),
    countMails(db, { state: "waiting" }),
    countMails(db, { state: "dead" }),
    countMails(db, inTroubleNow),
    mailHold(db),
  ]);
  return { data, total, counts: { waiting, dead, trouble }, heldSinceBackupOf: hold?.backupAt.toISOString() ?? null };
}

export const showMail = async (db: Database, mailId: number): Promise<StaffMail> => found(await mailById(db, mailId));

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

/** Resends each of these dead emails once, even if its id repeats. */
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

export async function listMailKinds(db: Database) {
  const off = await kindsOff(db);
  return mailKinds.map((kind) => ({ kind, isOn: !off.includes(kind) }));
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

type PreviewParts = ConfiguredParts<"timeZone" | "loanDays" | "publicUrl"> & Pick<NounParts, "readContent">;

/** Returns a sample email as text, with the library's own paragraphs. */
export async function showSampleMail(
  { clock, configuration, readContent }: PreviewParts,
  { kind, language, content }: Received<typeof previewMail>["body"],
) {
  const { timeZone, loanDays, publicUrl } = configuration;
  const sample = sampleLetters[kind]({ language, today: today(clock, timeZone), loanDays });
  const letterLanguage = sample.language ?? "en";
  const letter = withOwnWords(sample, ownWordsOf(content, letterLanguage));
  const text = letterText(letter, await mailContent(readContent, publicUrl).letterhead(letterLanguage));
  return { language: letterLanguage, subject: letter.subject, text };
}
