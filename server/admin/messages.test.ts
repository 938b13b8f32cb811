import { describe, expect, it } from "vitest";
import {
  type Audience,
  type AudiencePeople,
  maxRecipients,
  type MessagePreview,
  previewMessage,
  sendMessage,
} from "#contract/admin/messages.ts";
import type { StaffMail } from "#contract/admin/mail.ts";
import type { Reason } from "#contract/wire/refusals.ts";
import { circulationFixture, type Person } from "#server/test/circulation-fixture.ts";
import { waitingForLocks } from "#server/test/concurrency/hold-order.ts";
import { runDueJobs } from "#server/test/run-jobs.ts";
import { composeMail, type MailParts } from "#server/platform/mail/compose-mail.ts";
import { createLog } from "#server/platform/log.ts";
import { openedLetter } from "#server/test/mails.ts";
import { sendMailJob } from "#server/platform/mail/send-mail.ts";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";

const fixture = await circulationFixture(); // Monday, March 2, 2026, at 10 a.m.
const { db, call, clock } = fixture;
const clerk = await fixture.newAdmin("clerk", "clerk");
const desk = fixture.desk(clerk);

let people = 0;
/** Registers a borrower at a new school. */
const aReader = (fields: Parameters<typeof fixture.newBorrower>[1] = {}) => {
  const name = `reader${(people += 1)}`;
  return fixture.newBorrower(name, {
    school_name: `${name} School`,
    email_address: `${name}@school.example`,
    ...fields,
  });
};

const words = { subject: "We moved", text: "Please send packages to our new address." };
const everyone = { to: "overdue", id: 0, school: "", district: "" } satisfies Audience;
const only = ({ borrowerId }: Person): Audience => ({ ...everyone, to: "borrower", id: borrowerId ?? 0 });
const atSchool = (school: string): Audience => ({ ...everyone, to: "school", school, district: "Valley Unified" });

const peopleOf = async (audience: Audience) => {
  const query = new URLSearchParams({ ...audience, id: String(audience.id) });
  return (await call<AudiencePeople>(clerk, `GET Mail/GetAudience?${String(query)}`)).data;
};

type Refused = { reason?: Reason };
const send = async (audience: Audience, more: object = {}) => {
  const { recipients } = await peopleOf(audience);
  const body = { ...audience, ...words, recipients: recipients || 1, key: randomUUID(), ...more };
  const answer: Awaited<ReturnType<typeof call>> & Refused = await call(clerk, sendMessage.call, body);
  return answer;
};

/** Returns the addresses and letters of the messages with this subject. */
const messagesAbout = async (subject: string) => {
  const mails = db.selectFrom("mails").selectAll().where("kind", "=", "message").where("subject", "=", subject);
  return mails.orderBy("mail_id").execute();
};
const addressesOf = async (subject: string) => (await messagesAbout(subject)).map((mail) => mail.to_address);

