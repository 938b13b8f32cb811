import { describe, expect, it } from "vitest";
import { languages } from "#contract/site/languages.ts";
import { blockLetter } from "#server/people/borrowers/change-borrower.ts";
import { letterHtml } from "#server/platform/mail/letter/letter-html.ts";
import { type Letter, letterText } from "#server/platform/mail/letter/letter.ts";
import { letterhead } from "#server/test/both-languages.ts";
import { circulationFixture } from "#server/test/circulation-fixture.ts";
import { answerResets, mailsTo } from "#server/test/mails.ts";
import { letPass } from "#server/test/run-jobs.ts";
import type { OrderFacts } from "./notices.queries.ts";
import { canceledLetter } from "./order-letters.ts";

const fixture = await circulationFixture();
const { call } = fixture;

const words = "Wrong titles.\nVerify at https://bad.example";
const order: Omit<OrderFacts, "language"> = {
  order_id: 1,
  version: 1,
  borrower_id: 1,
  tracking_number: "",
  ship_date: null,
  return_date: null,
  ship_to: "Ada Field",
  days: null,
  back: null,
  lines: [],
  email_address: "ada@school.example",
  is_read: true,
  is_reached: true,
};

describe("text that people wrote", () => {
  it.each(
    languages.flatMap((language): [string, Letter][] => [
      [`a cancellation (${language})`, canceledLetter({ ...order, language }, words)],
      [`a block (${language})`, blockLetter(words, language)],
    ]),
  )("stands quoted on lines of its own in the email about %s", (_name, letter) => {
    const text = letterText(letter, letterhead);
    expect(text).toContain("\n\n> Wrong titles.\n> Verify at https://bad.example\n\n");
    expect(text.split("bad.example")).toHaveLength(2);
    const html = letterHtml(letter, letterhead);
    expect(html).toMatch(/<td [^>]*border-left:3px[^>]*>Wrong titles\.<br>Verify at https:\/\/bad\.example<\/td>/);
    expect(html.split("bad.example")).toHaveLength(2);
  });

  it("isn't in emails to an unconfirmed mailbox, and neither is the username", async () => {
    const victim = "victim@school.example";
    const stranger = await fixture.newBorrower("www.bad.example", {
      name: "IT desk: verify at https://bad.example/name",
      school_name: "bad.example/school",
      school_district: "bad.example/district",
      street: "bad.example/street",
      email_address: victim,
      mailbox_confirmed_at: null,
    });
    const title = await fixture.newTitle("Food Is Fun", 3);
    await fixture.reserve(stranger, [[title, 1]]);
    await call(stranger, "POST Account/SendConfirmation");
    await call(null, "POST Account/RequestResetPassword/www.bad.example");
    await answerResets(fixture);
    await fixture
      .desk(await fixture.newAdmin("clerk", "clerk"))
      .ship(stranger, [[title, 1]], { returnDate: "2026-04-01" });
    await letPass(fixture.db, 120);
    await fixture.writeNotices();
    const mails = await mailsTo(fixture, victim);
    expect(mails.map(({ kind }) => kind)).toEqual(["order-received", "confirm-mailbox", "reset", "order-shipped"]);
    for (const { letter } of mails) {
      const text = letterText(letter, letterhead) + letterHtml(letter, letterhead);
      expect(text).not.toMatch(/IT desk|bad\.example/);
    }
  });
});
