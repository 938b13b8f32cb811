import MailComposer from "nodemailer/lib/mail-composer";
import { withName } from "#contract/desk/package.ts";
import { addDays } from "../clock.ts";
import { letterHtml } from "./letter/letter-html.ts";
import { type Letter, type Letterhead, letterText } from "./letter/letter.ts";

export type Mailbox = { name: string; address: string };

/** The parts of a mail. The same parts make the same mail, apart from MIME boundaries. */
export type MailParts = { messageId: string; from: Mailbox; to: Mailbox; letter: Letter; head: Letterhead; at: Date };

/** Composes a mail as bytes: text, HTML, and a calendar file if the letter has a date. */
export async function composeMail({ messageId, from, to, letter, head, at }: MailParts): Promise<Buffer> {
  const { calendar, unsubscribePath } = letter;
  const composer = new MailComposer({
    messageId: `<${messageId}@${from.address.split("@")[1] ?? "localhost"}>`,
    date: at,
    from: { name: from.name || head.siteName, address: from.address },
    // replies go to the library's mailbox even when another address sends
    ...(head.email && { replyTo: { name: head.siteName, address: head.email } }),
    to,
    subject: letter.subject,
    text: letterText(letter, head),
    html: letterHtml(letter, head),
    // ask for no out-of-office replies
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
          filename: calendar.isCanceled ? "canceled-dates.ics" : "due-date.ics",
          contentType: `text/calendar; charset=utf-8; method=${methodOf(calendar)}`,
          content: calendarFile(calendar, from, head, at),
        },
      ],
    }),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}

type Calendar = NonNullable<Letter["calendar"]>;

const methodOf = ({ isCanceled }: Calendar) => (isCanceled ? "CANCEL" : "PUBLISH");

/**
 * Writes an all-day event with a reminder two days before (RFC 5545), at the library's return address, or cancels it
 * (RFC 5546). The sender is its organizer, because calendars let nobody else cancel it.
 */
function calendarFile(
  calendar: Calendar,
  from: Mailbox,
  { siteName, postalAddress }: Letterhead,
  writtenAt: Date,
): string {
  const { uid, sequence, day, summary, description, more = [], isCanceled = false } = calendar;
  const location = withName(siteName, postalAddress).split("\n").join(", ");
  const eventLines = (event: { uid: string; day: string; to: string; summary: string }, extraLines: string[]) => [
    "BEGIN:VEVENT",
    `UID:${escaped(event.uid)}`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${writtenAt.toISOString().replace(/[-:]|\.\d+/g, "")}`,
    `DTSTART;VALUE=DATE:${event.day.replaceAll("-", "")}`,
    `DTEND;VALUE=DATE:${addDays(event.to, 1).replaceAll("-", "")}`,
    `SUMMARY:${escaped(event.summary)}`,
    `DESCRIPTION:${escaped(description)}`,
    `ORGANIZER:mailto:${from.address}`,
    "TRANSP:TRANSPARENT",
    ...(isCanceled ? ["STATUS:CANCELLED"] : []),
    ...extraLines,
    "END:VEVENT",
  ];
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Lending library//Mail//EN",
    `METHOD:${methodOf(calendar)}`,
    ...more.flatMap((event) => eventLines(event, [])),
    ...eventLines({ uid, day, to: day, summary }, [
      ...(postalAddress === "" ? [] : [`LOCATION:${escaped(location)}`]),
      ...(isCanceled ? [] : alarm(summary)),
    ]),
    "END:VCALENDAR",
  ];
  return `${lines.map(folded).join("\r\n")}\r\n`;
}

const alarm = (summary: string) => [
  "BEGIN:VALARM",
  "ACTION:DISPLAY",
  `DESCRIPTION:${escaped(summary)}`,
  "TRIGGER:-P2D",
  "END:VALARM",
];

function escaped(text: string): string {
  return text
    .replace(/[\\;,]/g, "\\$&")
    .replace(/\r?\n/g, "\\n")
    .replaceAll("\r", "");
}

/** Folds a line at 75 bytes without splitting a character. */
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
