import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import type { ReminderSteps } from "#contract/orders/reminders.ts";
import { letter } from "#server/platform/mail/letter/letter.ts";
import { releaseMail } from "#server/platform/mail/outbox.queries.ts";
import { circulationFixture, type Person } from "#server/test/circulation-fixture.ts";
import { saveCalendar } from "#server/people/calendars/calendars.ts";
import { writeReminders } from "./reminders.ts";

const fixture = await circulationFixture();
const [reader, other] = [await fixture.newBorrower("reader"), await fixture.newBorrower("other")];
const title = await fixture.newTitle("Food Is Fun", 500);

async function anOrderDue(borrower: Person, due: string, shipDate = "2026-01-02", statusId = 3): Promise<number> {
  const orderId = await fixture.order(borrower, [[title, 1]]);
  const days = { status_id: statusId, ship_date: shipDate, return_date: due };
  await fixture.db.updateTable("orders").set(days).where("order_id", "=", orderId).execute();
  return orderId;
}
/** Sets the clock to Los Angeles wall time, in winter. */
const on = (day: string, time = "09:00") => (fixture.clock.at = new Date(`${day}T${time}:00-08:00`));
const subjects = async (kind: string) => {
  const rows = await fixture.db
    .selectFrom("mails")
    .select("subject")
    .where("kind", "=", kind)
    .orderBy("mail_id")
    .execute();
  return rows.map(({ subject }) => subject);
};
beforeEach(async () => {
  await fixture.db.deleteFrom("mails").execute();
  await fixture.db.updateTable("orders").set({ status_id: 4 }).execute();
});

describe("a reminder", () => {
  it("waits while a restored library holds its email, and goes out after the release", async () => {
    await anOrderDue(reader, "2026-02-23");
    on("2026-02-13");
    await fixture.db.insertInto("mail_hold").values({ backup_at: fixture.clock.at }).execute();
    await writeReminders(fixture);
    expect(await subjects("due-soon")).toEqual([]);
    await releaseMail(fixture.db);
    await writeReminders(fixture);
    expect(await subjects("due-soon")).toHaveLength(1);
  });

  it("goes out once, ten days before the due date or late if the server was down", async () => {
    const id = await anOrderDue(reader, "2026-02-23");
    on("2026-02-12");
    await writeReminders(fixture);
    expect(await subjects("due-soon")).toEqual([]);
    for (const [day, time] of [
      ["2026-02-13", "09:00"],
      ["2026-02-13", "23:59"],
      ["2026-02-14", "09:00"],
    ] as const) {
      on(day, time);
      await writeReminders(fixture);
    }
    expect(await subjects("due-soon")).toEqual([`Please mail order #${id} back by Feb 16, 2026`]);
    const after = await anOrderDue(other, "2026-02-24");
    on("2026-02-16"); // the server was down for two of those days
    await writeReminders(fixture);
    expect(await subjects("due-soon")).toHaveLength(2);
    expect((await subjects("due-soon"))[1]).toContain(`#${after} `);
  });

  it("gives the last day to mail the package back, by the library's closed days, the school's breaks, and teaching dates", async () => {
    const clerk = await fixture.newAdmin("mail.back.clerk");
    const actor = { userId: clerk.userId, at: fixture.clock.now() };
    const presidents = [{ from: "2026-02-16", to: "", about: "Presidents’ Day" }];
    await fixture.call(clerk, "POST Site/SaveSection", {
      section: "closedDays",
      version: 0,
      content: { days: presidents },
    });
    const breaks = [{ from: "2026-02-12", to: "2026-02-13", about: "Break" }];
    await saveCalendar(fixture.db, { calendarId: 0, district: "Valley Unified", years: [], breaks }, actor);
    const [plain, taught] = [await anOrderDue(reader, "2026-02-20"), await anOrderDue(other, "2026-02-20")];
    const { order_line_id } = await fixture.db
      .selectFrom("order_lines")
      .select("order_line_id")
      .where("order_id", "=", taught)
      .executeTakeFirstOrThrow();
    const dates = { ship_on: "2026-01-26", arrive_on: "2026-02-02", teach_from: "2026-02-03", teach_to: "2026-02-17" };
    const back = { mail_back_on: "2026-02-18", due_on: "2026-02-20", available_on: "2026-02-24" };
    await fixture.db
      .insertInto("order_line_dates")
      .values({ order_line_id, item_id: title.itemId, ...dates, ...back })
      .execute();
    on("2026-02-09");
    const setDaysBefore = (days_before: number) =>
      fixture.db.updateTable("reminder_steps").set({ days_before }).execute();
    await setDaysBefore(11);
    await writeReminders(fixture);
    await setDaysBefore(10);
    await fixture.db.deleteFrom("school_calendars").execute();
    expect((await subjects("due-soon")).toSorted()).toEqual([
      `Please mail order #${plain} back by Feb 10, 2026`,
      `Please mail order #${taught} back by Feb 18, 2026`,
    ]);
  });

  it("doesn’t go out right after the email that gave the date", async () => {
    await anOrderDue(reader, "2026-02-23", "2026-02-13");
    on("2026-02-13");
    await writeReminders(fixture);
    expect(await subjects("due-soon")).toEqual([]);
  });

  it("waits for the morning in the site's time zone", async () => {
    await anOrderDue(reader, "2026-02-23");
    on("2026-02-13", "06:59");
    await writeReminders(fixture);
    expect(await subjects("due-soon")).toEqual([]);
    on("2026-02-13", "07:00");
    await writeReminders(fixture);
    expect(await subjects("due-soon")).toHaveLength(1);
  });
});

