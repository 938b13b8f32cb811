import { expect, it } from "vitest";
import type { CopyCounts, TitleUse } from "#contract/catalog/archive.ts";
import { circulationFixture, type Person, type Title } from "#server/test/circulation-fixture.ts";

const fixture = await circulationFixture(); // it is Monday, March 2, 2026
const { call } = fixture;
const clerk = await fixture.newAdmin("clerk");
const [ann, bob] = [await fixture.newBorrower("ann"), await fixture.newBorrower("bob")];

const useOf = async ({ itemId }: Title) => (await call<TitleUse>(clerk, `GET Inventory/GetUse/${itemId}`)).data;
const countsOf = async ({ itemId }: Title) =>
  (await call<CopyCounts[]>(clerk, `GET Inventory/GetCopyCounts?ids=${itemId}`)).data[0];
async function orderFor(borrower: Person, { itemId }: Title, quantity: number, teachFrom: string) {
  const { data: cart } = await call<string>(
    borrower,
    `POST Cart/AddItemToCart/${itemId}/${quantity}/false?teachFrom=${teachFrom}`,
  );
  const { id } = await call(borrower, `POST Order/SaveOrder/0/${cart}?teachFrom=${teachFrom}&teachTo=${teachFrom}`);
  expect(id).toBeGreaterThan(0);
  return id;
}
/** Adds up the orders and holds of a title like its counts. */
const summed = ({ orders, holds }: TitleUse) => ({
  out: orders.reduce((sum, { out }) => sum + out, 0),
  reserved: orders.reduce((sum, { reserved }) => sum + reserved, 0) + holds.length,
  later: orders.reduce((sum, { later }) => sum + later, 0),
});

it("a copy on hold for the waitlist counts as reserved, and is listed with its borrower", async () => {
  const title = await fixture.newTitle("Held", 1);
  const orderId = await fixture.order(bob, [[title, 1]]);
  await call(clerk, `POST Order/CheckOutAll/${orderId}`);
  await call(clerk, "POST Order/UpdateOrder/", { orderId, statusId: 3 });
  await call(ann, `POST Waitlist/Join/${title.itemId}`);
  await call(clerk, "POST Returns/CheckIn", { inventoryItemId: title.copyIds[0] });
  const use = await useOf(title);
  expect(use).toMatchObject({ out: 0, reserved: 1, later: 0, orders: [], holdTotal: 1 });
  expect(use.holds).toMatchObject([{ inventoryItemId: title.copyIds[0], borrowerName: "ann Reader" }]);
  expect(summed(use)).toEqual({ out: 0, reserved: 1, later: 0 });
  // a waitlist doesn't keep a title from being archived
  expect(await call(clerk, `POST Inventory/Archive/${title.itemId}`)).toMatchObject({ isSuccess: true });
});

it("orders with reserved dates count as reserved once they are to be packed, and as later before that", async () => {
  const title = await fixture.newTitle("Booked", 6);
  const waits = await fixture.order(ann, [[title, 1]]);
  const soon = await orderFor(ann, title, 2, "2026-03-16"); // leaves on March 9
  const later = await orderFor(bob, title, 2, "2026-05-18");
  const use = await useOf(title);
  expect(use).toMatchObject({ out: 0, reserved: 3, later: 2, holdTotal: 0 });
  expect(use.orders).toMatchObject([
    { orderId: waits, reserved: 1, later: 0, shipOn: null },
    { orderId: soon, reserved: 2, later: 0, shipOn: "2026-03-09" },
    { orderId: later, reserved: 0, later: 2, shipOn: "2026-05-11" },
  ]);
  expect(summed(use)).toEqual({ out: 0, reserved: 3, later: 2 });
  expect(await countsOf(title)).toEqual({
    inventoryId: title.itemId,
    total: 6,
    inactive: 0,
    out: 0,
    reserved: 3,
    later: 2,
  });
  expect(await call(clerk, `POST Inventory/Archive/${title.itemId}`)).toMatchObject({
    reason: { kind: "title-in-use", orders: [{}, {}, { orderId: later, reserved: 2 }] },
  });
});

it("a copy packed early for a later order counts as reserved now, and the rest as later", async () => {
  const title = await fixture.newTitle("Packed early", 3);
  const orderId = await orderFor(ann, title, 3, "2026-05-18");
  const line = (await call(clerk, `GET Order/Get/${orderId}`)).data.orderItems[0]?.orderItemId;
  await call(clerk, `POST Order/AssignSKUToOrderItem/${line}/InventoryItem/${title.copyIds[0]}`);
  const use = await useOf(title);
  expect(use).toMatchObject({ reserved: 1, later: 2, orders: [{ orderId, reserved: 1, later: 2 }] });
});
