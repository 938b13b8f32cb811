import { randomUUID } from "node:crypto";
import {
  type Audience,
  type AudiencePeople,
  maxNamed,
  maxRecipients,
  type MessagePreview,
  type sendMessage as declaration,
  sendMessage as sendCall,
} from "#contract/admin/messages.ts";
import { type LanguageCode, languages } from "#contract/site/languages.ts";
import { cut } from "#contract/wire/cut.ts";
import type { Received } from "#contract/wire/endpoint.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import { dayOf } from "#server/platform/clock.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { type Letter, letterOf, letterText, withOwnWords } from "#server/platform/mail/letter/letter.ts";
import { enqueueMail, hasMail } from "#server/platform/mail/outbox.queries.ts";
import { type Actor, recordActivity } from "#server/platform/record-activity.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import type { mailContent } from "#server/site/public.ts";
import {
  type AudienceMember,
  audienceMembers,
  isMessageKindOff,
  keepBorrowers,
  labelOf,
  lockMessages,
  messagesSince,
} from "./messages.queries.ts";

type Parts = ConfiguredParts<"timeZone" | "rateLimitScale">;

/** The maximum for all staff together, so that a stolen session can't mass-mail in the library's name. */
const maxPerHour = 1000;
const hour = 3_600_000; // ms

/** Returns who would get a message to this audience, with the same query as sending. */
export async function showAudience(parts: Parts, audience: Audience): Promise<AudiencePeople> {
  return presentAudience(await readAudience(parts, parts.db, audience));
}

export async function previewMessage(
  parts: Parts & ReturnType<typeof mailContent>,
  { subject, text, ...audience }: Audience & Message,
): Promise<MessagePreview> {
  const people = await readAudience(parts, parts.db, audience);
  const emails = languages.map(async (language) => {
    const ownWords = await parts.ownWords("message", language);
    const letter = withOwnWords(messageLetter({ subject, text }, language), ownWords);
    const recipients = people.reached.filter((member) => member.language === language).length;
    const head = await parts.letterhead(language);
    return { language, recipients, subject: letter.subject, text: letterText(letter, head) };
  });
  return {
    ...presentAudience(people),
    key: randomUUID(),
    emails: (await Promise.all(emails)).filter(({ recipients }) => recipients > 0),
  };
}

/**
 * Emails each borrower in the audience, all in one transaction, so that nobody gets it twice, even after a crash.
 * Refuses if the preview had a different number of them. Idempotent by its key.
 */
export async function sendMessage(
  parts: Parts,
  { subject, text, recipients, key, ...audience }: Received<typeof declaration>["body"],
  actor: Actor,
): Promise<void> {
  await inTransaction(parts.db, async (tx) => {
    await lockMessages(tx);
    if (await hasMail(tx, { kind: "message", parts: [key] })) return;
    if (await isMessageKindOff(tx)) throw new Refusal({ kind: "invalid" }, { sentence: ownMessages.messagesOff });
    const { label, reached, total } = await readAudience(parts, tx, audience);
    const max = { atOnce: maxRecipients, perHour: Math.ceil(maxPerHour * parts.configuration.rateLimitScale) };
    const refuse = (cause: "nobody" | "too-many" | "changed" | "hour", limit = max.atOnce) =>
      new Refusal({ kind: "message-not-sent", cause, now: total, max: limit });
    if (total === 0) throw refuse("nobody");
    if (total > max.atOnce) throw refuse("too-many");
    const ids = reached.map(({ borrower_id }) => borrower_id);
    if (total !== recipients || (await keepBorrowers(tx, ids)) !== total) throw refuse("changed");
    const lately = await messagesSince(tx, new Date(actor.at.getTime() - hour));
    if (lately + total > max.perHour) throw refuse("hour", max.perHour);
    for (const { borrower_id: borrowerId, email_address: address, language } of reached)
      await enqueueMail(tx, {
        kind: "message",
        to: { borrowerId, address },
        letter: messageLetter({ subject, text }, language),
        at: actor.at,
        writtenBy: actor.userId,
        onceKey: JSON.stringify(["message", key, borrowerId]),
      });
    await recordActivity(tx, actor, {
      call: sendCall.call,
      ...subjectOf(audience, label),
      before: null,
      after: { Subject: inOneLine(subject), Emails: total },
    });
  });
}

/** Logs a message in the history of its borrower or title. */
function subjectOf({ to, id }: Audience, label: string) {
  if (to === "borrower") return { kind: "borrowers", subjectId: id, label } as const;
  if (to === "title") return { kind: "item", subjectId: id, label } as const;
  return { kind: "mail", subjectId: null, label: to === "school" ? label : "Overdue orders" } as const;
}

type ReadAudience = { label: string; reached: AudienceMember[]; total: number; unreached: AudienceMember[] };

async function readAudience({ clock, configuration }: Parts, db: Database, audience: Audience): Promise<ReadAudience> {
  const label = found(await labelOf(db, audience));
  const today = dayOf(clock.now(), configuration.timeZone);
  const members = await audienceMembers(db, audience, { today, limit: maxRecipients });
  const reached = members.filter((member) => member.is_reached);
  return { label, reached, total: reached[0]?.total ?? 0, unreached: members.filter((member) => !member.is_reached) };
}

function presentAudience({ label, reached, total, unreached }: ReadAudience): AudiencePeople {
  return {
    label,
    recipients: total,
    names: reached.slice(0, maxNamed.recipients).map(({ name }) => name),
    unreached: unreached.slice(0, maxNamed.unreached).map((member) => ({
      borrowerId: member.borrower_id,
      borrowerName: member.name,
      phoneNumber: member.phone_number,
      why: member.is_read ? "not confirmed" : "no login",
    })),
    unreachedTotal: unreached[0]?.total ?? 0,
  };
}

type Message = { subject: string; text: string };

const maxPreview = 120; // characters; mail programs show it next to the subject

/** Joins lines, so that a subject can't add a header. */
const inOneLine = (words: string) => words.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();

/** Writes the email. Its standard parts are in the reader's language. Blank lines separate paragraphs. */
export function messageLetter({ subject, text }: Message, language: LanguageCode): Letter {
  const paragraphs = text
    .replaceAll(/\r\n?/g, "\n")
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== "");
  const words = { heading: inOneLine(subject), preview: cut(inOneLine(paragraphs[0] ?? ""), maxPreview) };
  return letterOf(
    language,
    words,
    paragraphs.map((paragraph) => ({ is: "text", text: paragraph })),
  );
}