describe("the digest of overdue orders", () => {
  it("is one email per borrower and day, even if several servers queue it at once", async () => {
    const [first, second] = [await anOrderDue(reader, "2026-02-10"), await anOrderDue(reader, "2026-02-12")];
    const lone = await anOrderDue(other, "2026-02-12");
    on("2026-02-13");
    await Promise.all([1, 2, 3, 4].map(() => writeReminders(fixture)));
    on("2026-02-13", "23:59"); // in London it is already tomorrow
    await writeReminders(fixture);
    expect((await subjects("overdue")).toSorted()).toEqual(["2 orders are overdue", `Order #${lone} is overdue`]);
    const mail = await fixture.db
      .selectFrom("mails")
      .select("letter")
      .where("subject", "=", "2 orders are overdue")
      .executeTakeFirstOrThrow();
    const headings = letter.parse(mail.letter).blocks.flatMap((block) => (block.is === "heading" ? [block.text] : []));
    expect(headings).toEqual([
      `Order #${first} should have reached us by Feb 10, 2026`,
      `Order #${second} should have reached us by Feb 12, 2026`,
    ]);
    for (const day of ["2026-02-14", "2026-02-16"]) {
      on(day, "07:00");
      await writeReminders(fixture);
    }
    expect(await subjects("overdue")).toHaveLength(2);
    on("2026-02-17"); // the first is seven days overdue
    await writeReminders(fixture);
    expect(await subjects("overdue")).toHaveLength(3);
  });

  it("says that others are waiting only if somebody is on the waitlist for one of its titles", async () => {
    await anOrderDue(reader, "2026-02-10");
    on("2026-02-13");
    await writeReminders(fixture);
    const entry = { borrower_id: other.borrowerId ?? 0, item_id: title.itemId };
    await fixture.db.insertInto("waitlist_entries").values(entry).execute();
    on("2026-02-17");
    await writeReminders(fixture);
    await fixture.db.deleteFrom("waitlist_entries").execute();
    const { rows } = await sql<{ says: boolean }>`
      select letter::text like '%Others are waiting%' as says from mails where kind = 'overdue' order by mail_id`.execute(
      fixture.db,
    );
    expect(rows.map(({ says }) => says)).toEqual([false, true]);
  });

  it("goes out late after downtime, and once for several missed steps", async () => {
    const [first, second] = [await anOrderDue(reader, "2026-02-10"), await anOrderDue(reader, "2026-02-11")];
    on("2026-02-13"); // the server was down on the 11th and 12th
    await writeReminders(fixture);
    on("2026-02-14");
    await writeReminders(fixture);
    expect(await subjects("overdue")).toEqual(["2 orders are overdue"]);
    await fixture.db.updateTable("orders").set({ status_id: 4 }).where("order_id", "in", [first, second]).execute();
    await anOrderDue(other, "2026-02-10");
    await writeReminders(fixture); // four days overdue, so its first step was too long ago
    expect(await subjects("overdue")).toHaveLength(1);
  });

  it("lists current loans rather than ordered copies", async () => {
    const [kit, book] = [await fixture.newTitle("Kit", 3), await fixture.newTitle("Book", 1)];
    const orderId = await fixture.order(reader, [
      [kit, 3],
      [book, 1],
    ]);
    const days = { status_id: 3, ship_date: "2026-01-02", return_date: "2026-02-10" };
    await fixture.db.updateTable("orders").set(days).where("order_id", "=", orderId).execute();
    const lines = await fixture.db.selectFrom("order_lines").selectAll().where("order_id", "=", orderId).execute();
    const back = { released_at: new Date(), release_reason: "returned" };
    const assignments = lines.flatMap(({ order_line_id, item_id, quantity: line_quantity }) =>
      (item_id === kit.itemId ? kit : book).copyIds.map((copy_id, at) => ({
        order_line_id,
        order_id: orderId,
        item_id,
        line_quantity,
        copy_id,
        slot: at + 1,
        ...(copy_id !== kit.copyIds[2] && back),
      })),
    );
    for (const assignment of assignments) await fixture.db.insertInto("assignments").values(assignment).execute();
    on("2026-02-17");
    await writeReminders(fixture);
    const mail = await fixture.db
      .selectFrom("mails")
      .select("letter")
      .where("kind", "=", "overdue")
      .executeTakeFirstOrThrow();
    await fixture.db.updateTable("assignments").set(back).where("released_at", "is", null).execute();
    const lists = letter.parse(mail.letter).blocks.flatMap((block) => (block.is === "list" ? [block.items] : []));
    expect(lists).toEqual([["Kit"]]);
  });

  it("doesn’t go out on the due date, for returned orders, or without a login", async () => {
    await anOrderDue(reader, "2026-02-13");
    await anOrderDue(other, "2026-02-01", "2026-01-02", 4);
    const nobody = await fixture.newBorrower("nobody");
    await fixture.withoutLogin(nobody);
    await anOrderDue(nobody, "2026-02-01");
    on("2026-02-13", "23:59");
    await writeReminders(fixture);
    expect(await subjects("overdue")).toEqual([]);
  });

  it("goes out on the days that staff set, like the reminder before the due date", async () => {
    const clerk = await fixture.newAdmin("clerk");
    const set = (steps: object) => fixture.call<ReminderSteps>(clerk, "POST Reminders/SaveSteps", steps);
    const { data: usual } = await fixture.call<ReminderSteps>(clerk, "GET Reminders/GetSteps");
    expect(usual).toEqual({ daysBefore: 10, daysAfter: [1, 7, 21], suggestLostAfter: 45, version: 0 });
    const newSteps = { daysBefore: 3, daysAfter: [10, 2, 10], suggestLostAfter: 0, version: 0 };
    on("2026-02-01");
    expect((await set(newSteps)).data).toEqual({ ...newSteps, daysAfter: [2, 10], version: 1 });
    expect(await set(newSteps)).toMatchObject({ isSuccess: false, reason: { kind: "stale", changedBy: "clerk" } });
    expect(await set({ ...newSteps, version: 1, daysAfter: [0] })).toMatchObject({
      isSuccess: false,
      message: expect.stringContaining("Days overdue must be whole numbers from 1 to 365"),
    });
    await anOrderDue(reader, "2026-02-10");
    const mailDays: string[] = [];
    for (let day = 1; day <= 28; day += 1) {
      on(`2026-02-${String(day).padStart(2, "0")}`);
      const before = (await subjects("due-soon")).length + (await subjects("overdue")).length;
      await writeReminders(fixture);
      const after = (await subjects("due-soon")).length + (await subjects("overdue")).length;
      if (after > before) mailDays.push(String(day));
    }
    expect(mailDays).toEqual(["7", "12", "20"]);
    await set({ ...usual, version: 1, daysBefore: 0, daysAfter: [] });
    await fixture.db.deleteFrom("mails").execute();
    for (const day of ["2026-02-07", "2026-02-12"]) {
      on(day);
      await writeReminders(fixture);
    }
    expect([...(await subjects("due-soon")), ...(await subjects("overdue"))]).toEqual([]);
    await set({ ...usual, version: 2 });
  });
});

