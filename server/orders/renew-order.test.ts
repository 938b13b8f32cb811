import { describe, expect, it } from "vitest";
import type { Order } from "#contract/orders/orders.ts";
import { circulationFixture, type Person } from "#server/test/circulation-fixture.ts";

const fixture = await circulationFixture();
const [ann, bob] = [await fixture.newBorrower("ann"), await fixture.newBorrower("bob")];
const clerk = await fixture.newAdmin("clerk");
/** Sets the clock to noon of a day in Los Angeles. */
const on = (day: string) => (fixture.clock.at = new Date(`${day}T19:00:00Z`));

/** Returns the emails after this many seconds. */
const wait = (after = 120) => fixture.mails({ after });

/** Ships two copies of a new title, due on April 1, and sends the email. */
async function shipped(who: Person) {
  on("2026-03-02");
  const title = await fixture.newTitle("Kit", 3);
  const orderId = await fixture.order(who, [[title, 2]]);
  const lineId = (await fixture.call(clerk, `GET Order/Get/${orderId}`)).data.orderItems[0]?.orderItemId;
  await fixture.call(
    clerk,
    `POST Order/AssignMultipleSKUSToOrderItem/${lineId}/inventoryId/${title.itemId}/quantity/2`,
  );
  const days = { shipDate: "2026-03-02", returnDate: "2026-04-01" };
  await fixture.call(clerk, "POST Order/UpdateOrder/", { orderId, statusId: 3, ...days });
  await wait();
  return { title, orderId };
}
const renew = (who: Person, orderId: number) => fixture.call<Order>(who, `POST Order/RenewOwn/${orderId}`);
const until = async (who: Person, orderId: number) => {
  const { data } = await fixture.call<{ renewableUntil: string }>(who, `GET Order/GetOrderForUser/${orderId}`);
  return data.renewableUntil;
};
const mailsOf = async (orderId: number, after = 120, kind = "due-changed") =>
  (await fixture.mails({ after, about: orderId })).flatMap((mail) => (mail.kind === kind ? mail.letter : []));

describe("a borrower", () => {
  it("renews an order once, and gets an email with the new due date and the current loans", async () => {
    const { title, orderId } = await shipped(ann);
    on("2026-03-20");
    await fixture.call(clerk, "POST Returns/CheckIn", { inventoryItemId: title.copyIds[0] });
    expect(await until(ann, orderId)).toBe("2026-05-01");
    expect((await renew(ann, orderId)).data).toMatchObject({ returnDate: "2026-05-01" });
    expect(await until(ann, orderId)).toBeNull();
    expect(await renew(ann, orderId)).toMatchObject({ isSuccess: false, reason: { kind: "renewals-used" } });
    const [mail, ...more] = await mailsOf(orderId);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      subject: `Your order #${orderId} is now due May 1, 2026`,
      blocks: [{}, { is: "list", items: ["Kit"] }, {}, {}],
      calendar: { uid: `order-${orderId}-due`, day: "2026-05-01" },
    });
  });

  it("renews up to a week after the due date, counted from that day", async () => {
    const [late, tooLate] = [await shipped(ann), await shipped(ann)];
    on("2026-04-08");
    expect((await renew(ann, late.orderId)).data).toMatchObject({ returnDate: "2026-05-08" });
    on("2026-04-09");
    expect(await until(ann, tooLate.orderId)).toBeNull();
    expect(await renew(ann, tooLate.orderId)).toMatchObject({
      isSuccess: false,
      message: "This order is too far overdue to renew. Please send it back, or contact us.",
    });
  });

  it("can't renew an awaited title, an order that hasn't shipped, or someone else’s order", async () => {
    const { title, orderId } = await shipped(ann);
    const waiting = await fixture.order(bob, [[title, 1]]);
    expect(await until(ann, orderId)).toBe("2026-05-01"); // the copy on the shelf is enough
    const shelf = await fixture.call<{ inventoryItems: { inventoryItemId: number }[] }>(
      clerk,
      `GET Inventory/Get/${title.itemId}`,
    );
    const inventoryItems = shelf.data.inventoryItems.map((copy) => ({
      ...copy,
      isInactive: copy.inventoryItemId === title.copyIds[2],
    }));
    await fixture.call(clerk, `POST Inventory/UpdateInventory/${title.itemId}`, { ...shelf.data, inventoryItems });
    expect(await until(ann, orderId)).toBeNull();
    expect(await renew(ann, orderId)).toMatchObject({ isSuccess: false, reason: { kind: "renewal-awaited" } });
    expect(await renew(bob, waiting)).toMatchObject({ isSuccess: false, reason: { kind: "renewal-not-out" } });
    expect(await renew(bob, orderId)).toMatchObject({ status: 404 });
    expect(await renew(bob, 999_999)).toMatchObject({ status: 404 });
  });
});

