import { beforeAll, describe, expect, it } from "vitest";
import { writeSlip } from "#contract/desk/slip-code.ts";
import type { Matches } from "#contract/desk/search.ts";
import { writeLabel } from "#contract/catalog/label-code.ts";
import { circulationFixture, type Title } from "#server/test/circulation-fixture.ts";

const fixture = await circulationFixture();
const clerk = await fixture.newAdmin("clerk");
const desk = fixture.desk(clerk);
const ann = await fixture.newBorrower("ann");
const cyd = await fixture.newBorrower("cyd");
let kit: Title = { itemId: 0, copyIds: [] };
let [shipment, packedId, waitingId] = [0, 0, 0];

const resolve = async (text: string) =>
  (await fixture.call<Matches>(clerk, `GET Desk/Resolve?${String(new URLSearchParams({ text }))}`)).data;
const copyId = (place: number) => kit.copyIds[place] ?? 0;

/** Places an order of one kit, and checks this copy out to it. */
async function orderWithCopy(place: number): Promise<number> {
  const orderId = await fixture.order(ann, [[kit, 1]]);
  await desk.packCopy(orderId, copyId(place));
  return orderId;
}

beforeAll(async () => {
  kit = await fixture.newTitle("Anatomy kit", 5);
  await fixture.setTitle(kit, { reference_number: "B700" });
  await fixture.db.updateTable("copies").set({ sku_number: "B700" }).where("item_id", "=", kit.itemId).execute();
  shipment = await orderWithCopy(0);
  await desk.save(shipment, 3, { trackingNumber: "9400 1111 2222", returnDate: "2026-04-01" });
  packedId = await orderWithCopy(1);
  waitingId = await fixture.order(ann, [[kit, 1]]);
});

