import type { OrderItem } from "#contract/circulation.ts";
import { describe, expect, it } from "vitest";
import { circulationFixture, type Title } from "#server/test/circulation-fixture.ts";

const fixture = await circulationFixture();
const { db } = fixture;
const ann = await fixture.newBorrower("ann");
const admin = await fixture.newAdmin("clerk");
const other = await fixture.newAdmin("colleague");

type Assigned = OrderItem["orderInventoryItems"];

/** Ann's order of one title, and the path of actions on its only line. */
async function orderOf(title: Title, quantity: number) {
  const orderId = await fixture.order(ann, [[title, quantity]]);
  const read = async () => (await fixture.call(admin, `GET Order/Get/${orderId}`)).data;
  const line = async () => firstOf((await read()).orderItems);
  const lineId = (await line()).orderItemId;
  return {
    orderId,
    lineId,
    read,
    assigned: async () => (await line()).orderInventoryItems,
    checkOut: (n = quantity, who = admin) =>
      fixture.call(
        who,
        `POST Order/AssignMultipleSKUSToOrderItem/${lineId}/inventoryId/${title.itemId}/quantity/${n}`,
        {
          orderId,
        },
      ),
    assign: (copyId: number | undefined, who = admin) =>
      fixture.call(who, `POST Order/AssignSKUToOrderItem/${lineId}/InventoryItem/${copyId}`, { orderId }),
    remove: (assignmentId: number | undefined) =>
      fixture.call(admin, `POST Order/RemoveSKUFromOrderItem/${lineId}/OrderInventoryItem/${assignmentId}`),
    undo: () => fixture.call(admin, `POST Order/RemoveAllSKUsFromOrderItem/${lineId}`),
    status: (statusId: number) => fixture.call(admin, "POST Order/UpdateOrder/", { orderId, statusId }),
  };
}

const stockOf = async ({ itemId }: Title) =>
  db
    .selectFrom("items")
    .select(["in_stock", "requested", "checked_out"])
    .where("item_id", "=", itemId)
    .executeTakeFirstOrThrow();
const numbersOf = (assigned: Assigned) => assigned.map(({ inventoryItem }) => inventoryItem.copyNumber);
const successes = (answers: readonly { isSuccess: boolean }[]) => answers.filter(({ isSuccess }) => isSuccess).length;

function firstOf<T>(list: readonly T[]): T {
  const [first] = list;
  if (first === undefined) throw new Error("Nothing there.");
  return first;
}

