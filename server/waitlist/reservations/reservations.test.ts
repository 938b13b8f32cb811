import { sql } from "kysely";
import { beforeEach, expect, it } from "vitest";
import type { OrderAtRisk } from "#contract/waitlist/reservations.ts";
import { recountStock } from "#server/catalog/copies/stock.queries.ts";
import { inTransaction } from "#server/platform/database.ts";
import { type Letter, letter } from "#server/platform/mail/letter/letter.ts";
import { circulationFixture, type Person, type Title } from "#server/test/circulation-fixture.ts";
import { watchReservations } from "./watch-reservations.ts";

const fixture = await circulationFixture(); // on Monday, March 2, 2026
const { db, call, clock } = fixture;
const clerk = await fixture.newAdmin("clerk");
const [ann, bob] = [await fixture.newBorrower("ann"), await fixture.newBorrower("bob")];
const week = { teachFrom: "2026-04-06", teachTo: "2026-04-10" };
const start = clock.at;

async function order(borrower: Person, titles: readonly Title[]) {
  const requests = titles.map((title) => [title, 1] as const);
  const answer = await fixture.reserve(borrower, requests, `teachFrom=${week.teachFrom}&teachTo=${week.teachTo}`);
  expect(answer.isSuccess).toBe(true);
  return answer.id;
}

/** Marks a copy of a title lost, or not lost. */
async function lose({ itemId, copyIds }: Title, isLost = true, copy = 0): Promise<void> {
  await inTransaction(db, async (tx) => {
    await sql`update copies set is_inactive = ${isLost}, inactive_reason = ${isLost ? "lost" : null}
      where copy_id = ${copyIds[copy]}`.execute(tx);
    await recountStock(tx, [itemId]);
  });
}

const watch = () => watchReservations({ ...fixture, closedDays: async () => [] });
const later = async (hours: number) => {
  clock.move(hours * 3_600_000);
  await watch();
};

async function mails(): Promise<Letter[]> {
  const rows = await db
    .selectFrom("mails")
    .select("letter")
    .where("kind", "=", "dates-at-risk")
    .orderBy("mail_id")
    .execute();
  return rows.map((row) => letter.parse(row.letter));
}

/** Returns a title that Ann and Bob reserved for the week, with a copy lost for a day and Bob emailed about it. */
async function mailedRisk(more: readonly Title[] = []) {
  const title = await fixture.newTitle("Kit", 2);
  await order(ann, [title]);
  const orderId = await order(bob, [title, ...more]);
  await lose(title);
  await watch();
  await later(24);
  return { title, orderId };
}

const remove = (orderId: number, { itemId }: Title, user = bob) =>
  call(user, `POST Order/RemoveOwnTitle/${orderId}`, { inventoryId: itemId });
const daysOf = async (orderId: number) => (await call(bob, `GET Order/GetOrderForUser/${orderId}`)).data.days;
const withoutCopy = async () =>
  (await db.selectFrom("bookings").select("order_line_id").where("copy_id", "is", null).execute()).length;

beforeEach(async () => {
  clock.at = start;
  await sql`truncate reservation_risks`.execute(db);
  await sql`update orders set status_id = 4 where is_open`.execute(db);
  await sql`delete from bookings`.execute(db);
  await db.deleteFrom("mails").execute();
});

it("the last borrower to order gets one email about the risk, after a day, with other dates", async () => {
  const title = await fixture.newTitle("Food", 2);
  await order(ann, [title]);
  const orderId = await order(bob, [title]);
  expect((await daysOf(orderId))?.isAtRisk).toBeUndefined();
  await lose(title);
  expect((await daysOf(orderId))?.isAtRisk).toBe(true); // the order's page says so right away
  await watch();
  await later(23);
  expect(await mails()).toEqual([]);
  await later(1);
  await later(30);
  const [mail, ...more] = await mails();
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ subject: `Order #${orderId} may miss your dates` });
  expect(mail?.blocks[1]).toEqual({ is: "list", items: ["Food"] });
  expect(mail?.blocks[3]).toMatchObject({
    items: expect.arrayContaining([
      expect.stringMatching(/^Change the dates: the whole order is available for Mar /),
      expect.stringMatching(/^Change the dates: the whole order is available for Apr /),
      "Remove a title, or cancel the order",
    ]),
  });
  expect(mail?.blocks.at(-1)).toMatchObject({ is: "button", path: `/user/vieworder/${orderId}` });
  expect((await db.selectFrom("mails").select("to_address").where("kind", "=", "dates-at-risk").execute())[0]).toEqual({
    to_address: "robin@oakgrove.example",
  });
});

it("nobody gets an email about a copy that turns up within the day, however often it is lost", async () => {
  const title = await fixture.newTitle("Flips", 2);
  await order(ann, [title]);
  await order(bob, [title]);
  for (const isLost of [true, false, true, false, true]) {
    await lose(title, isLost);
    await later(20);
  }
  expect(await mails()).toEqual([]);
});

