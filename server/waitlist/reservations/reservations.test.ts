import { sql } from "kysely";
import { beforeEach, expect, it } from "vitest";
import type { OrderAtRisk } from "#contract/waitlist/reservations.ts";
import { recountStock } from "#server/catalog/copies/stock.queries.ts";
import { inTransaction } from "#server/platform/database.ts";
import { type Letter, letter } from "#server/platform/mail/letter/letter.ts";
import { expectBothLanguages } from "#server/test/both-languages.ts";
import { circulationFixture, type Person, type Title } from "#server/test/circulation-fixture.ts";
import { keptLetter, riskLetter } from "./reservation-letters.ts";
import { watchReservations } from "./watch-reservations.ts";

const fixture = await circulationFixture(); // it is Monday, March 2, 2026
const { db, call, clock } = fixture;
const clerk = await fixture.newAdmin("clerk");
const [ann, bob] = [await fixture.newBorrower("ann"), await fixture.newBorrower("bob")];
const cat = await fixture.newBorrower("cat");
const week = { teachFrom: "2026-04-06", teachTo: "2026-04-10" };
const start = clock.at;

async function inCart(who: Person, titles: readonly Title[]) {
  let cart = "";
  for (const { itemId } of titles)
    cart = (await call<string>(who, `POST Cart/AddItemToCart/${itemId}/1/false/${cart}`)).data;
  return cart;
}

async function ordered(who: Person, titles: readonly Title[], days = week, filled?: string) {
  const cart = filled ?? (await inCart(who, titles));
  const answer = await call(who, `POST Order/SaveOrder/0/${cart}?teachFrom=${days.teachFrom}&teachTo=${days.teachTo}`);
  expect(answer.isSuccess).toBe(true);
  return answer.id;
}

/** A copy of a title is lost, or found again. */
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

/** A title that ann and bob ordered for the week, of which a copy is lost for a day: bob was told. */
async function told(more: readonly Title[] = []) {
  const title = await fixture.newTitle("Kit", 2);
  await ordered(ann, [title]);
  const orderId = await ordered(bob, [title, ...more]);
  await lose(title);
  await watch();
  await later(24);
  return { title, orderId };
}

const remove = (orderId: number, { itemId }: Title, who = bob) =>
  call(who, `POST Order/RemoveOwnTitle/${orderId}`, { inventoryId: itemId });
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

