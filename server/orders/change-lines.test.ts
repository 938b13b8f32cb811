import { describe, expect, it } from "vitest";
import type { StaffOrder } from "#contract/orders/orders.ts";
import { circulationFixture, type Title } from "#server/test/circulation-fixture.ts";
import { stockDisagreements } from "#server/catalog/copies/stock.queries.ts";

const fixture = await circulationFixture();
const { db, call } = fixture;
const clerk = await fixture.newAdmin("clerk");
const { orderOf: get, pack } = fixture.desk(clerk);
const ann = await fixture.newBorrower("ann");

const linesOf = (order: StaffOrder) =>
  order.orderItems.map(({ inventory, quantity }) => [inventory.title, quantity] as const);
type Input = readonly (readonly [Title, number])[];

async function change(orderId: number, input: Input, version?: number) {
  const lines = input.map(([{ itemId }, quantity]) => ({ inventoryId: itemId, quantity }));
  const currentVersion = version ?? (await get(orderId)).version;
  return call<StaffOrder>(clerk, `POST Order/ChangeLines/${orderId}`, { version: currentVersion, lines });
}

/** Returns the emails about changes of an order after this many seconds. */
const mailOf = async (orderId: number, after = 120) =>
  (await fixture.mails({ after, about: orderId })).flatMap((mail) =>
    mail.kind === "order-changed" ? mail.letter : [],
  );

/** Orders two copies of the first of two titles with four copies each. */
async function anOrder() {
  const [food, water] = [await fixture.newTitle("Food", 4), await fixture.newTitle("Water", 4)];
  return { food, water, orderId: await fixture.order(ann, [[food, 2]]) };
}

describe("staff", () => {
  it("add a title and raise a quantity, which reserves stock and emails the changes to the borrower", async () => {
    const { orderId, food, water } = await anOrder();
    const { data } = await change(orderId, [
      [food, 3],
      [water, 1],
    ]);
    expect(linesOf(data)).toEqual([
      ["Food", 3],
      ["Water", 1],
    ]);
    expect(await fixture.stockOf(food)).toMatchObject({ in_stock: 1, requested: 3, checked_out: 0 });
    expect(await fixture.stockOf(water)).toMatchObject({ in_stock: 3, requested: 1, checked_out: 0 });
    const [mail] = await mailOf(orderId);
    expect(mail?.blocks).toContainEqual({ is: "list", items: ["Food: 3 instead of 2", "Added: Water"] });
    expect(mail?.blocks).toContainEqual({ is: "list", items: ["Food (3)", "Water"] });
  });

  it("change an order several times, and one email has all changes after two minutes, or none goes out if they cancel out", async () => {
    const { orderId, food, water } = await anOrder();
    await change(orderId, [[food, 3]]);
    expect(await mailOf(orderId, 60)).toEqual([]);
    const both: Input = [
      [food, 1],
      [water, 1],
    ];
    await change(orderId, both); // restarts the two minutes
    expect(await mailOf(orderId, 60)).toEqual([]);
    const [mail, ...more] = await mailOf(orderId, 60);
    expect(more).toEqual([]);
    expect(mail?.blocks).toContainEqual({ is: "list", items: ["Food: 1 instead of 2", "Added: Water"] });

    await change(orderId, [[food, 4]]);
    await change(orderId, both); // reverted
    expect(await mailOf(orderId)).toHaveLength(1);

    await change(orderId, [[food, 2]]);
    await call(clerk, `POST Order/Cancel/${orderId}`, { reason: "Called." }); // has its own email
    expect(await mailOf(orderId)).toHaveLength(1);
  });

  it("remove a title, which returns its copies to the shelf and keeps the history", async () => {
    const { orderId, food, water } = await anOrder();
    await change(orderId, [
      [food, 2],
      [water, 2],
    ]);
    await pack(orderId, 2);
    const { data } = await change(orderId, [[water, 2]]);
    expect(linesOf(data)).toEqual([["Water", 2]]);
    expect(await fixture.stockOf(food)).toMatchObject({ in_stock: 4, requested: 0, checked_out: 0 });
    expect(data.pastAssignments.map(({ title, orderItemId, reason }) => [title, orderItemId, reason])).toEqual([
      ["Food", null, "undone"],
      ["Food", null, "undone"],
    ]);
    // the title can be added again, with the same copies
    await change(orderId, [
      [water, 2],
      [food, 2],
    ]);
    await call(clerk, `POST Order/CheckOutAll/${orderId}`);
    expect(await fixture.stockOf(food)).toMatchObject({ in_stock: 2, requested: 0, checked_out: 2 });
    expect(await stockDisagreements(db)).toEqual([]);
  });
});

describe("the database", () => {
  it("refuses to remove a line with copies, or to lower its quantity below them", async () => {
    const { orderId } = await anOrder();
    await pack(orderId, 2);
    const line = db.updateTable("order_lines").where("order_id", "=", orderId);
    await expect(line.set({ quantity: 1 }).execute()).rejects.toThrow("assignments_within_the_quantity");
    await expect(db.deleteFrom("order_lines").where("order_id", "=", orderId).execute()).rejects.toThrow(
      "assignments_open_of_a_line",
    );
  });
});
