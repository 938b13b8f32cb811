import { writeLabel } from "#contract/catalog/label-code.ts";
import { type Matches, type OrderWork } from "#contract/desk/search.ts";
import { beforeAll, describe, expect, it } from "vitest";
import type { OrderSummary } from "#contract/orders/orders.ts";
import { found } from "#server/refusals/http-error.ts";
import { circulationFixture } from "#server/test/circulation-fixture.ts";

const fixture = await circulationFixture(); // on March 2
const clerk = await fixture.newAdmin("clerk");
const desk = fixture.desk(clerk);
const ann = await fixture.newBorrower("ann");
const title = await fixture.newTitle("Water", 60);
const ids: Record<string, number> = {};

beforeAll(async () => {
  await place("new");
  await place("half packed", 1);
  await place("packed", 2);
  const forLater = await fixture.newTitle("Food", 1100);
  const later = [await place("leaves in a week", 0, forLater), await place("in eight days", 0, forLater)];
  later.push(await place("packed for later", 2, forLater));
  for (const [at, orderId] of later.entries()) await forDays(orderId, at === 0 ? "2026-03-09" : "2026-03-10");
  for (const [name, returnDate] of Object.entries({
    "due today": "2026-03-02",
    "due in six days": "2026-03-08",
    "due in a week": "2026-03-09",
    "late since yesterday": "2026-03-01",
    "seven days late": "2026-02-23",
    "eight days late": "2026-02-22",
    "thirty days late": "2026-01-31",
    "later still": "2026-01-30",
    "half back": "2026-04-01",
    "all back": "2026-02-01",
  }))
    await ship(await place(name, 2), returnDate);
  for (const [name, copies] of [["half back", 1] as const, ["all back", 2] as const]) {
    const orderCopies = await copiesOf(ids[name] ?? 0);
    for (const { copy_id: inventoryItemId } of orderCopies.slice(0, copies)) await desk.checkIn(inventoryItemId);
  }
});

/** Places an order of two copies, and checks some out. */
async function place(name: string, packedCount = 0, of = title): Promise<number> {
  const orderId = await fixture.order(ann, [[of, 2]], new Date("2026-01-05T18:00:00Z"));
  ids[name] = orderId;
  if (packedCount > 0) await desk.pack(orderId, packedCount);
  return orderId;
}

/** Reserves dates for an order, which then ships on this day. */
async function forDays(orderId: number, shipOn: string): Promise<void> {
  const days = {
    teach_from: "2026-03-16",
    teach_to: "2026-03-20",
    arrive_on: "2026-03-13",
    mail_back_on: "2026-03-20",
  };
  const { order_line_id, item_id } = await fixture.db
    .selectFrom("order_lines")
    .select(["order_line_id", "item_id"])
    .where("order_id", "=", orderId)
    .executeTakeFirstOrThrow();
  const line = { order_line_id, item_id, ship_on: shipOn, ...days, due_on: "2026-03-27", available_on: "2026-03-31" };
  await fixture.db.insertInto("order_line_dates").values(line).execute();
}

const ship = (orderId: number, returnDate: string) => desk.save(orderId, 3, { shipDate: "2026-01-05", returnDate });
const copiesOf = (orderId: number) =>
  fixture.db.selectFrom("assignments").select("copy_id").where("order_id", "=", orderId).execute();

/** Returns the low-stock titles that match, and checks the dashboard's count. */
async function lowStock(text: string): Promise<string[]> {
  const { data, total } = await fixture.call<{ title: string }[]>(
    clerk,
    `GET Inventory/GetLowStock?searchString=${text}`,
  );
  expect(total).toBe(data.length);
  const work = await fixture.call<{ lowStock: number }>(clerk, "GET Desk/GetWork");
  if (text === "") expect(work.data.lowStock).toBe(total);
  return data.map(({ title: name }) => name);
}

const ordersWith = async (work: OrderWork) => {
  const { data } = await fixture.call<OrderSummary[]>(clerk, `GET Desk/SearchOrders?work=${work}&sort=oldest`);
  return data.map(({ orderId }) => Object.keys(ids).find((name) => ids[name] === orderId));
};

describe("today's work", () => {
  it("groups orders by task", async () => {
    expect(await ordersWith("to-pack")).toEqual(["new", "half packed", "leaves in a week"]);
    expect(await ordersWith("to-ship")).toEqual(["packed"]);
    expect(await ordersWith("due-this-week")).toEqual(["due today", "due in six days"]);
    expect(await ordersWith("overdue")).toEqual([
      "late since yesterday",
      "seven days late",
      "eight days late",
      "thirty days late",
      "later still",
    ]);
    expect(await ordersWith("incomplete")).toEqual(["half back"]);
  });

  it("lists reserved orders without copies for their dates", async () => {
    expect(await ordersWith("at-risk")).toEqual([]);
    const { order_line_id, item_id } = await fixture.db
      .selectFrom("order_lines")
      .select(["order_line_id", "item_id"])
      .where("order_id", "=", ids["in eight days"] ?? 0)
      .executeTakeFirstOrThrow();
    const booking = { order_line_id, item_id, away: "[2026-03-10,2026-03-31)", copy_id: null };
    await fixture.db
      .insertInto("bookings")
      .values([
        { ...booking, slot: 1 },
        { ...booking, slot: 2 },
      ])
      .execute();
    expect(await ordersWith("at-risk")).toEqual(["in eight days"]);
    await fixture.db.deleteFrom("bookings").execute();
  });

  it("counts and lists titles with requested copies and stock at or below the managers' limit", async () => {
    const [taken, out] = await Promise.all([2, 1, 1].map((copies, at) => fixture.newTitle(`Stock ${at}`, copies)));
    await fixture.order(ann, [[found(taken), 1]]);
    await fixture.order(ann, [[found(out), 1]]);
    expect(await lowStock("Stock")).toEqual(["Stock 0"]); // one is out of stock, and one has all of its copies
    const { data } = await fixture.call<{ settings: object; version: number }>(clerk, "GET Settings/Get");
    await fixture.call(clerk, "POST Settings/Save", { ...data.settings, lowStock: 60, version: data.version });
    expect(await lowStock("")).toEqual(["Stock 0", "Water"]);
    await fixture.call(clerk, "POST Settings/Save", { ...data.settings, lowStock: 0, version: data.version + 1 });
    expect(await lowStock("")).toEqual([]);
  });

  it("offers a scanned copy to the oldest order to pack today, not to one that ships later", async () => {
    const rare = await fixture.newTitle("Rare", 5);
    const text = encodeURIComponent(writeLabel({ inventoryItemId: rare.copyIds[0] ?? 0, skuNumber: "R1" }));
    const neededByOrders = async () => {
      const { data } = await fixture.call<Matches>(clerk, `GET Desk/Resolve?text=${text}`);
      return data.copies.map(({ neededBy }) => neededBy?.orderId);
    };
    await forDays(await place("later", 0, rare), "2026-03-10");
    expect(await neededByOrders()).toEqual([undefined]);
    const orderId = await place("now", 0, rare);
    expect(await neededByOrders()).toEqual([orderId]);
  });
});

