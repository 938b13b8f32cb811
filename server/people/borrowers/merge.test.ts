import { describe, expect, it } from "vitest";
import type { BorrowerPage } from "#contract/people/borrowers.ts";
import { letter } from "#server/platform/mail/letter/letter.ts";
import { circulationFixture, type Person } from "#server/test/circulation-fixture.ts";

const fixture = await circulationFixture({ poolSize: 20 });
const { db, call } = fixture;
const clerk = await fixture.newAdmin("clerk");
const kit = await fixture.newTitle("Kit", 500);

const reader = (name: string) => fixture.newBorrower(name, { email_address: `${name}@school.example` });
async function lend(person: Person) {
  const orderId = await fixture.order(person, [[kit, 1]]);
  await call(clerk, `POST Order/CheckOutAll/${orderId}`);
  await call(clerk, "POST Order/UpdateOrder/", { orderId, statusId: 3, returnDate: "2026-04-01" });
  return orderId;
}
const merge = (to: Person, from: Person) =>
  call<{ orders: number }>(clerk, `POST Borrowers/Merge/${to.borrowerId}`, { fromBorrowerId: from.borrowerId });
const pageOf = (person: Person) => call<BorrowerPage>(clerk, `GET Borrowers/Get/${person.borrowerId}`);
const ordersOf = async ({ borrowerId }: Person) =>
  (
    await db.selectFrom("orders").select("order_id").where("borrower_id", "=", borrowerId).orderBy("order_id").execute()
  ).map(({ order_id }) => order_id);

describe("merging two accounts", () => {
  it("moves orders, notes, history, and the open cart, ends the other login, and emails both addresses", async () => {
    const [ann, twin] = [await reader("ann"), await reader("ann2")];
    const [ownLoan, loan, openOrder] = [await lend(ann), await lend(twin), await fixture.order(twin, [[kit, 2]])];
    await call(clerk, `POST Borrowers/AddNote/${twin.borrowerId}`, { note: "Calls in the morning." });
    await call(twin, `POST Cart/AddItemToCart/${kit.itemId}/3/false`);
    const content = { large: Buffer.from("photo"), small: Buffer.from("photo"), added_at: fixture.clock.now() };
    const photo = { order_id: loan, borrower_id: twin.borrowerId ?? 0, ...content };
    await db.insertInto("borrower_photos").values(photo).execute();
    await call(clerk, `POST Borrowers/Block/${twin.borrowerId}`, { reason: "Send back the map." });
    expect(await merge(ann, twin)).toMatchObject({ isSuccess: true, data: { orders: 2 } });
    expect(await ordersOf(ann)).toEqual([ownLoan, loan, openOrder]);
    expect((await pageOf(ann)).data).toMatchObject({
      userName: "ann",
      emailAddress: "ann@school.example",
      copiesOut: 2,
      blockReason: "Send back the map.",
      notes: [{ note: "Calls in the morning." }],
    });
    expect((await pageOf(twin)).status).toBe(404);
    expect((await call(twin, `GET Order/GetOrderForUser/${loan}`)).status).toBe(401);
    expect((await call(ann, `GET Order/GetOrderForUser/${loan}`)).status).toBe(200);
    const photos = await db.selectFrom("borrower_photos").select("borrower_id").execute();
    expect(photos).toEqual([{ borrower_id: ann.borrowerId }]);
    const cart = await db
      .selectFrom("carts")
      .innerJoin("cart_lines", "cart_lines.cart_key", "carts.cart_key")
      .select("quantity")
      .where("user_id", "=", ann.userId)
      .where("order_id", "is", null)
      .execute();
    expect(cart).toEqual([{ quantity: 3 }]);
    const results = await call<object[]>(clerk, "GET Desk/SearchOrders?searchString=ann%40school.example");
    expect(results.data).toHaveLength(3);
    const mails = await db.selectFrom("mails").selectAll().where("subject", "like", "We merged%").execute();
    expect(mails.map(({ to_address }) => to_address).toSorted()).toEqual(["ann2@school.example", "ann@school.example"]);
    for (const mail of mails) expect(JSON.stringify(letter.parse(mail.letter))).toContain('"value":"ann"');
    const { data: entries } = await call<{ changes: object[] }[]>(
      clerk,
      `GET ActivityLog/GetEntries?kind=borrowers&subjectId=${ann.borrowerId}&page=1&pageSize=20`,
    );
    expect(JSON.stringify(entries)).toContain("user name ann2");
    expect(JSON.stringify(entries)).toContain("Send back the map.");
  });

  it("keeps the cart and the block of the remaining account, and emails a shared address once", async () => {
    const [bea, twin] = [await reader("bea"), await reader("bea2")];
    await db
      .updateTable("borrowers")
      .set({ email_address: "BEA@school.example" })
      .where("borrower_id", "=", twin.borrowerId)
      .execute();
    for (const [person, quantity, reason] of [
      [bea, 1, "First."],
      [twin, 4, "Second."],
    ] as const) {
      await call(person, `POST Cart/AddItemToCart/${kit.itemId}/${quantity}/false`);
      await call(clerk, `POST Borrowers/Block/${person.borrowerId}`, { reason });
    }
    const before = (await db.selectFrom("mails").select("mail_id").execute()).length;
    expect((await merge(bea, twin)).isSuccess).toBe(true);
    expect((await db.selectFrom("mails").select("mail_id").execute()).length).toBe(before + 1);
    expect((await pageOf(bea)).data.blockReason).toBe("First.");
    const lines = await db
      .selectFrom("cart_lines")
      .innerJoin("carts", "carts.cart_key", "cart_lines.cart_key")
      .select("quantity")
      .where("user_id", "=", bea.userId)
      .execute();
    expect(lines).toEqual([{ quantity: 1 }]);
  });

  it("is refused with the account itself", async () => {
    const cy = await reader("cy");
    expect(await merge(cy, cy)).toMatchObject({ isSuccess: false, reason: { kind: "same-account" } });
    expect((await pageOf(cy)).status).toBe(200);
  });
});