describe("a clerk", () => {
  it("can correct a due date for two minutes, after which one email has the latest, or none goes out if it is unchanged", async () => {
    const { orderId } = await shipped(ann);
    const form = { orderId, statusId: 3, shipDate: "2026-03-02" };
    await fixture.call(clerk, `POST Order/Renew/${orderId}`);
    expect(await mailsOf(orderId, 60)).toEqual([]);
    await fixture.call(clerk, "POST Order/UpdateOrder/", { ...form, returnDate: "2026-04-15" });
    expect((await mailsOf(orderId)).map(({ calendar }) => calendar?.day)).toEqual(["2026-04-15"]);
    fixture.clock.move(1000); // the same email is written once per moment
    await fixture.call(clerk, `POST Order/Renew/${orderId}`);
    await fixture.call(clerk, "POST Order/UpdateOrder/", { ...form, returnDate: "2026-04-15" }); // reverted
    expect(await mailsOf(orderId)).toHaveLength(1);
    await fixture.call(clerk, `POST Order/Renew/${orderId}`);
    await fixture.call(clerk, "POST Order/UpdateOrder/", { ...form, statusId: 4, returnDate: "2026-05-15" });
    expect(await mailsOf(orderId)).toHaveLength(1); // everything is returned
  });

  it("corrects the due date of a just-shipped order, and only the email about shipping goes out", async () => {
    const title = await fixture.newTitle("Just left", 1);
    const orderId = await fixture.order(bob, [[title, 1]]);
    await fixture.call(clerk, "POST Order/UpdateOrder/", { orderId, statusId: 3 });
    await fixture.call(clerk, `POST Order/Renew/${orderId}`);
    expect(await mailsOf(orderId)).toEqual([]);
    const { data } = await fixture.call(clerk, `GET Order/Get/${orderId}`);
    const mails = await mailsOf(orderId, 0, "order-shipped");
    expect(mails.map(({ calendar }) => calendar?.day)).toEqual([data.returnDate]);
  });

  it("renews a shipped order any number of times, and a due date changed in the form is emailed, too", async () => {
    const { orderId } = await shipped(ann);
    await renew(ann, orderId);
    await wait();
    for (const day of ["2026-05-31", "2026-06-30"]) {
      fixture.clock.move(1000);
      const { data } = await fixture.call(clerk, `POST Order/Renew/${orderId}`);
      expect(data).toMatchObject({ returnDate: day, changedByName: "clerk" });
      await wait();
    }
    fixture.clock.move(1000);
    const form = { orderId, statusId: 3, shipDate: "2026-03-02", returnDate: "2026-06-15" };
    await fixture.call(clerk, "POST Order/UpdateOrder/", form);
    await fixture.call(clerk, "POST Order/UpdateOrder/", { ...form, orderNote: "Called." });
    expect((await mailsOf(orderId)).map(({ calendar }) => calendar?.day)).toEqual([
      "2026-05-01",
      "2026-05-31",
      "2026-06-30",
      "2026-06-15",
    ]);
    await fixture.call(clerk, "POST Order/UpdateOrder/", { orderId, statusId: 4 });
    expect(await fixture.call(clerk, `POST Order/Renew/${orderId}`)).toMatchObject({
      isSuccess: false,
      message: "Only an order that has shipped can be renewed.",
    });
  });
});
