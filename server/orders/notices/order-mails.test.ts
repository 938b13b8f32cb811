import { describe, expect, it } from "vitest";
import { composeMail } from "#server/platform/mail/compose-mail.ts";
import type { Letter } from "#server/platform/mail/letter/letter.ts";
import { openedLetter } from "#server/test/mails.ts";
import { found } from "#server/refusals/http-error.ts";
import { circulationFixture } from "#server/test/circulation-fixture.ts";
import { simpleParser } from "mailparser";

const fixture = await circulationFixture();
const clerk = await fixture.newAdmin("clerk");
const reader = await fixture.newBorrower("reader");
const title = await fixture.newTitle("Fish & <b>Chips</b>", 50);

const mailsOf = (orderId: number) => fixture.mails({ about: orderId });
const { save, orderOf, ...desk } = fixture.desk(clerk);

/** Runs the background jobs that are due after this many seconds. */
const wait = (after: number) => fixture.mails({ after });

const from = { name: "", address: "library@example.org" };
const head = {
  siteName: "Books & <i>Co</i>",
  email: "help@example.org",
  publicUrl: "https://library.example.org",
  postalAddress: "",
};

describe("a borrower", () => {
  it("gets an email about a new order in the same transaction", async () => {
    const orderId = await fixture.order(reader, [[title, 2]]);
    const [mail, ...more] = await mailsOf(orderId);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ kind: "order-received", to_address: "robin@oakgrove.example" });
    expect(mail?.letter.blocks).toContainEqual({ is: "list", items: ["Fish & <b>Chips</b> (2)"] });
    expect(mail?.letter.blocks).toContainEqual({
      is: "button",
      label: "View your order",
      path: `/user/vieworder/${orderId}`,
    });
  });

  it("gets no email about a refused order", async () => {
    const before = await fixture.db.selectFrom("mails").selectAll().execute();
    await expect(
      fixture.order(reader, [
        [title, 5],
        [await fixture.newTitle("None", 0), 1],
      ]),
    ).rejects.toThrow("out of stock");
    expect(await fixture.db.selectFrom("mails").selectAll().execute()).toHaveLength(before.length);
  });

  it("gets an email when the order ships, with a carrier link, the due date, and a calendar file, and one when it’s back", async () => {
    const orderId = await fixture.order(reader, [[title, 1]]);
    await save(orderId, 2);
    await save(orderId, 3, { trackingNumber: "420946079400111899223197428490" }); // scanned
    await wait(90);
    await save(orderId, 3, { trackingNumber: "9400111899223197428490" }); // saved again
    expect(await mailsOf(orderId)).toHaveLength(1);
    await wait(31);
    await save(orderId, 4);
    await wait(90);
    expect(await mailsOf(orderId)).toHaveLength(2);
    await wait(31);
    const mails = await mailsOf(orderId);
    expect(mails.map(({ kind }) => kind)).toEqual(["order-received", "order-shipped", "order-returned"]);
    const shippingLetter = mails[1]?.letter;
    expect(shippingLetter?.blocks).toContainEqual({
      is: "facts",
      facts: [
        { name: "Order", value: `#${orderId}` },
        {
          name: "Tracking number",
          value: "9400111899223197428490",
          href: "https://tools.usps.com/go/TrackConfirmAction?tLabels=9400111899223197428490",
        },
        { name: "Shipped", value: "Mar 2, 2026" },
        { name: "Mail it back by", value: "Mar 25, 2026 so that it reaches us by Apr 1, 2026" },
        { name: "Ships to", value: "reader Reader\nOak Grove Elementary\n1 Main Street\nFresno, CA 93701" },
      ],
    });
    expect(shippingLetter?.calendar).toMatchObject({
      day: "2026-03-25",
      uid: `order-${orderId}-due`,
      summary: `Mail library order #${orderId} back`,
      description: "So that it reaches us by Apr 1, 2026:\nFish & <b>Chips</b>",
    });
  });

  it("gets no email at an account without a login", async () => {
    const nobody = await fixture.newBorrower("nobody");
    await fixture.withoutLogin(nobody);
    const orderId = await fixture.order(nobody, [[title, 1]]);
    await save(orderId, 3);
    await wait(121);
    expect(await mailsOf(orderId)).toEqual([]);
  });
});

