import { simpleParser } from "mailparser";
import { describe, expect, it } from "vitest";
import { type MailKind, mailKinds, previewMail } from "#contract/admin/mail.ts";
import { previewMessage } from "#contract/admin/messages.ts";
import * as calls from "#contract/site/content.ts";
import { type LanguageCode, languages } from "#contract/site/languages.ts";
import { type MailText, pageContent } from "#contract/site/sections.ts";
import { today } from "#server/platform/clock.ts";
import { inTransaction } from "#server/platform/database.ts";
import { createLog } from "#server/platform/log.ts";
import { composeMail } from "#server/platform/mail/compose-mail.ts";
import { letterHtml } from "#server/platform/mail/letter/letter-html.ts";
import { type Letter, letterText } from "#server/platform/mail/letter/letter.ts";
import { enqueueMail } from "#server/platform/mail/outbox.queries.ts";
import { sendMailJob } from "#server/platform/mail/send-mail.ts";
import { createContentReader, mailContent } from "#server/site/public.ts";
import { testApp } from "#server/test/app.ts";
import { aBorrower, anAdmin } from "#server/test/factories.ts";
import { runDueJobs } from "#server/test/run-jobs.ts";
import { messageLetter } from "./messages.ts";
import { sampleLetters } from "./sample-letters.ts";

const fixture = await testApp();
const { db, clock, configuration } = fixture;
const manager = await anAdmin(fixture, { userName: "manager" });

const from = { name: "", address: "library@example.org" };
const sent: Buffer[] = [];
/** The mail worker of another instance, which shares only the database. */
const content = mailContent(createContentReader(db), configuration.publicUrl);
const worker = sendMailJob({
  db,
  clock,
  log: createLog("silent"),
  secretKey: configuration.secretKey,
  maxPerHour: () => 1000,
  from: () => from,
  carrier: async ({ bytes }, begin) => {
    await begin();
    sent.push(bytes);
    return undefined;
  },
  ...content,
});

const sampleOf = (kind: MailKind, language: LanguageCode) =>
  sampleLetters[kind]({ language, today: today(clock, configuration.timeZone), loanDays: 30 });

/** Sends an email; returns it, and the same email composed from its letter alone. */
async function send(kind: MailKind, letter: Letter) {
  const to = { name: "", address: "ada@school.example" };
  const at = new Date("2026-11-21T16:00:00Z");
  await inTransaction(db, (tx) => enqueueMail(tx, { kind, to: { ...to, borrowerId: null }, letter, at }));
  const row = db.selectFrom("mails").select("message_id").orderBy("mail_id", "desc");
  const { message_id: messageId } = await row.executeTakeFirstOrThrow();
  await runDueJobs(db, [worker]);
  const head = await content.letterhead(letter.language ?? "en");
  const alone = await composeMail({ messageId, from, to, letter, head, at });
  return { mail: withoutBoundaries(sent.pop() ?? Buffer.of()), alone: withoutBoundaries(alone), head };
}
const withoutBoundaries = (bytes: Buffer) => bytes.toString("latin1").replaceAll(/--_NmP-[\w-]+/g, "--_NmP");

const versionOf = async (kind: MailKind) =>
  (await fixture.call(calls.getEditableContent, {}, manager.token)).body.data.revisions[`mail-${kind}`]?.version ?? -1;
const save = async (kind: MailKind, text: Partial<MailText>, version?: number) => {
  const body = { section: `mail-${kind}`, version: version ?? (await versionOf(kind)), content: text };
  return (await fixture.callLoosely(calls.saveSection, { body }, manager.token)).body;
};
const own = { before: "Our first.", beforeInSpanish: "Primero.", after: "Our last.", afterInSpanish: "Por último." };