it("a borrower with an email about a risk gets another a day after it is resolved, and about the next risk", async () => {
  const { title, orderId } = await mailedRisk();
  await lose(title, false);
  await later(1);
  await lose(title); // lost again: nothing new to email
  await later(30);
  await lose(title, false);
  await later(1);
  expect(await mails()).toHaveLength(1);
  await later(24);
  await later(24);
  const [, resolved, ...more] = await mails();
  expect(resolved).toMatchObject({ subject: `Order #${orderId} will make your dates after all` });
  expect(more).toEqual([]);
  await lose(title);
  await later(1);
  await later(24);
  expect((await mails()).map(({ subject }) => subject.includes("may miss"))).toEqual([true, false, true]);
});

it("a borrower moves an order at risk to other dates, even while it is Processing, without another email", async () => {
  const { orderId } = await mailedRisk([await fixture.newTitle("Not at risk", 1)]);
  await call(clerk, "POST Order/UpdateOrder/", { orderId, statusId: 2 });
  const [, next] = (await call<OrderAtRisk[]>(clerk, "GET Reservations/GetRisks")).data[0]?.other ?? [];
  const days = { teachFrom: next?.from, teachTo: next?.to };
  expect((await call(bob, `POST Order/ChangeOwnDays/${orderId}`, days)).isSuccess).toBe(true);
  expect(await daysOf(orderId)).toMatchObject(days);
  expect(await withoutCopy()).toBe(0);
  await later(1);
  await later(48);
  expect(await mails()).toHaveLength(1);
  // the order is no longer at risk
  expect(await call(bob, `POST Order/ChangeOwnDays/${orderId}`, week)).toMatchObject({
    reason: { kind: "days-fixed", cause: "not-new" },
  });
});

it("a borrower removes a title at risk, even while the order is Processing, and gets an email with the rest", async () => {
  const other = await fixture.newTitle("Stays", 1);
  const { title, orderId } = await mailedRisk([other]);
  await call(clerk, "POST Order/UpdateOrder/", { orderId, statusId: 2 });
  for (let n = 0; n < 2; n += 1) expect((await remove(orderId, title)).isSuccess).toBe(true);
  const { data } = await call(bob, `GET Order/GetOrderForUser/${orderId}`);
  expect(data.orderItems.map(({ inventory }) => inventory.title)).toEqual(["Stays"]);
  expect(data.days).toMatchObject(week);
  expect(await withoutCopy()).toBe(0);
  const changeMails = await db.selectFrom("mails").select("letter").where("kind", "=", "order-changed").execute();
  expect(changeMails).toHaveLength(1);
  expect(JSON.stringify(changeMails[0]?.letter)).toContain("We made the change you asked for.");
  expect(await remove(orderId, other)).toMatchObject({ isSuccess: false, reason: { kind: "cancel-too-late" } });
});

it("a borrower cancels a new order by removing its only title, and removes nothing from a packed order", async () => {
  const { title, orderId } = await mailedRisk();
  expect((await remove(orderId, title)).isSuccess).toBe(true);
  expect((await call(bob, `GET Order/GetOrderForUser/${orderId}`)).data.statusId).toBe(5);
  const plain = await fixture.newTitle("Plain", 1);
  const packedId = await fixture.order(bob, [[plain, 1]]);
  await call(clerk, `POST Order/CheckOutAll/${packedId}`);
  expect(await remove(packedId, plain)).toMatchObject({ isSuccess: false, reason: { kind: "cancel-too-late" } });
  await call(clerk, `POST Order/Cancel/${packedId}`, { reason: "A test" });
});

it("the list of orders at risk is empty when every order has its copies", async () => {
  expect(await call(clerk, "GET Reservations/GetRisks")).toMatchObject({ isSuccess: true, data: [], total: 0 });
});

it("staff see help for orders at risk: current loans, orders that could wait, copies out of circulation, and other dates", async () => {
  const title = await fixture.newTitle("Helped", 3);
  const { orderId: out } = await fixture.desk(clerk).ship(ann, [[title, 1]]);
  await sql`update orders set return_date = '2026-04-02', renewals = 1 where order_id = ${out}`.execute(db);
  const waitingId = await fixture.order(ann, [[title, 1]]);
  const atRisk = await order(bob, [title]);
  await sql`update orders set return_date = '2026-04-20' where order_id = ${out}`.execute(db);
  await lose(title, true, 2);
  const { data, total } = await call<OrderAtRisk[]>(clerk, "GET Reservations/GetRisks");
  expect(total).toBe(1);
  expect(data).toMatchObject([
    {
      orderId: atRisk,
      borrowerName: "bob Reader",
      shipBy: "2026-03-30",
      ...week,
      emailedAt: null,
      isReached: true,
      titles: [
        {
          title: "Helped",
          missing: 1,
          out: [{ orderId: out, returnDate: "2026-04-20", isLate: false, isRenewed: true }],
          waiting: [{ orderId: waitingId, quantity: 1 }],
          unavailable: [{ reason: "lost", count: 1 }],
        },
      ],
    },
  ]);
  expect(data[0]?.other).not.toEqual([]);
  await watch();
  await later(24);
  expect((await call<OrderAtRisk[]>(clerk, "GET Reservations/GetRisks")).data[0]?.emailedAt).toBe(
    clock.at.toISOString(),
  );
});
