import { describe, expect, it } from "vitest";
import type { StaffOrder } from "#contract/circulation.ts";
import { letter } from "#server/platform/mail/letter/letter.ts";
import { letPass, runDueJobs } from "#server/test/run-jobs.ts";
import { circulationFixture, type Title } from "#server/test/circulation-fixture.ts";
import { holdOrder, waitingForLocks } from "#server/test/concurrency/hold-order.ts";
import { stockDisagreements } from "../../stock/stock.queries.ts";
import { writeChangeMail } from "./change-mail.ts";

const fixture = await circulationFixture();
const { db, call } = fixture;
const clerk = await fixture.newAdmin("clerk");
const ann = await fixture.newBorrower("ann");
const bob = await fixture.newBorrower("bob");

const stockOf = async ({ itemId }: Title) => {
  const row = await db.selectFrom("items").selectAll().where("item_id", "=", itemId).executeTakeFirstOrThrow();
  return { inStock: row.in_stock, requested: row.requested, out: row.checked_out };
};
const get = async (orderId: number) => (await call<StaffOrder>(clerk, `GET Order/Get/${orderId}`)).data;
const linesOf = (order: StaffOrder) =>
  order.orderItems.map(({ inventory, quantity }) => [inventory.title, quantity] as const);
const pack = async (orderId: number, { itemId }: Title, copies: number) => {
  const line = (await get(orderId)).orderItems.find(({ inventory }) => inventory.inventoryId === itemId)?.orderItemId;
  return call(clerk, `POST Order/AssignMultipleSKUSToOrderItem/${line}/inventoryId/${itemId}/quantity/${copies}`);
};

type Wish = readonly (readonly [Title, number])[];

async function change(orderId: number, wish: Wish, version?: number) {
  const lines = wish.map(([{ itemId }, quantity]) => ({ inventoryId: itemId, quantity }));
  const seen = version ?? (await get(orderId)).version;
  return call<StaffOrder>(clerk, `POST Order/ChangeLines/${orderId}`, { version: seen, lines });
}

/** The emails about changes of an order when so many seconds have passed since the last. */
async function mailOf(orderId: number, seconds = 120) {
  await letPass(db, seconds, orderId);
  await runDueJobs(db, [{ kind: "write-change-mail", run: (job) => writeChangeMail(fixture, job) }]);
  const rows = await db.selectFrom("mails").select("letter").where("kind", "=", "order-changed").execute();
  return rows.map((row) => letter.parse(row.letter)).filter(({ subject }) => subject.includes(`#${orderId} `));
}

/** Two titles with four copies each, and an order of two of the first. */
async function anOrder() {
  const [food, water] = [await fixture.newTitle("Food", 4), await fixture.newTitle("Water", 4)];
  return { food, water, orderId: await fixture.order(ann, [[food, 2]]) };
}