describe("a message goes to", () => {
  it("one borrower, and is in their history with its writer", async () => {
    const [ann] = [await aReader(), await aReader()];
    const answer = await send(only(ann), { subject: "About your order" });
    expect(answer).toMatchObject({ isSuccess: true, data: { recipients: 1 } });
    const { data } = await call<{ mails: object[]; emailAddress: string }>(
      clerk,
      `GET Borrowers/Get/${ann.borrowerId}`,
    );
    expect(await addressesOf("About your order")).toEqual([data.emailAddress]);
    expect(data.mails).toMatchObject([{ subject: "About your order", writtenByName: "clerk" }]);
    const entries = await db.selectFrom("activity_log").selectAll().where("call", "=", sendMessage.call).execute();
    expect(entries).toMatchObject([{ kind: "borrowers", subject_id: ann.borrowerId, user_id: clerk.userId }]);
    expect(JSON.stringify(entries)).not.toContain(words.text);
  });

  it("everyone with a copy of a title on loan, once each", async () => {
    const title = await fixture.newTitle("Food and mood", 6);
    const [ann, bo, packed, past] = [await aReader(), await aReader(), await aReader(), await aReader()];
    await desk.ship(ann, [[title, 1]]);
    await desk.ship(ann, [[title, 1]]);
    await desk.ship(bo, [[title, 1]]);
    await desk.pack(await fixture.order(packed, [[title, 1]]), 1);
    const other = await fixture.newTitle("Not about it", 1);
    const { copyIds } = await desk.ship(past, [
      [title, 1],
      [other, 1],
    ]);
    await desk.checkIn(copyIds.find((copyId) => title.copyIds.includes(copyId))); // the order is still shipped
    const audience: Audience = { ...everyone, to: "title", id: title.itemId };
    expect(await peopleOf(audience)).toMatchObject({ recipients: 2, unreachedTotal: 0 });
    await send(audience, { subject: "A page is missing" });
    const addresses = await addressesOf("A page is missing");
    expect(addresses).toHaveLength(2);
    for (const who of [ann, bo]) expect(addresses).toContain(await addressOf(who));
  });

  it("everyone with an overdue order, as the list of orders counts them, once each", async () => {
    const title = await fixture.newTitle("Overdue thing", 6);
    const [late, early, onItsWay] = [await aReader(), await aReader(), await aReader()];
    const overdue = { shipDate: "2026-02-02", returnDate: "2026-02-20" };
    await desk.ship(late, [[title, 1]], overdue);
    await desk.ship(late, [[title, 1]], overdue);
    await desk.ship(early, [[title, 1]], { shipDate: "2026-02-02", returnDate: "2026-03-20" });
    const sent = await desk.ship(onItsWay, [[title, 1]], overdue);
    await db.updateTable("orders").set({ sent_back_on: "2026-03-01" }).where("order_id", "=", sent.orderId).execute();
    const { total } = await call(clerk, "GET Desk/SearchOrders?work=overdue");
    expect(total).toBe(2);
    await send(everyone, { subject: "Please send them back" });
    expect(await addressesOf("Please send them back")).toEqual([await addressOf(late)]);
  });

  it("everyone at a school, by its names as borrowers wrote them or as in the directory", async () => {
    await sql`insert into districts values ('1234567', 'Valley Unified', 'Fresno')`.execute(db);
    await sql`insert into schools (cds_code, district_code, school, district, city, state, zip, is_open)
      values ('12345670000001', '1234567', 'Big Oak Elementary', 'Valley Unified', 'Fresno', 'CA', '93701', true)`.execute(
      db,
    );
    const spellings = ["Big Oak Elementary School", "big oak elem", "BIG OAK ELEMENTARY"];
    const colleagues = await Promise.all(spellings.map((school_name) => aReader({ school_name })));
    await aReader({ school_name: "Big Oak Middle" });
    const unlisted = await aReader({ school_name: "Little Fir" });
    await send(atSchool("Big Oak Elementary"), { subject: "For Big Oak" });
    expect((await addressesOf("For Big Oak")).toSorted()).toEqual(await Promise.all(colleagues.map(addressOf)));
    await send(atSchool("little fir"), { subject: "For Little Fir" });
    expect(await addressesOf("For Little Fir")).toEqual([await addressOf(unlisted)]);
    expect(await peopleOf(atSchool("Unknown"))).toMatchObject({ recipients: 0, unreachedTotal: 0 });
  });
});

describe("a message leaves out", () => {
  const school = "Unreached School";
  it("borrowers who can't be emailed, and names them with their phone numbers", async () => {
    const reached = await aReader({ school_name: school });
    const noLogin = await aReader({ school_name: school, name: "Nora Nologin", phone_number: "(555) 111-2222" });
    await fixture.withoutLogin(noLogin);
    await aReader({ school_name: school, name: "Uma Unconfirmed", mailbox_confirmed_at: null });
    const shipped = await aReader({ school_name: school, mailbox_confirmed_at: null });
    await desk.ship(shipped, [[await fixture.newTitle("Anything", 1), 1]]);
    const { recipients, unreached, unreachedTotal } = await peopleOf(atSchool(school));
    expect({ recipients, unreachedTotal }).toEqual({ recipients: 2, unreachedTotal: 2 });
    expect(unreached).toMatchObject([
      { borrowerName: "Nora Nologin", phoneNumber: "(555) 111-2222", why: "no login" },
      { borrowerName: "Uma Unconfirmed", why: "not confirmed" },
    ]);
    await send(atSchool(school), { subject: "To some" });
    expect((await addressesOf("To some")).toSorted()).toEqual(
      [await addressOf(reached), await addressOf(shipped)].toSorted(),
    );
    expect(await send(only(noLogin))).toMatchObject({
      isSuccess: false,
      message: "None of these borrowers can be emailed.",
    });
  });

  it("anonymized borrowers, and includes blocked ones", async () => {
    const [gone, blocked] = [
      await aReader({ school_name: "Gone School" }),
      await aReader({ school_name: "Gone School" }),
    ];
    await call(await fixture.newAdmin("manager"), `POST Borrowers/Anonymize/${gone.borrowerId}`);
    await call(clerk, `POST Borrowers/Block/${blocked.borrowerId}`, { reason: "Lost much." });
    await send(atSchool("Gone School"), { subject: "Who is left" });
    expect(await addressesOf("Who is left")).toEqual([await addressOf(blocked)]);
    expect((await call(clerk, `GET Mail/GetAudience?to=borrower&id=${gone.borrowerId}`)).status).toBe(404);
  });
});

