import type { OrderItem, StaffOrder } from "#contract/orders/orders.ts";
import { describe, expect, it } from "vitest";
import { stockDisagreements } from "#server/catalog/copies/stock.queries.ts";
import { circulationFixture, type Title } from "#server/test/circulation-fixture.ts";
import { copiesToPick } from "./packing/packing.queries.ts";

const fixture = await circulationFixture();
const ann = await fixture.newBorrower("ann");
const admin = await fixture.newAdmin("clerk");
const desk = fixture.desk(admin);

type Loans = OrderItem["orderInventoryItems"];

/** Places Ann's order of one title, with actions on its only line. */
async function orderOf(title: Title, quantity: number) {
  const orderId = await fixture.order(ann, [[title, quantity]]);
  const line = async () => firstOf((await desk.orderOf(orderId)).orderItems);
  const lineId = (await line()).orderItemId;
  return {
    orderId,
    lineId,
    assigned: async () => (await line()).orderInventoryItems,
    checkOut: () => desk.pack(orderId, quantity),
    assign: (copyId: number | undefined) => desk.packCopy(orderId, copyId),
    undo: () => fixture.call(admin, `POST Order/RemoveAllSKUsFromOrderItem/${lineId}`),
  };
}

const numbersOf = (loans: Loans) => loans.map(({ inventoryItem }) => inventoryItem.copyNumber);

function firstOf<T>(list: readonly T[]): T {
  const [first] = list;
  if (first === undefined) throw new Error("The list is empty.");
  return first;
}

describe("the check-out of a line", () => {
  it("assigns the ordered number of copies, and moves them from requested to checked out", async () => {
    const title = await fixture.newTitle("Whole", 4);
    const order = await orderOf(title, 3);
    expect(await fixture.stockOf(title)).toMatchObject({ in_stock: 1, requested: 3, checked_out: 0 });
    const answer = await order.checkOut();
    expect(answer).toMatchObject({
      status: 200,
      isSuccess: true,
      message: "SKU assigned.",
      data: { orderId: order.orderId, version: 2, changedByName: "clerk" },
    });
    const [line] = answer.data.orderItems;
    expect(line?.orderInventoryItems).toHaveLength(3);
    expect(line?.orderInventoryItems[0]?.inventoryItem).toEqual({
      inventoryItemId: title.copyIds[0],
      inventoryId: title.itemId,
      skuNumber: expect.any(String),
      copyNumber: 1,
      isAvailable: false,
      isInactive: false,
      inactiveReason: null,
      isArchived: false,
      orderId: order.orderId,
      shelfLocation: "",
      isAvailableString: "Checked Out",
      lastSeenAt: fixture.clock.now().toISOString(),
    });
    expect(line?.inventory).toMatchObject({ inStock: 1, requestedQty: 0, checkedOut: 3 });
    expect(await fixture.stockOf(title)).toMatchObject({ in_stock: 1, requested: 0, checked_out: 3 });
  });

  it("takes the least-lent copies, then the lowest numbers, and doesn't count an undone check-out as a loan", async () => {
    const title = await fixture.newTitle("Worn", 3);
    const first = await orderOf(title, 1);
    await first.checkOut();
    expect(numbersOf(await first.assigned())).toEqual([1]);
    await first.undo();
    await first.checkOut();
    expect(numbersOf(await first.assigned())).toEqual([1]);
    await desk.save(first.orderId, 4);
    const second = await orderOf(title, 2);
    await second.checkOut();
    expect(numbersOf(await second.assigned())).toEqual([2, 3]);
  });
});

describe("the check-out of a particular copy", () => {
  it("rejects copies of another title, inactive copies, copies on loan, and copies scanned twice", async () => {
    const [title, another] = [await fixture.newTitle("Right", 3), await fixture.newTitle("Wrong", 1)];
    const [order, rival] = [await orderOf(title, 2), await orderOf(title, 1)];
    await rival.assign(title.copyIds[0]);
    await fixture.setCopy(title.copyIds[1], { is_inactive: true });
    expect(await order.assign(another.copyIds[0])).toMatchObject({
      isSuccess: false,
      message: "This copy belongs to another title.",
    });
    const notAvailable = { isSuccess: false, message: "This copy isn’t available." };
    expect(await order.assign(title.copyIds[0])).toMatchObject(notAvailable);
    expect(await order.assign(title.copyIds[1])).toMatchObject(notAvailable);
    expect(await order.assign(title.copyIds[2])).toMatchObject({ isSuccess: true });
    expect(await order.assign(title.copyIds[2])).toMatchObject(notAvailable);
    expect(await order.assigned()).toHaveLength(1);
  });
});

