import { beforeEach, describe, expect, it } from "vitest";
import type { BulkOutcome } from "#contract/orders/order-changes.ts";
import { circulationFixture, type Person } from "#server/test/circulation-fixture.ts";
import { writeReminders } from "./notices/reminders.ts";

const fixture = await circulationFixture(); // at 10 a.m. on March 2
const [clerk, colleague] = [await fixture.newAdmin("clerk"), await fixture.newAdmin("colleague")];
const [ann, bob] = [await fixture.newBorrower("ann"), await fixture.newBorrower("bob")];
const title = await fixture.newTitle("Food Is Fun", 500);
const [late, soon] = ["2026-02-20", "2026-03-05"];

beforeEach(async () => {
  await fixture.db.deleteFrom("mails").execute();
  await fixture.db.deleteFrom("mail_kinds_off").execute();
  await fixture.db.deleteFrom("activity_log").execute();
  await fixture.db.updateTable("orders").set({ status_id: 4 }).execute();
});

async function shipOrder(borrower: Person, due: string | null): Promise<number> {
  const orderId = await fixture.order(borrower, [[title, 1]]);
  const days = { status_id: 3, ship_date: "2026-01-02", return_date: due };
  await fixture.db.updateTable("orders").set(days).where("order_id", "=", orderId).execute();
  return orderId;
}

const remind = async (orderIds: number[], user = clerk) =>
  (await fixture.call<BulkOutcome[]>(user, "POST Reminders/Send", { orderIds })).data;
const words = (outcomes: BulkOutcome[]) => outcomes.map(({ refusal }) => refusal?.message ?? "done");
const subjects = async () => {
  const mails = await fixture.db
    .selectFrom("mails")
    .select("subject")
    .where("kind", "in", ["due-soon", "overdue"])
    .orderBy("mail_id")
    .execute();
  return mails.map(({ subject }) => subject);
};
const logEntries = async () =>
  fixture.db.selectFrom("activity_log").select(["call", "subject_id as orderId"]).orderBy("entry_id").execute();
const today = "We already reminded the borrower today.";

describe("a reminder about several orders", () => {
  it("writes one digest per borrower and one email per due order, and reports why others got none", async () => {
    const overdue = [await shipOrder(ann, late), await shipOrder(ann, "2026-02-27")];
    const [due, undated] = [await shipOrder(bob, soon), await shipOrder(bob, null)];
    const fresh = await fixture.order(bob, [[title, 1]]);
    const silent = await fixture.newBorrower("silent");
    await fixture.withoutLogin(silent);
    const unread = await shipOrder(silent, late);
    const outcomes = await remind([...overdue, due, undated, fresh, unread, 999_999, due]);
    expect(outcomes.map(({ orderId }) => orderId)).toEqual([...overdue, due, undated, fresh, unread, 999_999]);
    const nothing = "Nothing on this order is due.";
    const unreachable = "We can’t email this borrower: the account has no login.";
    expect(words(outcomes)).toEqual(["done", "done", "done", nothing, nothing, unreachable, nothing]);
    expect(await subjects()).toEqual(["2 orders are overdue", `Please mail order #${due} back now`]);
    expect(await logEntries()).toEqual([...overdue, due].map((orderId) => ({ call: "POST Reminders/Send", orderId })));
  });

  it("sends one reminder a day, even with two clerks and the automatic reminders at once", async () => {
    const [overdue, due] = [await shipOrder(ann, "2026-03-01"), await shipOrder(bob, "2026-03-12")];
    const presses = [clerk, colleague, clerk, colleague].map((user) => remind([overdue, due], user));
    const outcomes = (await Promise.all(presses)).map(words);
    expect(outcomes.flat().toSorted()).toEqual([...Array.from({ length: 6 }, () => today), "done", "done"]);
    await writeReminders(fixture); // both orders reached a step today
    expect(words(await remind([overdue, due]))).toEqual([today, today]);
    expect(await subjects()).toHaveLength(2);
    expect(await logEntries()).toHaveLength(2);
    fixture.clock.move(24 * 3_600_000);
    expect(words(await remind([overdue, due]))).toEqual(["done", "done"]);
    fixture.clock.move(-24 * 3_600_000);
  });

  it("sends nothing that went out automatically today, and no email that staff turned off", async () => {
    const [overdue, due] = [await shipOrder(ann, "2026-03-01"), await shipOrder(bob, "2026-03-12")];
    await writeReminders(fixture);
    expect(await subjects()).toHaveLength(2);
    expect(words(await remind([overdue, due]))).toEqual([today, today]);
    await fixture.db.deleteFrom("mails").execute();
    await fixture.call(clerk, "POST Mail/SwitchKind/overdue/false");
    expect(words(await remind([overdue, due]))).toEqual(["These emails are turned off under Mail.", "done"]);
  });
});