describe("sending a message", () => {
  it("sends one email and makes one entry when repeated, at once or in a row", async () => {
    const ann = await aReader();
    const key = randomUUID();
    const twice = { subject: "Only once", key };
    const answers = await Promise.all([send(only(ann), twice), send(only(ann), twice)]);
    answers.push(await send(only(ann), twice));
    expect(answers.map(({ isSuccess }) => isSuccess)).toEqual([true, true, true]);
    expect(await addressesOf("Only once")).toHaveLength(1);
    const entries = db.selectFrom("activity_log").select("entry_id").where("call", "=", sendMessage.call);
    expect(await entries.where("subject_id", "=", ann.borrowerId).execute()).toHaveLength(1);
  });

  it("sends nothing if it ends halfway, and the next try sends each email once", async () => {
    const [school_name, key] = ["Halfway School", randomUUID()];
    await aReader({ school_name });
    const last = await addressOf(await aReader({ school_name }));
    await sql`
      create function fail() returns trigger language plpgsql as $$ begin raise exception 'halfway'; end $$;
      create trigger fail before insert on mails for each row when (new.to_address = ${sql.lit(last)}) execute function fail()`.execute(
      db,
    );
    const message = { subject: "Halfway", key };
    expect((await send(atSchool(school_name), message)).status).toBe(500);
    expect(await addressesOf("Halfway")).toEqual([]);
    await sql`drop trigger fail on mails`.execute(db);
    expect(await send(atSchool(school_name), message)).toMatchObject({ isSuccess: true });
    expect(await addressesOf("Halfway")).toHaveLength(2);
  });

  it("asks again if the number of recipients has changed since the preview", async () => {
    const [school_name, key] = ["Growing School", randomUUID()];
    await aReader({ school_name });
    const { recipients } = await preview(atSchool(school_name));
    await aReader({ school_name });
    expect(await send(atSchool(school_name), { recipients, key })).toMatchObject({
      isSuccess: false,
      reason: { kind: "message-not-sent", cause: "changed", now: 2 },
    });
    expect(await send(atSchool(school_name), { recipients: 2, key, subject: "Grown" })).toMatchObject({
      isSuccess: true,
    });
    expect(await addressesOf("Grown")).toHaveLength(2);
  });

  it("asks again if a recipient's account is deleted at the same time", async () => {
    const school_name = "Shrinking School";
    const [gone] = [await aReader({ school_name }), await aReader({ school_name })];
    const tx = await db.startTransaction().execute();
    await sql`select from borrowers where borrower_id = ${gone.borrowerId} for update`.execute(tx);
    const answer = send(atSchool(school_name), { subject: "Shrunk" });
    await expect.poll(() => waitingForLocks(db)).toBe(1);
    await sql`delete from borrowers where borrower_id = ${gone.borrowerId}`.execute(tx);
    await tx.commit().execute();
    expect(await answer).toMatchObject({ isSuccess: false, reason: { cause: "changed" } });
    expect(await addressesOf("Shrunk")).toEqual([]);
  });

  it("is refused above the limits, and cuts nobody off", async () => {
    const fields = { school_name: "Huge School" };
    const first = await aReader(fields);
    await sql`
      with users as (
        insert into accounts (user_name, user_type_id, password_hash)
        select 'huge' || n, 2, 'x' from generate_series(1, ${maxRecipients}::integer) as n returning user_id)
      insert into borrowers (user_id, name, school_name, school_district, email_address, phone_number, street, city, state, zip, mailbox_confirmed_at)
      select users.user_id, 'Hugo', school_name, school_district, 'hugo@school.example', phone_number, street, city, state, zip, now()
      from users, borrowers where borrower_id = ${first.borrowerId}`.execute(db);
    expect(await send(atSchool("Huge School"), { subject: "Too many" })).toMatchObject({
      isSuccess: false,
      message: "You can email up to 500 borrowers at a time. This would go to 501.",
    });
    await call(await fixture.newAdmin("manager2"), `POST Borrowers/Anonymize/${first.borrowerId}`);
    const { rateLimitScale } = fixture.configuration;
    Object.assign(fixture.configuration, { rateLimitScale: 0.6 });
    expect(await send(atSchool("Huge School"), { subject: "Just enough" })).toMatchObject({ isSuccess: true });
    expect(await send(atSchool("Huge School"), { subject: "Too often" })).toMatchObject({
      isSuccess: false,
      message: "Staff can send up to 600 of these emails an hour. Try again later.",
    });
    Object.assign(fixture.configuration, { rateLimitScale });
    expect([await addressesOf("Too many"), await addressesOf("Too often")]).toEqual([[], []]);
    expect(await addressesOf("Just enough")).toHaveLength(maxRecipients);
  });

  it("is refused while these emails are off", async () => {
    const ann = await aReader();
    const manager = await fixture.newAdmin("manager3");
    await call(manager, "POST Mail/SwitchKind/message/false");
    expect((await send(only(ann), { subject: "Refused" })).message).toBe("These emails are turned off under Mail.");
    await call(manager, "POST Mail/SwitchKind/message/true");
    expect(await addressesOf("Refused")).toEqual([]);
  });
});