describe("the end-of-year list", () => {
  it("goes out once with all current loans, in the last month of the district's school year", async () => {
    const clerk = await fixture.newAdmin("year.clerk");
    const years = [
      { from: "2025-08-13", to: "2026-06-05" },
      { from: "2026-08-12", to: "2027-06-04" },
    ];
    const actor = { userId: clerk.userId, at: fixture.clock.now() };
    await saveCalendar(fixture.db, { calendarId: 0, district: "Valley Unified", years, breaks: [] }, actor);
    const [first, second] = [await anOrderDue(reader, "2026-06-20"), await anOrderDue(reader, "2026-06-30")];
    await anOrderDue(other, "2026-06-20", "2026-01-02", 4); // it is back
    on("2026-05-05");
    await writeReminders(fixture);
    expect(await subjects("year-end")).toEqual([]);
    const late = await anOrderDue(reader, "2026-05-04");
    for (const day of ["2026-05-06", "2026-05-07", "2026-06-05"]) {
      on(day);
      await writeReminders(fixture);
    }
    expect(await subjects("year-end")).toEqual(["Before school ends on Jun 5, 2026: your library loans"]);
    const [mail] = await fixture.db.selectFrom("mails").select("letter").where("kind", "=", "year-end").execute();
    const headings = letter.parse(mail?.letter).blocks.flatMap((block) => (block.is === "heading" ? [block.text] : []));
    expect(headings).toEqual([
      `Order #${late} should have reached us by May 4, 2026`,
      `Order #${first}: mail it back by Jun 15, 2026 so that it reaches us by Jun 20, 2026`,
      `Order #${second}: mail it back by Jun 23, 2026 so that it reaches us by Jun 30, 2026`,
    ]);
    // the next year has its own
    await fixture.db.updateTable("orders").set({ return_date: "2027-06-30" }).where("order_id", "=", second).execute();
    on("2027-05-10");
    await writeReminders(fixture);
    expect(await subjects("year-end")).toHaveLength(2);
  });
});