describe("a number of today's work", () => {
  /** Returns each number of the dashboard, after checking it against every other place that has it. */
  async function numbers(): Promise<Record<string, number>> {
    const { data } = await fixture.call<{ orders: { work: OrderWork; count: number }[] }>(clerk, "GET Desk/GetWork");
    const search = (filter: string) =>
      fixture.call<OrderSummary[]>(clerk, `GET Desk/SearchOrders?sort=leaves&pageSize=50&${filter}`);
    for (const { work, count } of data.orders) expect((await search(`work=${work}`)).total, work).toBe(count);
    const counts = Object.fromEntries(data.orders.map(({ work, count }) => [work, count]));
    const [toPack, packing] = [
      await search("work=to-pack"),
      await fixture.call<{ orderId: number }[]>(clerk, "GET Order/GetToPack"),
    ];
    expect(packing.data.map(({ orderId }) => orderId)).toEqual(toPack.data.map(({ orderId }) => orderId));
    expect({ total: packing.total, unconfirmed: packing.unconfirmed }).toEqual({
      total: counts["to-pack"],
      unconfirmed: counts["unconfirmed"],
    });
    const { bare: newOrders } = await fixture.call(clerk, "GET Order/GetNewOrderCount");
    const filters = { statusId: 1, startDate: null, endDate: null };
    expect((await fixture.call(clerk, "POST Order/GetOrdersBySearchFilters", filters)).total).toBe(newOrders);
    expect((await search("statusId=1")).total).toBe(newOrders);
    return { ...counts, new: Number(newOrders) };
  }

  it("is the same on the dashboard, in its list, and on the packing page after every change", async () => {
    const kit = await fixture.newTitle("Kit", 10);
    const bob = await fixture.newBorrower("bob", { mailbox_confirmed_at: null });
    let before = await numbers();
    /** Makes a change, and returns by how much it changed each number. */
    const after = async <Result>(change: () => Promise<Result>) => {
      const result = await change();
      const counts = await numbers();
      const moved = Object.entries(counts).flatMap(([name, count]) => {
        const by = count - (before[name] ?? 0);
        return by === 0 ? [] : [[name, by] as const];
      });
      before = counts;
      return { result, moved: Object.fromEntries(moved) };
    };

    const { result: orderId, moved: byOrder } = await after(() => fixture.order(ann, [[kit, 2]]));
    expect(byOrder).toEqual({ new: 1, "to-pack": 1 });
    expect((await after(() => desk.pack(orderId, 1))).moved).not.toHaveProperty("to-pack");
    expect((await after(() => desk.pack(orderId, 1))).moved).toEqual({ "to-pack": -1, "to-ship": 1 });
    expect((await after(() => fixture.undoLast(clerk, orderId))).moved).toEqual({ "to-pack": 1, "to-ship": -1 });
    await after(() => desk.pack(orderId, 1));
    const late = { shipDate: "2026-01-05", returnDate: "2026-03-01" };
    expect((await after(() => desk.save(orderId, 3, late))).moved).toEqual({ new: -1, "to-ship": -1, overdue: 1 });
    const [first, second] = await copiesOf(orderId);
    expect((await after(() => desk.checkIn(first?.copy_id))).moved).toEqual({ incomplete: 1 });
    // the last copy's check-in sets the order to Returned
    expect((await after(() => desk.checkIn(second?.copy_id))).moved).toEqual({ incomplete: -1, overdue: -1 });

    const { result: own, moved: byBob } = await after(() => fixture.reserve(bob, [[kit, 1]]));
    expect(byBob).toEqual({ new: 1, unconfirmed: 1 });
    expect((await after(() => fixture.call(clerk, `POST Borrowers/ConfirmByPhone/${bob.borrowerId}`))).moved).toEqual({
      unconfirmed: -1,
      "to-pack": 1,
    });
    const { version } = await desk.orderOf(own.id);
    const cancel = () => fixture.call(clerk, `POST Order/Cancel/${own.id}`, { reason: "The school asked", version });
    expect((await after(cancel)).moved).toEqual({ new: -1, "to-pack": -1 });
    expect((await after(() => fixture.undoLast(clerk, own.id))).moved).toEqual({ new: 1, "to-pack": 1 });
  });
});