describe("checking out a line", () => {
  it("assigns the ordered number of copies, and turns the demand into loans", async () => {
    const title = await fixture.newTitle("Whole", 4);
    const order = await orderOf(title, 3);
    expect(await stockOf(title)).toEqual({ in_stock: 1, requested: 3, checked_out: 0 });
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
      shelfPlace: "",
      isAvailableString: "Checked Out",
      lastSeenAt: fixture.clock.now().toISOString(),
    });
    expect(line?.inventory).toMatchObject({ inStock: 1, requestedQty: 0, checkedOut: 3 });
    expect(await stockOf(title)).toEqual({ in_stock: 1, requested: 0, checked_out: 3 });
  });

  it("is all or nothing when copies are missing", async () => {
    const title = await fixture.newTitle("Scarce", 3);
    const order = await orderOf(title, 3);
    await db
      .updateTable("copies")
      .set({ is_inactive: true })
      .where("copy_id", "=", title.copyIds[0] ?? 0)
      .execute();
    expect(await order.checkOut()).toMatchObject({
      status: 200,
      isSuccess: false,
      message: "Only 2 copies are available.",
      reason: { kind: "too-few-copies", available: 2 },
    });
    expect(await order.assigned()).toEqual([]);
    await db
      .updateTable("copies")
      .set({ is_inactive: true })
      .where("copy_id", "=", title.copyIds[1] ?? 0)
      .execute();
    expect(await order.checkOut()).toMatchObject({ isSuccess: false, message: "Only 1 copy is available." });
    expect(await order.read()).toMatchObject({ version: 1, changedByName: null });
  });

  it("takes the least lent copies, then the lowest number, and does not count an undone check-out as a loan", async () => {
    const title = await fixture.newTitle("Worn", 3);
    const first = await orderOf(title, 1);
    await first.checkOut();
    expect(numbersOf(await first.assigned())).toEqual([1]);
    await first.undo();
    await first.checkOut();
    expect(numbersOf(await first.assigned())).toEqual([1]);
    await first.status(4);
    const second = await orderOf(title, 2);
    await second.checkOut();
    expect(numbersOf(await second.assigned())).toEqual([2, 3]);
  });

  it("gives a line no more than it lacks, and says so when it is full", async () => {
    const title = await fixture.newTitle("Full", 5);
    const order = await orderOf(title, 3);
    await order.assign(title.copyIds[4]);
    expect(await order.checkOut(5)).toMatchObject({ isSuccess: true });
    expect(new Set(numbersOf(await order.assigned()))).toEqual(new Set([1, 2, 5]));
    expect(await order.checkOut()).toMatchObject({
      isSuccess: false,
      message: "This item already has all the copies that were ordered.",
    });
    expect(await order.assign(title.copyIds[2])).toMatchObject({
      isSuccess: false,
      message: "This item already has all the copies that were ordered.",
    });
  });

  it("follows the path's ids: a line of another title does not exist", async () => {
    const [title, another] = [await fixture.newTitle("This", 1), await fixture.newTitle("That", 1)];
    const { lineId } = await orderOf(title, 1);
    const path = (line: number, item: number) =>
      `POST Order/AssignMultipleSKUSToOrderItem/${line}/inventoryId/${item}/quantity/1` as const;
    expect(await fixture.call(admin, path(lineId, another.itemId))).toMatchObject({ status: 404 });
    expect(await fixture.call(admin, path(999_999, title.itemId))).toMatchObject({ status: 404 });
    expect(
      await fixture.call(
        admin,
        `POST Order/AssignMultipleSKUSToOrderItem/${lineId}/inventoryId/${title.itemId}/quantity/0`,
      ),
    ).toMatchObject({ status: 400 });
    expect(await fixture.call(admin, path(lineId, title.itemId))).toMatchObject({ isSuccess: true });
  });

  it("works while New, Processing, and Shipped, not while Returned", async () => {
    for (const status of [1, 2, 3]) {
      const order = await orderOf(await fixture.newTitle(`At ${status}`, 1), 1);
      await order.status(status);
      expect(await order.checkOut()).toMatchObject({ isSuccess: true });
      expect(await order.undo()).toMatchObject({ isSuccess: true });
    }
    const title = await fixture.newTitle("Closed", 2);
    const order = await orderOf(title, 1);
    await order.status(4);
    const refused = {
      reason: { kind: "order-returned" },
      isSuccess: false,
      message: "This order is returned. Reopen it to change its copies.",
    };
    expect(await order.checkOut()).toMatchObject(refused);
    expect(await order.assign(title.copyIds[0])).toMatchObject(refused);
    expect(await order.undo()).toMatchObject(refused);
  });

  it("serves two orders of the same title at once without giving one copy twice", async () => {
    const title = await fixture.newTitle("Shared", 10);
    const orders = await Promise.all([1, 2, 3, 4, 5].map(() => orderOf(title, 2)));
    const answers = await Promise.all(orders.map((order) => order.checkOut()));
    expect(successes(answers)).toBe(5);
    const copies = (await Promise.all(orders.map((order) => order.assigned())))
      .flat()
      .map(({ inventoryItem }) => inventoryItem.inventoryItemId);
    expect(new Set(copies).size).toBe(10);
  });

  it("answers a double click on Check-out once with copies and once with the line being full", async () => {
    const title = await fixture.newTitle("Clicked", 4);
    const order = await orderOf(title, 2);
    const answers = await Promise.all([order.checkOut(), order.checkOut(2, other)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(successes(answers)).toBe(1);
    expect(await order.assigned()).toHaveLength(2);
  });
});