describe("the matches for a text", () => {
  it("are a label's copy, current or out of date, with its order or the order that needs it", async () => {
    const out = await resolve(writeLabel({ inventoryItemId: copyId(0), skuNumber: "B700" }));
    expect(out).toMatchObject({
      copies: [{ copyNumber: 1, title: "Anatomy kit", labelIsOld: false, order: { orderId: shipment, statusId: 3 } }],
      orders: [],
      titles: [],
      people: [],
    });
    const [old] = (await resolve(writeLabel({ inventoryItemId: copyId(1), skuNumber: "OLD" }))).copies;
    expect(old).toMatchObject({
      copyNumber: 2,
      labelIsOld: true,
      order: { orderId: packedId, statusId: 1 },
      neededBy: null,
    });
    const [available] = (await resolve(writeLabel({ inventoryItemId: copyId(2), skuNumber: "B700" }))).copies;
    expect(available).toMatchObject({ order: null, neededBy: { orderId: waitingId } });
    expect((await resolve(writeLabel({ inventoryItemId: 999_999, skuNumber: "B700" }))).copies).toEqual([]);
  });

  it("flag a label as another library's when its copy never had the SKU", async () => {
    const atlas = await fixture.newTitle("Atlas", 1);
    const [id = 0] = atlas.copyIds;
    const rename = (sku: string) => fixture.setCopy(id, { sku_number: sku });
    for (const sku of ["ATLAS1", "ATLAS2", "ATLAS1", "ATLAS3"]) await rename(sku);
    const flagsOf = async (skuNumber: string): Promise<unknown> => {
      const [copy] = (await resolve(writeLabel({ inventoryItemId: id, skuNumber }))).copies;
      return [copy?.labelIsOld, copy?.labelIsForeign];
    };
    expect(await flagsOf("ATLAS3")).toEqual([false, false]);
    for (const earlier of ["ATLAS1", "ATLAS2"]) expect(await flagsOf(earlier), earlier).toEqual([true, false]);
    for (const foreign of ["ATLAS4", "B700"]) expect(await flagsOf(foreign), foreign).toEqual([true, true]);
  });

  it("are the order of a slip, an order number, or a tracking number", async () => {
    const order = { orderId: shipment, statusName: "Shipped", borrowerName: "ann Reader", copiesOut: 1 };
    for (const text of [writeSlip(shipment), `order ${shipment}`, `#${shipment}`, "940011112222", "9400 1111"])
      expect((await resolve(text)).orders[0], text).toMatchObject(order);
    expect((await resolve(writeSlip(999_999))).orders).toEqual([]);
  });

  it("are the order of the borrower's return tracking number", async () => {
    const input = { sentOn: "2026-03-02", trackingNumber: "EJ 123 456 785 US" };
    await fixture.call(ann, `POST Order/SentBack/${shipment}`, input);
    for (const text of ["EJ123456785US", "ej 123 456"])
      expect((await resolve(text)).orders, text).toMatchObject([{ orderId: shipment, isSentBack: true, copiesOut: 1 }]);
    expect((await resolve("940011112222")).orders).toMatchObject([{ orderId: shipment, isSentBack: false }]);
  });

  it.each([
    ["9400111899223197428490", "420946079400111899223197428490"],
    ["9400111899223197428490", "4209460712349400111899223197428490"],
    ["925989385163", "1071804952390002087800925989385163"],
    ["394817654326", "02010000123400003948176543260663"],
    ["987654312345672", "]C19611020987654312345672"],
    ["1Z999AA10123456784", "1z 999 aa1 01 2345 6784"],
  ])(
    "are the order of the label with the tracking number %s, read as %s, whichever was entered",
    async (number, scan) => {
      for (const [entered, searched] of [
        [number, scan],
        [scan, number],
        [scan, scan],
      ] as const) {
        await desk.save(shipment, 3, { trackingNumber: entered, returnDate: "2026-04-01" });
        expect(await desk.orderOf(shipment)).toMatchObject({ trackingNumber: number });
        expect((await resolve(searched)).orders).toMatchObject([{ orderId: shipment, copiesOut: 1 }]);
      }
    },
  );

  it("include the order that a copy was lost from, until it is found", async () => {
    const globe = await fixture.newTitle("Globe", 1);
    const { orderId, loans } = await desk.ship(cyd, [[globe, 1]]);
    const label = writeLabel({ inventoryItemId: globe.copyIds[0] ?? 0, skuNumber: "GLOBE" });
    expect((await resolve(label)).copies).toMatchObject([{ order: { orderId }, lostFrom: null }]);
    expect(await desk.openClaim(loans[0], "lost")).toMatchObject({ isSuccess: true });
    expect((await resolve(label)).copies).toMatchObject([
      {
        isInactive: true,
        order: null,
        lostFrom: { orderId, borrowerName: "cyd Reader", schoolName: "Oak Grove Elementary" },
      },
    ]);
    await desk.checkIn(globe.copyIds[0]);
    expect((await resolve(label)).copies).toMatchObject([{ isInactive: false, order: null, lostFrom: null }]);
    // lost inside the library, from no order
    await fixture.setCopy(globe.copyIds[0], { is_inactive: true, inactive_reason: "lost" });
    expect((await resolve(label)).copies).toMatchObject([{ isInactive: true, lostFrom: null }]);
  });

  it("include the borrower of a copy on hold", async () => {
    const map = await fixture.newTitle("Map", 1);
    const label = writeLabel({ inventoryItemId: map.copyIds[0] ?? 0, skuNumber: "MAP" });
    await desk.ship(cyd, [[map, 1]]);
    const bea = await fixture.newBorrower("bea");
    expect(await fixture.call(bea, `POST Waitlist/Join/${map.itemId}`, {})).toMatchObject({ isSuccess: true });
    expect((await resolve(label)).copies).toMatchObject([{ heldFor: null }]);
    await desk.checkIn(map.copyIds[0]);
    expect((await resolve(label)).copies).toMatchObject([{ heldFor: { borrowerName: "bea Reader" }, neededBy: null }]);
  });

  it("are a title by its SKU, with its copies, those on loan first", async () => {
    const matches = await resolve("#b700");
    expect(matches.titles).toMatchObject([{ title: "Anatomy kit", referenceNumber: "B700" }]);
    expect(matches.copies.map(({ copyNumber }) => copyNumber)).toEqual([1, 2, 3, 4, 5]);
    expect((await resolve("B700 copy 2")).copies).toMatchObject([{ copyNumber: 2 }]);
    await fixture.db.updateTable("copies").set({ sku_number: "AB-12" }).where("copy_id", "=", copyId(4)).execute();
    for (const text of ["AB-12", "#ab-12 copy 5", "AB-12-5"])
      expect((await resolve(text)).copies, text).toMatchObject([{ copyNumber: 5, skuNumber: "AB-12" }]);
  });

  it("are a borrower by name, school, email address, or phone number, with open orders", async () => {
    for (const text of ["ann read", "oak grove ann", "ann 5550102030"]) {
      const { people, orders } = await resolve(text);
      expect(people, text).toMatchObject([{ borrowerName: "ann Reader", orders: 3, openOrders: 3 }]);
      expect(
        orders.map(({ orderId }) => orderId),
        text,
      ).toEqual([waitingId, packedId, shipment]);
    }
  });
});
