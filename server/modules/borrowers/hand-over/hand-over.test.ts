import { describe, expect, it } from "vitest";
import { letter } from "#server/platform/mail/letter/letter.ts";
import { expectBothLanguages } from "#server/test/both-languages.ts";
import { circulationFixture, type Person } from "#server/test/circulation-fixture.ts";
import { handOverLetter } from "./hand-over-letter.ts";

const fixture = await circulationFixture({ poolSize: 20 });
const { db, call } = fixture;
const clerk = await fixture.newAdmin("clerk");
const kit = await fixture.newTitle("Kit", 100);

async function reader(name: string, fields: object = {}): Promise<Person> {
  const who = await fixture.newBorrower(name);
  const own = { email_address: `${name}@school.example`, ...fields };
  await db.updateTable("borrowers").set(own).where("user_id", "=", who.userId).execute();
  return who;
}
/** Ships an order of these many copies, due on a day; gives its id and its copies. */
async function lend(who: Person, copies = 1) {
  const orderId = await fixture.order(who, [[kit, copies]]);
  await call(clerk, `POST Order/CheckOutAll/${orderId}`);
  const { data } = await call(clerk, "POST Order/UpdateOrder/", { orderId, statusId: 3, returnDate: "2026-04-01" });
  return {
    orderId,
    copyIds: data.orderItems[0]?.orderInventoryItems.map((one) => one.inventoryItem.inventoryItemId) ?? [],
  };
}
const handOver = (from: Person, to: Person) =>
  call<number[]>(clerk, `POST Borrowers/HandOver/${from.borrowerId}`, { toBorrowerId: to.borrowerId });
const rowOf = (orderId: number) =>
  db.selectFrom("orders").selectAll().where("order_id", "=", orderId).executeTakeFirstOrThrow();

describe("handing over", () => {
  it("moves shipped orders as a whole, with due day and history; new ones stay, and both borrowers get an email", async () => {
    const [ann, bob] = [await reader("ann"), await reader("bob")];
    const { orderId, copyIds } = await lend(ann, 2);
    await call(clerk, "POST Returns/CheckIn", { inventoryItemId: copyIds[0] });
    const waiting = await fixture.order(ann, [[kit, 1]]);
    expect((await handOver(ann, bob)).data).toEqual([orderId]);
    expect(await rowOf(orderId)).toMatchObject({
      borrower_id: bob.borrowerId,
      return_date: "2026-04-01",
      ship_to_name: "bob Reader",
    });
    expect((await rowOf(waiting)).borrower_id).toBe(ann.borrowerId);
    expect((await call(bob, `GET Order/GetOrderForUser/${orderId}`)).status).toBe(200);
    expect((await call(ann, `GET Order/GetOrderForUser/${orderId}`)).status).toBe(404);
    expect((await call(clerk, `GET Order/Get/${orderId}`)).data).toMatchObject({
      pastAssignments: [{ copyNumber: 1 }],
      handovers: [{ fromName: "ann Reader", toName: "bob Reader" }],
    });
    const noted = await db.selectFrom("handovers").selectAll().where("order_id", "=", orderId).execute();
    expect(noted).toMatchObject([
      { from_borrower: ann.borrowerId, to_borrower: bob.borrowerId, handed_over_by: clerk.userId },
    ]);
    const mails = await db
      .selectFrom("mails")
      .selectAll()
      .where("kind", "=", "loans-handed-over")
      .orderBy("mail_id")
      .execute();
    expect(mails.map(({ to_address }) => to_address)).toEqual(["ann@school.example", "bob@school.example"]);
    expect(JSON.stringify(letter.parse(mails[1]?.letter).blocks)).toContain("copy 2), due Apr 1, 2026");
    expect(await handOver(ann, bob)).toMatchObject({ isSuccess: false, reason: { kind: "nothing-out" } });
    expect((await call<object[]>(clerk, `GET Desk/SearchOrders?searchString=bob`)).data).toHaveLength(1);
  });

  it("is refused for another school, for oneself, and for nobody", async () => {
    const [cy, other] = [await reader("cy"), await reader("other", { school_name: "Bay School" })];
    await lend(cy);
    expect(await handOver(cy, other)).toMatchObject({ isSuccess: false, reason: { kind: "not-a-colleague" } });
    expect(await handOver(cy, cy)).toMatchObject({ isSuccess: false });
    expect((await handOver(cy, { userId: 0, borrowerId: 999_999 })).status).toBe(404);
    const colleagues = await call<{ borrowerName: string }[]>(clerk, `GET Borrowers/GetColleagues/${cy.borrowerId}`);
    expect(colleagues.data.map(({ borrowerName }) => borrowerName)).toEqual(["ann Reader", "bob Reader"]);
  });

  it("and checking in at this moment both happen, in either order", async () => {
    for (let round = 0; round < 8; round += 1) {
      const [from, to] = [await reader(`from${round}`), await reader(`to${round}`)];
      const { orderId, copyIds } = await lend(from);
      const back = call(clerk, "POST Returns/CheckIn", { inventoryItemId: copyIds[0] });
      const [checked, moved] = await Promise.all([back, handOver(from, to)]);
      expect(checked.isSuccess).toBe(true);
      expect(await rowOf(orderId)).toMatchObject({
        status_id: 4,
        borrower_id: moved.isSuccess ? to.borrowerId : from.borrowerId,
      });
    }
  });

  it("has letters in both languages", () => {
    const loans = [{ order_id: 1, return_date: "2026-04-01", titles: ["Kit"] }];
    for (const part of ["given", "taken"] as const)
      expectBothLanguages(
        handOverLetter(part, { other: "Ann", loans, language: "en" }),
        handOverLetter(part, { other: "Ann", loans, language: "es" }),
        ["Ann"],
      );
  });
});