describe("assigning a particular copy", () => {
  it("takes exactly that one", async () => {
    const title = await fixture.newTitle("Chosen", 3);
    const order = await orderOf(title, 2);
    const answer = await order.assign(title.copyIds[2]);
    expect(answer).toMatchObject({ isSuccess: true, message: "SKU assigned.", data: { version: 2 } });
    expect(numbersOf(await order.assigned())).toEqual([3]);
    expect(await stockOf(title)).toEqual({ in_stock: 1, requested: 1, checked_out: 1 });
  });

  it("refuses a copy of another title, an inactive one, one on loan, and one scanned twice", async () => {
    const [title, another] = [await fixture.newTitle("Right", 3), await fixture.newTitle("Wrong", 1)];
    const [order, rival] = [await orderOf(title, 2), await orderOf(title, 1)];
    await rival.assign(title.copyIds[0]);
    await db
      .updateTable("copies")
      .set({ is_inactive: true })
      .where("copy_id", "=", title.copyIds[1] ?? 0)
      .execute();
    expect(await order.assign(another.copyIds[0])).toMatchObject({
      isSuccess: false,
      message: "This copy belongs to another title.",
    });
    const notAvailable = { isSuccess: false, message: "This copy is not available." };
    expect(await order.assign(title.copyIds[0])).toMatchObject(notAvailable);
    expect(await order.assign(title.copyIds[1])).toMatchObject(notAvailable);
    expect(await order.assign(title.copyIds[2])).toMatchObject({ isSuccess: true });
    expect(await order.assign(title.copyIds[2])).toMatchObject(notAvailable);
    expect(await order.assign(999_999)).toMatchObject({ status: 404 });
    expect(await order.assigned()).toHaveLength(1);
  });

  it("goes to one of two orders that want the same copy at once", async () => {
    const title = await fixture.newTitle("Wanted", 2);
    const [first, second] = [await orderOf(title, 1), await orderOf(title, 1)];
    const answers = await Promise.all([first.assign(title.copyIds[0]), second.assign(title.copyIds[0], other)]);
    expect(successes(answers)).toBe(1);
    expect(answers.find(({ isSuccess }) => !isSuccess)?.message).toBe("This copy is not available.");
  });
});

describe("removing copies", () => {
  it("undoes a whole check-out, records it, and succeeds when there is nothing to undo", async () => {
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
    expect(await stockOf(title)).toEqual({ in_stock: 0, requested: 2, checked_out: 0 });
    expect(await order.undo()).toMatchObject({ isSuccess: true, data: { version: 3 } });
  });

  it("removes one SKU only while the order is Processing", async () => {
    const title = await fixture.newTitle("One off", 3);
    const order = await orderOf(title, 2);
    await order.checkOut();
    const [first, second] = await order.assigned();
    const refused = { isSuccess: false, message: "A single SKU can be removed only while the order is Processing." };
    expect(await order.remove(first?.orderInventoryItemId)).toMatchObject(refused);
    await order.status(3);
    expect(await order.remove(first?.orderInventoryItemId)).toMatchObject(refused);
    await order.status(2);
    expect(await order.remove(first?.orderInventoryItemId)).toMatchObject({ isSuccess: true, message: "SKU removed." });
    expect((await order.assigned()).map((one) => one.orderInventoryItemId)).toEqual([second?.orderInventoryItemId]);
    expect(await stockOf(title)).toEqual({ in_stock: 1, requested: 1, checked_out: 1 });
    const before = (await order.read()).version;
    expect(await order.remove(first?.orderInventoryItemId)).toMatchObject({
      isSuccess: true,
      data: { version: before },
    });
    await order.status(4);
    expect(await order.remove(second?.orderInventoryItemId)).toMatchObject(refused);
  });

  it("does not find an assignment under another line", async () => {
    const title = await fixture.newTitle("Neighbours", 2);
    const [order, neighbour] = [await orderOf(title, 1), await orderOf(title, 1)];
    await Promise.all([order.checkOut(), neighbour.checkOut()]);
    await order.status(2);
    const [theirs] = await neighbour.assigned();
    expect(await order.remove(theirs?.orderInventoryItemId)).toMatchObject({ status: 404 });
    expect(await order.remove(999_999)).toMatchObject({ status: 404 });
    expect(await neighbour.assigned()).toHaveLength(1);
  });

  it("reuses the emptied slot", async () => {
    const title = await fixture.newTitle("Refilled", 4);
    const order = await orderOf(title, 3);
    await order.checkOut();
    await order.status(2);
    const [, middle] = await order.assigned();
    await order.remove(middle?.orderInventoryItemId);
    expect(await order.assign(title.copyIds[3])).toMatchObject({ isSuccess: true });
    expect(new Set(numbersOf(await order.assigned()))).toEqual(new Set([1, 3, 4]));
  });
});