describe("staff change an order", () => {
  it("by adding a title and raising a quantity: stock is held, and the borrower reads what changed", async () => {
    const { orderId, food, water } = await anOrder();
    const { data } = await change(orderId, [
      [food, 3],
      [water, 1],
    ]);
    expect(linesOf(data)).toEqual([
      ["Food", 3],
      ["Water", 1],
    ]);
    expect(await stockOf(food)).toEqual({ inStock: 1, requested: 3, out: 0 });
    expect(await stockOf(water)).toEqual({ inStock: 3, requested: 1, out: 0 });
    const [mail] = await mailOf(orderId);
    expect(mail?.blocks).toContainEqual({ is: "list", items: ["Food: 3 instead of 2", "Added: Water"] });
    expect(mail?.blocks).toContainEqual({ is: "list", items: ["Food (3)", "Water"] });
  });

  it("and the borrower reads it when two minutes have passed: all changes in one email, or none where it is as it was", async () => {
    const { orderId, food, water } = await anOrder();
    await change(orderId, [[food, 3]]);
    expect(await mailOf(orderId, 60)).toEqual([]);
    const both: Wish = [
      [food, 1],
      [water, 1],
    ];
    await change(orderId, both); // and the two minutes begin again
    expect(await mailOf(orderId, 60)).toEqual([]);
    const [mail, ...more] = await mailOf(orderId, 60);
    expect(more).toEqual([]);
    expect(mail?.blocks).toContainEqual({ is: "list", items: ["Food: 1 instead of 2", "Added: Water"] });

    await change(orderId, [[food, 4]]);
    await change(orderId, both); // taken back
    expect(await mailOf(orderId)).toHaveLength(1);

    await change(orderId, [[food, 2]]);
    await call(clerk, `POST Order/Cancel/${orderId}`, { reason: "Called." }); // which has its own email
    expect(await mailOf(orderId)).toHaveLength(1);
  });

  it("by removing a title: its copies are on the shelf, and its history stays", async () => {
    const { orderId, food, water } = await anOrder();
    await change(orderId, [
      [food, 2],
      [water, 2],
    ]);
    await pack(orderId, food, 2);
    const { data } = await change(orderId, [[water, 2]]);
    expect(linesOf(data)).toEqual([["Water", 2]]);
    expect(await stockOf(food)).toEqual({ inStock: 4, requested: 0, out: 0 });
    expect(data.pastAssignments.map(({ title, orderItemId, reason }) => [title, orderItemId, reason])).toEqual([
      ["Food", null, "undone"],
      ["Food", null, "undone"],
    ]);
    // and it can come back, with the same copies
    await change(orderId, [
      [water, 2],
      [food, 2],
    ]);
    await pack(orderId, food, 2);
    expect(await stockOf(food)).toEqual({ inStock: 2, requested: 0, out: 2 });
    expect(await stockDisagreements(db)).toEqual([]);
  });

  it("by lowering a quantity: the copies that were packed last go back, the others stay packed", async () => {
    const { orderId, food } = await anOrder();
    await change(orderId, [[food, 3]]);
    await pack(orderId, food, 3);
    const first = (await get(orderId)).orderItems[0]?.orderInventoryItems[0]?.orderInventoryItemId;
    await call(clerk, "POST Order/UpdateOrder/", { orderId, statusId: 2 });
    const line = (await get(orderId)).orderItems[0]?.orderItemId;
    await call(clerk, `POST Order/RemoveSKUFromOrderItem/${line}/OrderInventoryItem/${first}`);
    // now the places 2 and 3 are taken: one of them has to move, none has to go
    const two = await change(orderId, [[food, 2]]);
    expect(two.data.orderItems[0]?.orderInventoryItems).toHaveLength(2);
    expect((await change(orderId, [[food, 1]])).data.orderItems[0]?.orderInventoryItems).toHaveLength(1);
    expect(await stockOf(food)).toEqual({ inStock: 3, requested: 0, out: 1 });
    expect((await change(orderId, [[food, 4]])).isSuccess).toBe(true);
    expect((await pack(orderId, food, 4)).data.orderItems[0]?.orderInventoryItems).toHaveLength(4);
    expect(await stockDisagreements(db)).toEqual([]);
  });

  it("and the order is found by each of its titles, however many are added or go in one save", async () => {
    const named = (name: string) => fixture.newTitle(name, 4);
    const [zinnia, yarrow] = [await named("Zinnia"), await named("Yarrow")];
    const [wisteria, verbena] = [await named("Wisteria"), await named("Verbena")];
    const orderId = await fixture.order(ann, [
      [zinnia, 1],
      [yarrow, 1],
    ]);
    const found = async (words: string) =>
      (await call<{ orderId: number }[]>(clerk, `GET Desk/SearchOrders?searchString=${words}`)).data.length;
    const each = async () => [
      await found("zinnia"),
      await found("yarrow"),
      await found("wisteria"),
      await found("verbena"),
    ];
    expect(await each()).toEqual([1, 1, 0, 0]);
    await change(orderId, [
      [zinnia, 1],
      [yarrow, 1],
      [wisteria, 1],
      [verbena, 1],
    ]);
    expect(await each()).toEqual([1, 1, 1, 1]);
    await change(orderId, [
      [wisteria, 1],
      [verbena, 1],
    ]);
    expect(await each()).toEqual([0, 0, 1, 1]);
  });

  it("not beyond the stock, and then nothing is changed", async () => {
    const { orderId, food, water } = await anOrder();
    await fixture.order(bob, [[water, 3]]);
    const refused = await change(orderId, [
      [food, 4],
      [water, 2],
    ]);
    expect(refused).toMatchObject({ isSuccess: false, message: 'Only 1 of "Water" in stock.' });
    expect(linesOf(await get(orderId))).toEqual([["Food", 2]]);
    expect(await stockOf(food)).toEqual({ inStock: 2, requested: 2, out: 0 });
    expect(await mailOf(orderId)).toEqual([]);
  });

  it("only as they have seen it", async () => {
    const { orderId, food, water } = await anOrder();
    const { version } = await get(orderId);
    await change(orderId, [[food, 1]]);
    expect(await change(orderId, [[water, 1]], version)).toMatchObject({ isSuccess: false, reason: { kind: "stale" } });
    expect(linesOf(await get(orderId))).toEqual([["Food", 1]]);
  });

  it("to what it is already, which is no change", async () => {
    const { orderId, food } = await anOrder();
    const { version } = await get(orderId);
    expect((await change(orderId, [[food, 2]])).data.version).toBe(version);
    expect(await mailOf(orderId)).toEqual([]);
  });

  it("never to nothing, to a title that does not exist, or after it shipped", async () => {
    const { orderId, food } = await anOrder();
    expect(await change(orderId, [])).toMatchObject({
      isSuccess: false,
      message: expect.stringContaining("at least one"),
    });
    expect((await change(orderId, [[{ itemId: 999_999, copyIds: [] }, 1]])).status).toBe(404);
    expect((await change(orderId, [[food, 6]])).status).toBe(400);
    await call(clerk, "POST Order/UpdateOrder/", { orderId, statusId: 3 });
    expect(await change(orderId, [[food, 1]])).toMatchObject({ isSuccess: false, reason: { kind: "not-changeable" } });
  });

  it("at two desks at once: one of them saves, and nothing is counted twice", async () => {
    for (let round = 0; round < 6; round += 1) {
      const { orderId, food, water } = await anOrder();
      const { version } = await get(orderId);
      const answers = await Promise.all([
        change(orderId, [[water, 2]], version),
        change(orderId, [[food, 4]], version),
        pack(orderId, food, 2),
      ]);
      expect(answers.slice(0, 2).filter(({ isSuccess }) => isSuccess).length).toBeLessThan(2);
    }
    expect(await stockDisagreements(db)).toEqual([]);
  });

  it("while another desk packs: it packs what is still wanted", async () => {
    const { orderId, food, water } = await anOrder();
    const { version } = await get(orderId);
    const letGo = await holdOrder(db, orderId);
    const changed = change(
      orderId,
      [
        [food, 1],
        [water, 1],
      ],
      version,
    );
    await expect.poll(() => waitingForLocks(db)).toBe(1);
    const packed = pack(orderId, food, 2);
    await expect.poll(() => waitingForLocks(db)).toBe(2);
    await letGo();
    expect(await changed).toMatchObject({ isSuccess: true });
    expect(await packed).toMatchObject({ isSuccess: true });
    expect(
      (await get(orderId)).orderItems.map(({ quantity, orderInventoryItems }) => [
        quantity,
        orderInventoryItems.length,
      ]),
    ).toEqual([
      [1, 1],
      [1, 0],
    ]);
  });

  it("and another desk packs a title that is gone: it reads so, and nothing is packed", async () => {
    const { orderId, food, water } = await anOrder();
    const { version } = await get(orderId);
    const letGo = await holdOrder(db, orderId);
    const changed = change(orderId, [[water, 1]], version);
    await expect.poll(() => waitingForLocks(db)).toBe(1);
    const packed = pack(orderId, food, 2);
    await expect.poll(() => waitingForLocks(db)).toBe(2);
    await letGo();
    expect(await changed).toMatchObject({ isSuccess: true });
    expect(await packed).toMatchObject({ status: 404 });
    expect(linesOf(await get(orderId))).toEqual([["Water", 1]]);
  });

  it("in both directions at once without waiting for each other forever", async () => {
    const [one, two] = [await fixture.newTitle("One", 5), await fixture.newTitle("Two", 5)];
    const orders = [await fixture.order(ann, [[one, 1]]), await fixture.order(bob, [[two, 1]])] as const;
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all([
        change(orders[0], round % 2 === 0 ? [[two, 2]] : [[one, 2]]),
        change(orders[1], round % 2 === 0 ? [[one, 2]] : [[two, 2]]),
      ]);
      expect(answers.map(({ isSuccess }) => isSuccess)).toEqual([true, true]);
    }
    expect(await stockDisagreements(db)).toEqual([]);
  });
});

describe("the database", () => {
  it("refuses a line that goes while copies are on it, and a quantity below them", async () => {
    const { orderId, food } = await anOrder();
    await pack(orderId, food, 2);
    const line = db.updateTable("order_lines").where("order_id", "=", orderId);
    await expect(line.set({ quantity: 1 }).execute()).rejects.toThrow("assignments_within_the_quantity");
    await expect(db.deleteFrom("order_lines").where("order_id", "=", orderId).execute()).rejects.toThrow(
      "assignments_open_of_a_line",
    );
  });
});