describe("an unconfirmed mailbox", () => {
  it("gets one email, which lists the order and has the confirmation link", async () => {
    const [fresh, address] = [await fixture.newBorrower("fresh"), "fresh@school.example"];
    const mailbox = { email_address: address, mailbox_confirmed_at: null };
    await fixture.setBorrower(fresh, mailbox);
    const orderId = await fixture.order(fresh, [[title, 2]]);
    const rows = await fixture.db.selectFrom("mails").select("letter").where("to_address", "=", address).execute();
    expect(rows).toHaveLength(1);
    const first = await openedLetter(rows[0]?.letter);
    expect(first.blocks).toContainEqual({ is: "list", items: ["Fish & <b>Chips</b> (2)"] });
    expect(JSON.stringify(first.blocks)).toContain("If you don’t within 72 hours, we’ll cancel this order.");
    const button = first.blocks.find((block) => block.is === "button" && block.label === "Confirm my email address");
    const [page, token = ""] = button?.is === "button" ? button.path.split("#") : [];
    expect(page).toBe(`/user/confirm-email?next=%2Fuser%2Fvieworder%2F${orderId}`);
    expect(token).toHaveLength(43);

    const mark = async () => {
      const { data } = await fixture.call<{ borrower: { isMailboxConfirmed: boolean } }[]>(
        clerk,
        "GET Order/GetOrders",
      );
      const details = await orderOf(orderId);
      return [data[0]?.borrower.isMailboxConfirmed, details.borrower.isMailboxConfirmed];
    };
    expect(await mark()).toEqual([false, false]);
    for (let time = 0; time < 2; time += 1)
      expect(await fixture.call(null, "POST Account/ConfirmMailbox", { token })).toMatchObject({
        isSuccess: true,
        message: "Your email address is confirmed.",
      });
    expect(await mark()).toEqual([true, true]);
  });
});

