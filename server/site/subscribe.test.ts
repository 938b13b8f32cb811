import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import {
  confirmSubscription,
  leaveMailingList,
  subscribe,
  subscribersCsv,
  unsubscribe,
} from "#contract/site/content.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import { composeMail } from "#server/platform/mail/compose-mail.ts";
import { letterHtml } from "#server/platform/mail/letter/letter-html.ts";
import { letterText } from "#server/platform/mail/letter/letter.ts";
import { letterhead } from "#server/test/both-languages.ts";
import { testApp } from "#server/test/app.ts";
import { anAdmin } from "#server/test/factories.ts";
import { buttonsOf, mailsTo, secretIn } from "#server/test/mails.ts";
import { cleanUpMailingList } from "./mailing-list.ts";
import { optInLetter } from "./mailing-list-letters.ts";

const fixture = await testApp({ settings: { PUBLIC_URL: "https://library.example" } });
const thanks = { isSuccess: true, message: ownMessages.subscribed };

const signUp = async (emailAddress: string, more: object = {}) =>
  (await fixture.callLoosely(subscribe, { body: { emailAddress, ...more } })).body;
const lettersTo = async (address: string) => (await mailsTo(fixture, address)).map(({ letter }) => letter);
const entries = () =>
  fixture.db.selectFrom("mailing_list").select(["email_address", "confirmed_at", "leave_key"]).execute();
const isListed = async (address: string) =>
  (await entries()).some((entry) => entry.email_address === address && entry.confirmed_at !== null);
const confirm = async (token: string) => (await fixture.call(confirmSubscription, { body: { token } })).body;

describe("a sign-up", () => {
  it("adds the address once its link is used, and using it again changes nothing", async () => {
    expect(await signUp(" kim@school.example ")).toEqual(thanks);
    expect(await isListed("kim@school.example")).toBe(false);
    const token = await secretIn(fixture, "kim@school.example");
    expect(buttonsOf((await mailsTo(fixture, "kim@school.example"))[0])[0]?.path).toMatch(
      /^\/signup\/confirm#[\w-]{43}$/,
    );
    expect(await confirm(token)).toEqual({ isSuccess: true, message: ownMessages.subscriptionConfirmed });
    expect(await confirm(token)).toMatchObject({ isSuccess: true });
    expect(await isListed("kim@school.example")).toBe(true);
    expect(await confirm("guessed")).toEqual({
      isSuccess: false,
      message: ownMessages.mailLinkInvalid,
      reason: { kind: "link-expired", link: "mailing list" },
    });
    const rows = JSON.stringify(await fixture.db.selectFrom("mailing_list").selectAll().execute());
    expect(rows).not.toContain(token);
  });

  it("gets an email in the language of the page", async () => {
    const signUpIn = (language: string) =>
      fixture.app.inject({
        method: "POST",
        url: "/api/MailingList/Subscribe",
        headers: { cookie: `language=${language}` },
        payload: { emailAddress: "sol@school.example" },
      });
    await signUpIn("es");
    fixture.clock.move(16 * 60_000);
    await signUpIn("en");
    const letters = await lettersTo("sol@school.example");
    expect(letters.map(({ language, subject }) => [language, subject])).toEqual([
      ["es", "Confirme su suscripción"],
      ["en", "Please confirm your sign-up"],
    ]);
  });

  it("by a subscriber gets the same answer, and only an email explains", async () => {
    await signUp("known@school.example");
    await confirm(await secretIn(fixture, "known@school.example"));
    fixture.clock.move(16 * 60_000);
    expect(await signUp("Known@School.example")).toEqual(thanks);
    expect((await lettersTo("Known@School.example")).map(({ heading }) => heading)).toEqual([
      "You’re on our mailing list",
    ]);
    expect((await entries()).filter((entry) => /^known@/i.test(entry.email_address))).toHaveLength(1);
  });

  it("gets one email per address in fifteen minutes, even if requested concurrently", async () => {
    await Promise.all(Array.from({ length: 8 }, () => signUp("flooded@school.example")));
    expect(await lettersTo("flooded@school.example")).toHaveLength(1);
    fixture.clock.move(16 * 60_000);
    await signUp("flooded@school.example");
    const [first, second] = await lettersTo("flooded@school.example");
    expect(second?.heading).toBe(first?.heading);
    expect(JSON.stringify(second)).not.toBe(JSON.stringify(first));
  });

  it("of a bot gets the usual answer, and stores nothing", async () => {
    expect(await signUp("robot@spam.example", { website: "https://spam.example" })).toEqual(thanks);
    expect((await entries()).map((entry) => entry.email_address)).not.toContain("robot@spam.example");
    expect(await lettersTo("robot@spam.example")).toEqual([]);
  });

  it("is rejected after 600 emails in an hour to all addresses", async () => {
    const full = await testApp({ settings: { RATE_LIMIT_SCALE: "1" } });
    await sql`
      insert into mailing_list (email_address, email_key, asked_at, mailed_at, leave_key)
      select name, name, ${full.clock.now()}, ${full.clock.now()}, name
      from (select number || '@school.example' as name from generate_series(1, 600) as number) as names`.execute(
      full.db,
    );
    const last = async () => (await full.call(subscribe, { body: { emailAddress: "last@school.example" } })).status;
    expect(await last()).toBe(429);
    full.clock.move(61 * 60_000);
    expect(await last()).toBe(200);
  });
});