describe.each(mailKinds)("an email of the type %s", (kind) => {
  it.each(languages)(
    "is unchanged without paragraphs, and has them around its own text, like its preview: %s",
    async (language) => {
      const letter = sampleOf(kind, language);
      await save(kind, { before: " \n ", after: "" });
      const plain = await send(kind, letter);
      expect(plain.mail).toBe(plain.alone);

      const version = await versionOf(kind);
      const preview = { kind, language, content: own };
      const { data } = (await fixture.call(previewMail, { body: preview }, manager.token)).body;
      await save(kind, own, version); // nobody else saved: previews change nothing
      const { mail, alone, head } = await send(kind, letter);
      const { text = "", html, subject, headers } = await simpleParser(Buffer.from(mail, "latin1"));
      const isSpanish = letter.language === "es";
      const [before, after] = isSpanish ? [own.beforeInSpanish, own.afterInSpanish] : [own.before, own.after];
      expect(text.trim().startsWith(`${letter.heading}\n\n${before}\n\n`)).toBe(true);
      expect(text).toContain(`\n\n${after}\n\n-- \n`);
      expect(text.trim().replace(`${before}\n\n`, "").replace(`${after}\n\n`, "")).toBe(
        letterText(letter, head).trim(),
      );
      const paragraph = (words: string) => new RegExp(`<p class="ink" style="[^"]*">${words}</p>\n`);
      expect(String(html).replace(paragraph(before), "").replace(paragraph(after), "")).toBe(letterHtml(letter, head));
      expect(data).toEqual({ language: letter.language, subject, text: text.replace(/\n*$/, "\n") });
      expect(subject).toBe(letter.subject);
      const original = await simpleParser(Buffer.from(alone, "latin1"));
      expect([...headers]).toEqual([...original.headers]);
    },
  );
});

describe("the paragraphs of an email", () => {
  const shipped = (language: LanguageCode) => sampleOf("order-shipped", language);

  it("are only in emails of their language", async () => {
    await save("order-shipped", { before: own.before });
    const spanish = await send("order-shipped", shipped("es"));
    expect(spanish.mail).toBe(spanish.alone);
    await save("order-shipped", { beforeInSpanish: own.beforeInSpanish });
    const english = await send("order-shipped", shipped("en"));
    expect(english.mail).toBe(english.alone);
  });

  it("are text without markup, with line breaks, and with links to the web only", async () => {
    const before = `<b>&"Hi"</b>\r\nBcc: x@y.example\n\u200Eשלום javascript:alert(1) ftp://f.example a@b.example`;
    await save("order-shipped", { before, after: "See https://library.example/a?b=1&c='2'<i> (or http://b.example)." });
    const { mail, alone } = await send("order-shipped", shipped("en"));
    const parsed = await simpleParser(Buffer.from(mail, "latin1"));
    expect(parsed.text).toContain(`<b>&"Hi"</b>\nBcc: x@y.example\n\u200Eשלום javascript:alert(1)`);
    const html = String(parsed.html);
    expect(html).toContain(
      "&lt;b&gt;&amp;&quot;Hi&quot;&lt;/b&gt;\r<br>Bcc: x@y.example<br>\u200Eשלום javascript:alert(1) ftp://f.example a@b.example</p>",
    );
    expect(html).toContain('See <a href="https://library.example/a?b=1&amp;c=&#39;2&#39;" class="link"');
    expect(html).toContain("&lt;i&gt; (or <a href=");
    expect(html).toContain('">http://b.example</a>).</p>');
    const original = await simpleParser(Buffer.from(alone, "latin1"));
    expect([...parsed.headers]).toEqual([...original.headers]);
  });

  it("are in the preview of a message from staff", async () => {
    await save("message", own);
    const { borrowerId: id } = await aBorrower(fixture);
    const message = {
      to: "borrower",
      id,
      school: "",
      district: "",
      subject: "We moved",
      text: "Our own news.",
    } as const;
    const { data } = (await fixture.call(previewMessage, { body: message }, manager.token)).body;
    const { text } = await simpleParser(
      Buffer.from((await send("message", messageLetter(message, "en"))).mail, "latin1"),
    );
    expect(text).toContain(`${own.before}\n\nOur own news.\n\n${own.after}`);
    expect(data.emails).toMatchObject([{ text: text?.replace(/\n*$/, "\n") }]);
  });

  it("are not in the texts for visitors", async () => {
    await save("welcome", { before: "For borrowers only." });
    const { data } = (await fixture.call(calls.getPageContent, { query: {} })).body;
    expect(Object.keys(data).toSorted()).toEqual(Object.keys(pageContent.shape).toSorted());
    expect(JSON.stringify(data)).not.toContain("For borrowers only.");
  });
});