it("tells who ordered last of the risk after a day, once, with what else would do", async () => {
  const title = await fixture.newTitle("Food", 2);
  await ordered(ann, [title]);
  const orderId = await ordered(bob, [title]);
  expect((await daysOf(orderId))?.isAtRisk).toBeUndefined();
  await lose(title);
  expect((await daysOf(orderId))?.isAtRisk).toBe(true); // the order's page says so at once
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

it("tells nobody of a copy that is found within the day, however often it is lost", async () => {
  const title = await fixture.newTitle("Flips", 2);
  await ordered(ann, [title]);
  await ordered(bob, [title]);
  for (const isLost of [true, false, true, false, true]) {
    await lose(title, isLost);
    await later(20);
  }
  expect(await mails()).toEqual([]);
});

it("says that the days are kept after all, to who was told, once that is sure; and of the next risk again", async () => {
  const { title, orderId } = await told();
  await lose(title, false);
  await later(1);
  await lose(title); // it flips back: nothing new to say
  await later(30);
  await lose(title, false);
  await later(1);
  expect(await mails()).toHaveLength(1);
  await later(24);
  await later(24);
  const [, kept, ...more] = await mails();
  expect(kept).toMatchObject({ subject: `Order #${orderId} will make your dates after all` });
  expect(more).toEqual([]);
  await lose(title);
  await later(1);
  await later(24);
  expect((await mails()).map(({ subject }) => subject.includes("may miss"))).toEqual([true, false, true]);
});

it("a borrower moves an order at risk to other dates, also while it is Processing, and the dates are not said to be kept", async () => {
  const { orderId } = await told([await fixture.newTitle("Not at risk", 1)]);
  await call(clerk, "POST Order/UpdateOrder/", { orderId, statusId: 2 });
  const [, next] = (await call<OrderAtRisk[]>(clerk, "GET Reservations/GetRisks")).data[0]?.other ?? [];
  const days = { teachFrom: next?.from, teachTo: next?.to };
  expect((await call(bob, `POST Order/ChangeOwnDays/${orderId}`, days)).isSuccess).toBe(true);
  expect(await daysOf(orderId)).toMatchObject(days);
  expect(await withoutCopy()).toBe(0);
  await later(1);
  await later(48);
  expect(await mails()).toHaveLength(1);
  // nothing of it is at risk now
  expect(await call(bob, `POST Order/ChangeOwnDays/${orderId}`, week)).toMatchObject({
    reason: { kind: "days-fixed", because: "not-new" },
  });
});

it("a borrower removes a title at risk, once, also while the order is Processing, and gets an email with the rest", async () => {
  const other = await fixture.newTitle("Stays", 1);
  const { title, orderId } = await told([other]);
  await call(clerk, "POST Order/UpdateOrder/", { orderId, statusId: 2 });
  expect((await remove(orderId, title, cat)).status).toBe(404);
  for (let n = 0; n < 2; n += 1) expect((await remove(orderId, title)).isSuccess).toBe(true);
  const { data } = await call(bob, `GET Order/GetOrderForUser/${orderId}`);
  expect(data.orderItems.map(({ inventory }) => inventory.title)).toEqual(["Stays"]);
  expect(data.days).toMatchObject(week);
  expect(await withoutCopy()).toBe(0);
  const changed = await db.selectFrom("mails").select("letter").where("kind", "=", "order-changed").execute();
  expect(changed).toHaveLength(1);
  expect(JSON.stringify(changed[0]?.letter)).toContain("as you asked");
  expect(await remove(orderId, other)).toMatchObject({ isSuccess: false, reason: { kind: "cancel-too-late" } });
});

it("a borrower removes the only title of a new order, which cancels it, and none of one with a packed copy", async () => {
  const { title, orderId } = await told();
  expect((await remove(orderId, title)).isSuccess).toBe(true);
  expect((await call(bob, `GET Order/GetOrderForUser/${orderId}`)).data.statusId).toBe(5);
  const plain = await fixture.newTitle("Plain", 1);
  const packed = await fixture.order(bob, [[plain, 1]]);
  await call(clerk, `POST Order/CheckOutAll/${packed}`);
  expect(await remove(packed, plain)).toMatchObject({ isSuccess: false, reason: { kind: "cancel-too-late" } });
  await call(clerk, `POST Order/Cancel/${packed}`, { reason: "A test" });
});

it("both emails say everything in Spanish, too", () => {
  const facts = { orderId: 5, teaching: { from: "2026-04-06", to: "2026-04-10" }, titles: ["Kit"] };
  const other = [{ from: "2026-04-13", to: "2026-04-13" }];
  const risks = (["en", "es"] as const).map((language) => riskLetter({ ...facts, language }, other));
  const keeps = (["en", "es"] as const).map((language) => keptLetter({ ...facts, language }));
  for (const [english, spanish] of [risks, keeps])
    if (english && spanish) expectBothLanguages(english, spanish, ["Kit"]);
  expect(risks[1]?.blocks[3]).toMatchObject({
    items: expect.arrayContaining(["Cambiar las fechas: todo el pedido está disponible el 13 de abril de 2026"]),
  });
});

it("staff read that nothing is at risk", async () => {
  expect(await call(clerk, "GET Reservations/GetRisks")).toMatchObject({ isSuccess: true, data: [], total: 0 });
});

it("staff read what would help: copies that are out, orders that could wait, what is set aside, and other days", async () => {
  const title = await fixture.newTitle("Helped", 3);
  const out = await fixture.order(ann, [[title, 1]]);
  const [line] = (await call(clerk, `GET Order/Get/${out}`)).data.orderItems;
  await call(
    clerk,
    `POST Order/AssignMultipleSKUSToOrderItem/${line?.orderItemId}/inventoryId/${title.itemId}/quantity/1`,
  );
  await call(clerk, "POST Order/UpdateOrder/", { orderId: out, statusId: 3 });
  await sql`update orders set return_date = '2026-04-02', renewals = 1 where order_id = ${out}`.execute(db);
  const waits = await fixture.order(ann, [[title, 1]]);
  const atRisk = await ordered(bob, [title]);
  await sql`update orders set return_date = '2026-04-20' where order_id = ${out}`.execute(db);
  await lose(title, true, 2);
  const { data, total } = await call<OrderAtRisk[]>(clerk, "GET Reservations/GetRisks");
  expect(total).toBe(1);
  expect(data).toMatchObject([
    {
      orderId: atRisk,
      borrowerName: "bob Reader",
      leavesBy: "2026-03-30",
      ...week,
      toldAt: null,
      isReached: true,
      titles: [
        {
          title: "Helped",
          missing: 1,
          out: [{ orderId: out, returnDate: "2026-04-20", isLate: false, isRenewed: true }],
          waiting: [{ orderId: waits, quantity: 1 }],
          aside: [{ reason: "lost", count: 1 }],
        },
      ],
    },
  ]);
  expect(data[0]?.other).not.toEqual([]);
  await watch();
  await later(24);
  expect((await call<OrderAtRisk[]>(clerk, "GET Reservations/GetRisks")).data[0]?.toldAt).toBe(clock.at.toISOString());
});
