import { describe, expect, it } from "vitest";
import type { StaffOrder } from "#contract/orders/orders.ts";
import { circulationFixture } from "#server/test/circulation-fixture.ts";
import { stockDisagreements } from "#server/catalog/copies/stock.queries.ts";
import { copiesToPick } from "./packing.queries.ts";

const fixture = await circulationFixture();
const { db, call } = fixture;
const clerk = await fixture.newAdmin("clerk");
const desk = fixture.desk(clerk);
const ann = await fixture.newBorrower("ann");

const all = (orderId: number) => call<StaffOrder>(clerk, `POST Order/CheckOutAll/${orderId}`);
const packed = ({ orderItems }: StaffOrder) => orderItems.map(({ orderInventoryItems }) => orderInventoryItems.length);

describe("checking out a whole order", () => {
  it("assigns every copy that is still needed", async () => {
    const [one, two] = [await fixture.newTitle("One", 3), await fixture.newTitle("Two", 2)];
    const orderId = await fixture.order(ann, [
      [one, 3],
      [two, 1],
    ]);
    await desk.pack(orderId, 1);
    expect(packed((await all(orderId)).data)).toEqual([3, 1]);
    expect(packed((await all(orderId)).data)).toEqual([3, 1]); // nothing left to check out
    expect(await stockDisagreements(db)).toEqual([]);
  });
});

describe("orders to pack", () => {
  it("are those with the given ids, oldest first", async () => {
    const title = await fixture.newTitle("Packed", 5);
    const ids = [await fixture.order(ann, [[title, 1]])];
    fixture.clock.move(1000);
    ids.push(await fixture.order(ann, [[title, 1]]));
    const { data } = await call<StaffOrder[]>(clerk, `GET Order/GetToPack?ids=${ids.toReversed().join(",")},999999`);
    expect(data.map(({ orderId }) => orderId)).toEqual(ids);
    expect((await call(clerk, "GET Order/GetToPack?ids=1,x")).status).toBe(400);
  });

  it("get the copies on the pick list, with each copy's shelf place", async () => {
    const title = await fixture.newTitle("Spread", 4);
    await fixture.setTitle(title, { shelf_place: "C3" });
    const [first = 0, second = 0, third = 0] = title.copyIds;
    for (const [copyId, own_shelf_place] of [[second, "A1"] as const, [third, "A0"] as const])
      await fixture.setCopy(copyId, { own_shelf_place });
    const [packed, waits] = [await fixture.order(ann, [[title, 1]]), await fixture.order(ann, [[title, 2]])];
    const { data } = await desk.packCopy(packed, first);
    expect(data.orderItems[0]?.orderInventoryItems[0]?.inventoryItem).toMatchObject({ copyNumber: 1, shelfPlace: "" });
    const next = () => copiesToPick(db, new Map([[title.itemId, 2]]));
    const copy = { inventoryId: title.itemId, heldForOrderId: null };
    expect(await next()).toMatchObject([
      { ...copy, copyNumber: 2, shelfPlace: "A1" },
      { ...copy, copyNumber: 3, shelfPlace: "A0" },
    ]);
    await fixture.setCopy(second, { is_inactive: true });
    expect(await next()).toMatchObject([
      { ...copy, copyNumber: 3, shelfPlace: "A0" },
      { ...copy, copyNumber: 4, shelfPlace: "C3" },
    ]);
    const { orderItems } = (await all(waits)).data;
    expect(orderItems[0]?.orderInventoryItems.map(({ inventoryItem }) => inventoryItem.copyNumber)).toEqual([3, 4]);
  });
});