describe("unsubscribing", () => {
  it("deletes the address with one click in a mail program, and is idempotent", async () => {
    await signUp("leaver@school.example");
    const [mail] = await lettersTo("leaver@school.example");
    if (!mail) throw new Error("There is no mail.");
    const message = await composeMail({
      messageId: "1",
      from: { name: "", address: "library@library.example" },
      to: { name: "", address: "leaver@school.example" },
      letter: mail,
      head: { ...letterhead, publicUrl: "https://library.example" },
      at: new Date(),
    });
    const source = message.toString("utf8").replaceAll(/\r\n\s+/g, " ");
    const link = /^List-Unsubscribe: <(https:\/\/library\.example\/api\/[^>]+)>/m.exec(source)?.[1] ?? "";
    expect(source).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");

    const token = await secretIn(fixture, "leaver@school.example");
    await confirm(token);
    for (let round = 0; round < 2; round += 1) {
      const answer = await fixture.app.inject({
        method: "POST",
        url: link.replace("https://library.example", ""),
        headers: { "content-type": "application/x-www-form-urlencoded" },
        payload: "List-Unsubscribe=One-Click",
      });
      expect([answer.statusCode, answer.json()]).toEqual([200, { isSuccess: true, message: ownMessages.unsubscribed }]);
    }
    expect((await entries()).map((entry) => entry.email_address)).not.toContain("leaver@school.example");
    expect(await confirm(token)).toMatchObject({ isSuccess: false });
  });

  it("takes only its own link: not a guess, and not the link that confirms, which confirms only", async () => {
    await signUp("separate@school.example");
    const confirmToken = await secretIn(fixture, "separate@school.example");
    const before = await entries();
    for (const key of ["guessed", confirmToken]) {
      expect((await fixture.call(unsubscribe, { params: { key } })).body).toMatchObject({ isSuccess: true });
      expect((await fixture.call(leaveMailingList, { body: { token: key } })).body).toMatchObject({ isSuccess: true });
    }
    expect(await entries()).toEqual(before);
    const { leave_key: leaveKey = "" } = before.find(({ email_address }) => email_address.startsWith("separate")) ?? {};
    expect(await confirm(leaveKey)).toMatchObject({ isSuccess: false });
    expect(await confirm(confirmToken)).toMatchObject({ isSuccess: true });
  });
});

describe("the mailing list", () => {
  it("downloads as a CSV with unsubscribe links and without formulas", async () => {
    await signUp("+cmd@school.example");
    await confirm(await secretIn(fixture, "+cmd@school.example"));
    await signUp("unconfirmed@school.example");
    const { token } = await anAdmin(fixture);
    const answer = await fixture.app.inject({
      url: `/api/${subscribersCsv.call.split(" ")[1]}`,
      headers: { authorization: `Bearer ${token}` },
    });
    const lines = answer.body.split("\r\n");
    expect(answer.headers["content-disposition"]).toMatch(/mailing-list-\d{4}-\d\d-\d\d\.csv/);
    expect(lines[0]).toBe('\uFEFF"E-mail","On the list since","Unsubscribe link"');
    expect(lines.some((line) => line.startsWith(`"'+cmd@school.example"`))).toBe(true);
    expect(answer.body).toContain('"https://library.example/signup/leave#');
    expect(answer.body).not.toContain("unconfirmed@");
  });

  it("drops addresses that are unconfirmed after a week, and no others", async () => {
    await signUp("forgotten@school.example");
    const later = { now: () => new Date(fixture.clock.now().getTime() + 8 * 24 * 3_600_000) };
    const subscribers = (await entries()).filter(({ confirmed_at }) => confirmed_at !== null);
    await cleanUpMailingList(fixture.db, later);
    expect(await entries()).toEqual(subscribers);
  });
});

it("the opt-in email has links to confirm and to unsubscribe", () => {
  const optIn = optInLetter({ confirmPath: "/signup/confirm#abc", leavePath: "/signup/leave#def" }, "en");
  const text = letterText(optIn, letterhead);
  expect(text).toContain("Confirm:\nhttps://library.example.org/signup/confirm#abc");
  expect(text).toContain("Unsubscribe:\nhttps://library.example.org/signup/leave#def");
});

it("the Spanish opt-in email opens its page in Spanish, with the secret after the language", () => {
  const optIn = optInLetter({ confirmPath: "/signup/confirm#abc", leavePath: "/signup/leave#def" }, "es");
  for (const body of [letterText(optIn, letterhead), letterHtml(optIn, letterhead)])
    expect(body).toContain("https://library.example.org/signup/confirm?lang=es#abc");
});