describe("the undo of a check-out", () => {
  it("removes and records every copy of a line, and succeeds when there is nothing to undo", async () => {
    const title = await fixture.newTitle("Undone", 2);
    const order = await orderOf(title, 2);
    await order.checkOut();
    fixture.clock.at = new Date("2026-03-05T08:00:00Z");
    const answer = await order.undo();
    expect(answer).toMatchObject({
      isSuccess: true,
      message: "All SKUs have been removed.",
      data: { version: 3, orderItems: [{ orderInventoryItems: [] }] },
    });
    expect(answer.data.pastAssignments).toMatchObject([
      { orderItemId: order.lineId, copyNumber: 1, returnedAt: "2026-03-05T08:00:00.000Z", reason: "undone" },
      { orderItemId: order.lineId, copyNumber: 2, reason: "undone" },
    ]);
    expect(await fixture.stockOf(title)).toMatchObject({ in_stock: 0, requested: 2, checked_out: 0 });
    expect(await order.undo()).toMatchObject({ isSuccess: true, data: { version: 3 } });
  });
});

const all = (orderId: number) => fixture.call<StaffOrder>(admin, `POST Order/CheckOutAll/${orderId}`);
const counts = ({ orderItems }: StaffOrder) => orderItems.map(({ orderInventoryItems }) => orderInventoryItems.length);

describe("the check-out of a whole order", () => {
  it("assigns every copy that is still needed", async () => {
    const [one, two] = [await fixture.newTitle("One", 3), await fixture.newTitle("Two", 2)];
    const orderId = await fixture.order(ann, [
      [one, 3],
      [two, 1],
    ]);
    await desk.pack(orderId, 1);
    expect(counts((await all(orderId)).data)).toEqual([3, 1]);
    expect(counts((await all(orderId)).data)).toEqual([3, 1]); // nothing left to check out
    expect(await stockDisagreements(fixture.db)).toEqual([]);
  });
});

describe("packing", () => {
  it("assigns the copies on the pick list, with each copy's shelf location", async () => {
    const title = await fixture.newTitle("Spread", 4);
    await fixture.setTitle(title, { shelf_location: "C3" });
    const [first = 0, second = 0, third = 0] = title.copyIds;
    for (const [copyId, own_shelf_location] of [[second, "A1"] as const, [third, "A0"] as const])
      await fixture.setCopy(copyId, { own_shelf_location });
    const [packedId, waitingId] = [await fixture.order(ann, [[title, 1]]), await fixture.order(ann, [[title, 2]])];
    const { data } = await desk.packCopy(packedId, first);
    expect(data.orderItems[0]?.orderInventoryItems[0]?.inventoryItem).toMatchObject({
      copyNumber: 1,
      shelfLocation: "",
    });
    const next = () => copiesToPick(fixture.db, new Map([[title.itemId, 2]]));
    const copy = { inventoryId: title.itemId, heldForOrderId: null };
    expect(await next()).toMatchObject([
      { ...copy, copyNumber: 2, shelfLocation: "A1" },
      { ...copy, copyNumber: 3, shelfLocation: "A0" },
    ]);
    await fixture.setCopy(second, { is_inactive: true });
    expect(await next()).toMatchObject([
      { ...copy, copyNumber: 3, shelfLocation: "A0" },
      { ...copy, copyNumber: 4, shelfLocation: "C3" },
    ]);
    const { orderItems } = (await all(waitingId)).data;
    expect(orderItems[0]?.orderInventoryItems.map(({ inventoryItem }) => inventoryItem.copyNumber)).toEqual([3, 4]);
  });
});