describe("an email", () => {
  const to = { name: "<b>Bold</b>", address: "bold@school.example" };

  it("shows typed text literally, even in HTML, and loads nothing", async () => {
    const orderId = await fixture.order(reader, [[title, 2]]);
    await save(orderId, 3);
    await wait(121);
    for (const { letter: mailLetter } of await mailsOf(orderId)) {
      const bytes = await composeMail({ messageId: "1", from, to, letter: mailLetter, head, at: fixture.clock.at });
      const mail = await simpleParser(bytes);
      const html = String(mail.html);
      expect(html).toContain("Fish &amp; &lt;b&gt;Chips&lt;/b&gt; (2)");
      expect(html).not.toMatch(/<b>|<i>|<img|<link|<script|url\(|src=/i);
      expect(mail.text).toContain("- Fish & <b>Chips</b> (2)");
      expect(mail.text).toContain(`https://library.example.org/user/vieworder/${orderId}`);
      expect(mail.to).toMatchObject({ value: [to] });
    }
  });

  it("has a calendar file that calendars can read", async () => {
    const content: Letter = {
      subject: "S",
      preview: "",
      heading: "H",
      blocks: [],
      calendar: {
        uid: "order-1-due",
        sequence: 3,
        day: "2026-02-28",
        summary: "Order #1, due",
        description: `One; two\n${"a long title, with commas ".repeat(8)}健康`,
      },
    };
    const mail = await simpleParser(
      await composeMail({ messageId: "1", from, to, letter: content, head, at: new Date("2026-02-01T10:00:00.5Z") }),
    );
    const [file] = mail.attachments;
    expect(file).toMatchObject({ filename: "due-date.ics", contentType: "text/calendar" });
    const lines = file?.content.toString("utf8").split("\r\n") ?? [];
    expect(lines).toContain("DTSTART;VALUE=DATE:20260228");
    expect(lines).toContain("DTEND;VALUE=DATE:20260301");
    expect(lines).toContain("SEQUENCE:3");
    expect(lines).toContain("DTSTAMP:20260201T100000Z");
    expect(lines).toContain("SUMMARY:Order #1\\, due");
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
    expect(lines.join("\n").replaceAll("\n ", "")).toContain("健康");
    expect(lines.at(-1)).toBe("");
    expect(lines.join("\n")).not.toContain("LOCATION");

    const withAddress = await simpleParser(
      await composeMail({
        messageId: "1",
        from,
        to,
        letter: content,
        head: { ...head, siteName: "Health Library", postalAddress: "500 Library Way; rear\nFresno, CA 93721" },
        at: new Date("2026-02-01T10:00:00.5Z"),
      }),
    );
    const unfolded = withAddress.attachments[0]?.content.toString("utf8").replaceAll("\r\n ", "");
    expect(unfolded).toContain("\r\nLOCATION:Health Library\\, 500 Library Way\\; rear\\, Fresno\\, CA 93721\r\n");
  });
});

it("a canceled order for teaching dates leaves the borrower’s calendar, and comes back if it was canceled by mistake", async () => {
  const dates = "teachFrom=2026-05-11&teachTo=2026-05-15";
  const { id: orderId } = await fixture.reserve(reader, [[title, 1]], dates);
  /** Returns the method of the latest email's calendar file, its events, their versions, and its other lines. */
  const calendarNow = async () => {
    const mails = await fixture.mails({ after: 121, about: orderId });
    const newest = found(mails.at(-1));
    const message = { messageId: "1", from, to: { name: "", address: newest.to_address } };
    const at = fixture.clock.at;
    const bytes = await composeMail({ ...message, letter: newest.letter, head, at });
    const [file] = (await simpleParser(bytes)).attachments;
    const lines = file?.content.toString("utf8").replaceAll("\r\n ", "").split("\r\n") ?? [];
    const values = (name: string) => lines.flatMap((line) => (line.startsWith(name) ? line.slice(name.length) : []));
    return {
      methods: [...values("METHOD:"), /; method=(\w+)/.exec(bytes.toString())?.[1]],
      uids: values("UID:").toSorted(),
      sequence: Math.min(...values("SEQUENCE:").map(Number)),
      canceled: values("STATUS:CANCELLED").length,
      organizers: new Set(values("ORGANIZER:")),
      alarms: values("BEGIN:VALARM").length,
    };
  };
  const added = await calendarNow();
  expect(added).toMatchObject({
    methods: ["PUBLISH", "PUBLISH"],
    canceled: 0,
    organizers: new Set([`mailto:${from.address}`]),
  });
  expect(added.uids).toHaveLength(4);
  expect(await fixture.call(clerk, `POST Order/Cancel/${orderId}`, { reason: "Closed" })).toMatchObject({
    isSuccess: true,
  });
  const removed = await calendarNow();
  expect(removed).toMatchObject({
    methods: ["CANCEL", "CANCEL"],
    uids: added.uids,
    canceled: 4,
    alarms: 0,
  });
  expect(removed.organizers).toEqual(added.organizers);
  expect(removed.sequence).toBeGreaterThan(added.sequence);
  await fixture.undoLast(clerk, orderId);
  const again = await calendarNow();
  expect(again).toMatchObject({ methods: ["PUBLISH", "PUBLISH"], uids: added.uids, canceled: 0, alarms: 1 });
  expect(again.sequence).toBeGreaterThan(removed.sequence);
});

/** Writes all waiting email and returns the last of a kind. */
async function lastMail(kind: string) {
  const mails = await fixture.mails({ after: 3600 });
  const { letter: lastLetter } = found(mails.findLast((mail) => mail.kind === kind));
  const lists = lastLetter.blocks.flatMap((block) => (block.is === "list" ? [block.items] : []));
  const words = lastLetter.blocks.flatMap((block) => (block.is === "text" || block.is === "heading" ? block.text : []));
  return { lists, words, calendar: lastLetter.calendar };
}

/** Orders five copies of one title and one of another, but ships only three of the first. */
async function threeOfFive() {
  const [kit, poster] = [await fixture.newTitle("Kit", 5), await fixture.newTitle("Poster", 1)];
  const orderId = await fixture.order(reader, [
    [kit, 5],
    [poster, 1],
  ]);
  await desk.pack(orderId, 3);
  await save(orderId, 3);
  return { orderId, kit };
}

it("emails about an order that shipped three of five copies list three when it ships and when it returns", async () => {
  const { orderId } = await threeOfFive();
  const shippingMail = await lastMail("order-shipped");
  expect(shippingMail.lists).toEqual([["Kit (3)"]]);
  expect(shippingMail.calendar?.description).toBe("So that it reaches us by Apr 1, 2026:\nKit (3)");
  await save(orderId, 4);
  const returnMail = await lastMail("order-returned");
  expect(returnMail.lists).toEqual([["Kit (3)"]]);
  expect(returnMail.words).toEqual(["Everything is back. Thank you for taking good care of it."]);
});

it("emails about an order that shipped without check-outs list the ordered titles", async () => {
  const bookTitle = await fixture.newTitle("Not scanned", 2);
  const orderId = await fixture.order(reader, [[bookTitle, 2]]);
  await save(orderId, 3);
  expect((await lastMail("order-shipped")).lists).toEqual([["Not scanned (2)"]]);
  await save(orderId, 4);
  expect((await lastMail("order-returned")).lists).toEqual([["Not scanned (2)"]]);
});

it("the email about a return lists damage and missing parts", async () => {
  const { kit } = await threeOfFive();
  const parts = { parts: "1 DVD @ 24.50; 4 cards" };
  await fixture.setTitle(kit, parts);
  const checkIn = async (copy: number, condition: string, more: object = {}) => {
    const { data } = await desk.checkIn(kit.copyIds[copy]);
    const answer = await desk.judge(data.returnId, condition, more);
    expect(answer.isSuccess).toBe(true);
  };
  await checkIn(0, "parts missing", { missingParts: "1 DVD; 2 cards", note: "not for readers" });
  await checkIn(1, "damaged", { note: "not for readers" });
  const partly = await lastMail("order-returned");
  expect(partly.lists).toEqual([["Kit (2)"], ["Kit: missing: 1 DVD, 2 cards", "Kit: damaged"], ["Kit"]]);
  expect(partly.words).toContain("Missing or damaged");
  await checkIn(2, "parts missing");
  const all = await lastMail("order-returned");
  expect(all.lists).toEqual([["Kit (3)"], ["Kit: missing: 1 DVD, 2 cards", "Kit: damaged", "Kit: parts are missing"]]);
  expect(all.words[0]).toBe("Everything is back except for the items below. Thank you for returning it.");
  expect(JSON.stringify(all)).not.toContain("not for readers");
});
