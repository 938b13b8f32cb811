import MailComposer from "nodemailer/lib/mail-composer";
import { withName } from "#contract/desk/package.ts";
import { addDays } from "../clock.ts";
import { letterHtml } from "./letter/letter-html.ts";
import { type Letter, type Letterhead, letterText } from "./letter/letter.ts";

export type Mailbox = { name: string; address: string };

/** What a mail is made of. The same parts make the same mail, apart from the boundaries between its parts. */
export type MailParts = { messageId: string; from: Mailbox; to: Mailbox; letter: Letter; head: Letterhead; at: Date };

/** The mail as bytes: text, HTML, and a calendar file where the letter has a day. Its sender is the library, unless a manager gave another name. */
export async function composeMail({ messageId, from, to, letter, head, at }: MailParts): Promise<Buffer> {
  const { calendar, unsubscribePath } = letter;
  const composer = new MailComposer({
    messageId: `<${messageId}@${from.address.split("@")[1] ?? "localhost"}>`,
    date: at,
    from: { name: from.name || head.siteName, address: from.address },
    // answers go to the library's mailbox, also where another one sends
    ...(head.email && { replyTo: { name: head.siteName, address: head.email } }),
    to,
    subject: letter.subject,
    text: letterText(letter, head),
    html: letterHtml(letter, head),
    // no out-of-office answer to a machine
    headers: {
      "Auto-Submitted": "auto-generated",
      "X-Auto-Response-Suppress": "All",
      ...(unsubscribePath && {
        "List-Unsubscribe": `<${head.publicUrl}${unsubscribePath}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
    },
    ...(calendar && {
      attachments: [
        {
          filename: "due-date.ics",
          contentType: "text/calendar; charset=utf-8; method=PUBLISH",
          content: calendarFile(calendar, head, at),
        },
      ],
    }),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}

/** A whole day with a reminder two days before, as an iCalendar file (RFC 5545): its place is where parcels go back to. */
function calendarFile(
  { uid, day, summary, description, more = [] }: NonNullable<Letter["calendar"]>,
  { siteName, postalAddress }: Letterhead,
  writtenAt: Date,
): string {
  const place = withName(siteName, postalAddress).split("\n").join(", ");
  const event = (of: { uid: string; day: string; to: string; summary: string }, rest: string[]) => [
    "BEGIN:VEVENT",
    `UID:${escaped(of.uid)}`,
    `DTSTAMP:${writtenAt.toISOString().replace(/[-:]|\.\d+/g, "")}`,
    `DTSTART;VALUE=DATE:${of.day.replaceAll("-", "")}`,
    `DTEND;VALUE=DATE:${addDays(of.to, 1).replaceAll("-", "")}`,
    `SUMMARY:${escaped(of.summary)}`,
    `DESCRIPTION:${escaped(description)}`,
    "TRANSP:TRANSPARENT",
    ...rest,
    "END:VEVENT",
  ];
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Lending library//Mail//EN",
    "METHOD:PUBLISH",
    ...more.flatMap((other) => event(other, [])),
    ...event({ uid, day, to: day, summary }, [
      ...(postalAddress === "" ? [] : [`LOCATION:${escaped(place)}`]),
      "BEGIN:VALARM",
      "ACTION:DISPLAY",
      `DESCRIPTION:${escaped(summary)}`,
      "TRIGGER:-P2D",
      "END:VALARM",
    ]),
    "END:VCALENDAR",
  ];
  return `${lines.map(folded).join("\r\n")}\r\n`;
}

function escaped(text: string): string {
  return text
    .replace(/[\\;,]/g, "\\$&")
    .replace(/\r?\n/g, "\\n")
    .replaceAll("\r", "");
}

/** At most 75 bytes a line, never within a character. */
function folded(line: string): string {
  const parts: string[] = [];
  let part = "";
  for (const character of line) {
    if (Buffer.byteLength(part + character) > 73) {
      parts.push(part);
      part = "";
    }
    part += character;
  }
  return [...parts, part].join("\r\n ");
}
