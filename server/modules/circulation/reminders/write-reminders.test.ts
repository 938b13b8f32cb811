import { beforeEach, describe, expect, it } from "vitest";
import { letter } from "#server/platform/mail/letter/letter.ts";
import { circulationFixture, type Person } from "#server/test/circulation-fixture.ts";
import { callsForDigest } from "./reminders.rules.ts";
import { writeReminders } from "./write-reminders.ts";

const fixture = await circulationFixture();
const [reader, other] = [await fixture.newBorrower("reader"), await fixture.newBorrower("other")];
const title = await fixture.newTitle("Food Is Fun", 500);

/** An order shipped a month before its due date. */
async function anOrderDue(who: Person, due: string, shipped = "2026-01-02", statusId = 3): Promise<number> {
  const orderId = await fixture.order(who, [[title, 1]]);
  const days = { status_id: statusId, ship_date: shipped, return_date: due };
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
  it("comes seven days before the due date, once, and late rather than never", async () => {
    const id = await anOrderDue(reader, "2026-02-20");
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
    expect(await subjects("due-soon")).toEqual([`Order #${id} is due back Feb 20, 2026`]);
    const after = await anOrderDue(other, "2026-02-21");
    on("2026-02-16"); // the server was down for two of those days
    await writeReminders(fixture);
    expect(await subjects("due-soon")).toHaveLength(2);
    expect((await subjects("due-soon"))[1]).toContain(`#${after} `);
  });

  it("does not directly follow the email with the date", async () => {
    await anOrderDue(reader, "2026-02-20", "2026-02-13");
    on("2026-02-13");
    await writeReminders(fixture);
    expect(await subjects("due-soon")).toEqual([]);
  });

  it("waits for the morning, in the site's time zone", async () => {
    await anOrderDue(reader, "2026-02-20");
    on("2026-02-13", "06:59");
    await writeReminders(fixture);
    expect(await subjects("due-soon")).toEqual([]);
    on("2026-02-13", "07:00");
    await writeReminders(fixture);
    expect(await subjects("due-soon")).toHaveLength(1);
  });
});

describe("the digest of overdue orders", () => {
  it("is one per borrower and day, of everything, however often and by however many it is queued", async () => {
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
    expect(headings).toEqual([`Order #${first}, due Feb 10, 2026`, `Order #${second}, due Feb 12, 2026`]);
    on("2026-02-14", "07:00");
    await writeReminders(fixture);
    expect(await subjects("overdue")).toHaveLength(4);
  });

  it("lists the copies that are still out, not what was ordered", async () => {
    const [kit, book] = [await fixture.newTitle("Kit", 3), await fixture.newTitle("Book", 1)];
    const orderId = await fixture.order(reader, [
      [kit, 3],
      [book, 1],
    ]);
    const days = { status_id: 3, ship_date: "2026-01-02", return_date: "2026-02-10" };
    await fixture.db.updateTable("orders").set(days).where("order_id", "=", orderId).execute();
    const lines = await fixture.db.selectFrom("order_lines").selectAll().where("order_id", "=", orderId).execute();
    const back = { released_at: new Date(), release_reason: "returned" };
    const assigned = lines.flatMap(({ order_line_id, item_id, quantity: line_quantity }) =>
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
    for (const assignment of assigned) await fixture.db.insertInto("assignments").values(assignment).execute();
    on("2026-02-13");
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

  it("does not come on the due date itself, nor for returned orders, nor without a login", async () => {
    await anOrderDue(reader, "2026-02-13");
    await anOrderDue(other, "2026-02-01", "2026-01-02", 4);
    const nobody = await fixture.newBorrower("nobody");
    await fixture.db
      .updateTable("accounts")
      .set({ password_hash: null })
      .where("user_id", "=", nobody.userId)
      .execute();
    await anOrderDue(nobody, "2026-02-01");
    on("2026-02-13", "23:59");
    await writeReminders(fixture);
    expect(await subjects("overdue")).toEqual([]);
  });

  it("comes daily in the first week, and then weekly", () => {
    const days = Array.from({ length: 30 }, (_, day) => day - 1).filter(callsForDigest);
    expect(days).toEqual([1, 2, 3, 4, 5, 6, 7, 14, 21, 28]);
  });
});