describe("the email of a message", () => {
  it("is the preview's, in the frame of each reader's language, without another header or markup", async () => {
    const [ann, rosa] = [await aReader({ school_name: "Two Tongues" }), await aReader({ school_name: "Two Tongues" })];
    await db.updateTable("accounts").set({ language: "es" }).where("user_id", "=", rosa.userId).execute();
    const message = {
      subject: "Fish & chips <b>\r\nBcc: everyone@school.example",
      text: "First <i>line</i> & more\r\nsecond line\n\n\nNext paragraph 📦",
    };
    const { emails } = await preview(atSchool("Two Tongues"), message);
    expect(emails.map(({ language, recipients }) => [language, recipients])).toEqual([
      ["en", 1],
      ["es", 1],
    ]);
    expect(emails[1]?.text).toContain("¿Tiene preguntas?");
    await send(atSchool("Two Tongues"), message);
    const subject = "Fish & chips <b> Bcc: everyone@school.example";
    for (const [at, who] of [ann, rosa].entries()) {
      const [mail] = (await messagesAbout(subject)).filter(({ borrower_id: id }) => id === who.borrowerId);
      const letter = await openedLetter(mail?.letter);
      const head = {
        siteName: "Library",
        email: "library@library.example",
        publicUrl: "https://l.example",
        postalAddress: "",
      };
      const parts: MailParts = {
        messageId: "1",
        from: { name: "", address: "from@library.example" },
        to: { name: "", address: "reader@school.example" },
        letter,
        head,
        at: clock.now(),
      };
      const raw = String(await composeMail(parts)).replaceAll("=\r\n", "");
      const [headers = ""] = raw.split("\r\n\r\n");
      expect(headers).toContain("Subject: Fish & chips <b> Bcc: everyone@school.example");
      expect(headers).not.toMatch(/^(Bcc|Cc):/im);
      expect(headers.match(/^To: .*$/gim)).toEqual(["To: reader@school.example"]);
      expect(raw).toContain("First &lt;i&gt;line&lt;/i&gt; &amp; more<br>second line");
      expect(letter.blocks.map((block) => "text" in block && block.text)).toEqual([
        "First <i>line</i> & more\nsecond line",
        "Next paragraph 📦",
      ]);
      expect(emails[at]?.text).toContain("First <i>line</i> & more\nsecond line\n\nNext paragraph 📦");
    }
  });

  it("stays in the outbox with its text and writer after it is sent", async () => {
    const ann = await aReader();
    await send(only(ann), { subject: "A copy", text: "First.\n\nSecond." });
    const job = sendMailJob({
      ...fixture,
      carrier: async () => undefined,
      from: () => ({ name: "", address: "library@library.example" }),
      letterhead: async () => ({ siteName: "", email: "", publicUrl: "", postalAddress: "" }),
      ownWords: async () => ({ before: "", after: "" }),
      secretKey: fixture.configuration.secretKey,
      maxPerHour: () => 1000,
      log: createLog("silent"),
    });
    await runDueJobs(db, [job]);
    const { data } = await call<StaffMail[]>(clerk, "GET Mail/GetMails?kind=message&pageSize=100");
    expect(data.find(({ subject }) => subject === "A copy")).toMatchObject({
      state: "sent",
      text: "First.\n\nSecond.",
      writtenByName: "clerk",
    });
  });
});

const preview = async (audience: Audience, more: object = {}) =>
  (await call<MessagePreview>(clerk, previewMessage.call, { ...audience, ...words, ...more })).data;

async function addressOf({ userId }: Person) {
  const row = db.selectFrom("borrowers").select("email_address").where("user_id", "=", userId);
  return (await row.executeTakeFirstOrThrow()).email_address;
}
