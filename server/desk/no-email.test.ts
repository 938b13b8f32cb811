import { expect, it } from "vitest";
import type { OrderFound, OrderWork } from "#contract/desk/search.ts";
import type { StaffOrder } from "#contract/orders/orders.ts";
import { circulationFixture } from "#server/test/circulation-fixture.ts";

const fixture = await circulationFixture();
const clerk = await fixture.newAdmin("clerk");
const volunteer = await fixture.newAdmin("helper", "volunteer");

it("orders to ship whose borrower has no login are listed, counted, and marked as not emailed", async () => {
  const kit = await fixture.newTitle("Kit", 10);
  const [ann, bob] = [await fixture.newBorrower("ann"), await fixture.newBorrower("bob")];
  await fixture.order(ann, [[kit, 1]]);
  const [packed, shipped] = [await fixture.order(bob, [[kit, 1]]), await fixture.order(bob, [[kit, 1]])];
  await fixture.withoutLogin(bob);
  await fixture.desk(clerk).save(shipped, 3);

  const { data } = await fixture.call<OrderFound[]>(clerk, "GET Desk/SearchOrders?work=no-email");
  expect(data.map(({ orderId }) => orderId)).toEqual([packed]);
  const [called] = data;
  const work = await fixture.call<{ orders: { work: OrderWork; count: number }[] }>(clerk, "GET Desk/GetWork");
  expect(work.data.orders).toContainEqual({ work: "no-email", count: 1 });
  const borrowerOf = async (reader: typeof clerk) =>
    (await fixture.call<StaffOrder>(reader, `GET Order/Get/${packed}`)).data.borrower;
  const { phoneNumber, ...borrower } = await borrowerOf(clerk);
  expect(borrower).toMatchObject({ isEmailed: false });
  expect(phoneNumber).not.toBe("");
  expect(called?.phoneNumber).toBe(phoneNumber);
  const { data: all } = await fixture.call<OrderFound[]>(clerk, "GET Desk/SearchOrders?searchString=bob");
  expect(all.map((order) => order.phoneNumber)).toEqual([undefined, undefined]);
  expect(await borrowerOf(volunteer)).toMatchObject({ isEmailed: false, phoneNumber: "" });
});
