import { describe, expect, it } from "vitest";
import { writeLabel } from "#contract/catalog/labels.ts";
import type { CountedScan, ListedCopy, OpenInventoryCount } from "#contract/desk/inventory-counts.ts";
import { stockDisagreements } from "#server/catalog/copies/stock.queries.ts";
import { circulationFixture, type Person, type Title } from "#server/test/circulation-fixture.ts";

const fixture = await circulationFixture();
const { db, call } = fixture;
const clerk = await fixture.newAdmin("clerk");
const desk = fixture.desk(clerk);
const [ann, out] = [await fixture.newBorrower("ann"), await fixture.newBorrower("out")];

/** Adds a title at a shelf place, with all copies on loan. */
async function shelved(place: string, copies: number) {
  const title = await fixture.newTitle(`Title at ${place}`, copies);
  await fixture.setTitle(title, { shelf_place: place });
  await desk.ship(out, [[title, copies]]);
  return title;
}
const wait = (who: Person, { itemId }: Title) => call(who, `POST Waitlist/Join/${itemId}`);
/** Adds a title of two copies: the first is on hold for Ann, the second on the shelf. */
async function withOneOnHold(place: string) {
  const title = await shelved(place, 2);
  await wait(ann, title);
  for (const copyId of title.copyIds) await desk.checkIn(copyId);
  return title;
}
const start = async (shelfPlace: string) => {
  fixture.clock.move(60_000);
  return (await call(clerk, "POST InventoryCount/Start", { shelfPlace })).id;
};
const countOf = async (id: number) => (await call<OpenInventoryCount>(clerk, `GET InventoryCount/Get/${id}`)).data;
const listed = async (id: number, list: string) =>
  (await call<ListedCopy[]>(clerk, `GET InventoryCount/GetCopies/${id}?list=${list}`)).data;
const missing = async (id: number) => (await listed(id, "missing")).map(({ inventoryItemId }) => inventoryItemId);
const close = (id: number) => call(clerk, `POST InventoryCount/Close/${id}`);
const mark = async (id: number, { copyIds }: Title) =>
  (await call(clerk, `POST InventoryCount/MarkMissing/${id}`, { inventoryItemIds: copyIds })).total;
const scan = async (id: number, copyId = 0) => {
  const text = writeLabel({ inventoryItemId: copyId, skuNumber: "any" });
  const at = fixture.clock.now().toISOString();
  const scans = [{ scanId: copyId.toString(16).padStart(32, "0"), text, at }];
  return (await call<{ scans: CountedScan[] }>(clerk, `POST InventoryCount/SendScans/${id}`, { scans })).data.scans[0];
};
const isHeld = async (copyId = 0) =>
  (await call<{ inventoryItemId: number }[]>(clerk, "GET Waitlist/GetHoldShelf?pageSize=100")).data.some(
    ({ inventoryItemId }) => inventoryItemId === copyId,
  );

describe("a copy on the hold shelf", () => {
  it("is listed as on hold, and is neither missing nor marked missing", async () => {
    const title = await withOneOnHold("H1");
    const [onHold, onShelf] = title.copyIds;
    const id = await start("H1");
    expect(await countOf(id)).toMatchObject({ expected: 1, knownHeld: 1, tally: { missing: 1, held: 0 } });
    expect(await missing(id)).toEqual([onShelf]);
    await close(id);
    expect((await countOf(id)).tally).toMatchObject({ missing: 1, held: 0 });
    expect(await mark(id, title)).toBe(1);
    expect(await isHeld(onHold)).toBe(true);
    expect(await stockDisagreements(db)).toEqual([]);
  });

  it("stays on hold until its order is packed", async () => {
    const title = await withOneOnHold("H2");
    await fixture.order(ann, [[title, 1]]);
    expect(await isHeld(title.copyIds[0])).toBe(true);
    expect(await countOf(await start("H2"))).toMatchObject({ expected: 1, knownHeld: 1 });
  });

  it("is in a list and a CSV of its own, with its borrower, when it is scanned at its shelf", async () => {
    const title = await withOneOnHold("H3");
    const id = await start("H3");
    const result = await scan(id, title.copyIds[0]);
    const heldFor = { borrowerName: "ann Reader", schoolName: expect.any(String) };
    expect(result).toMatchObject({ outcome: "held", copy: { heldFor } });
    expect((await countOf(id)).tally).toMatchObject({ counted: 0, missing: 1, held: 1, unexpected: 0 });
    expect(await listed(id, "held")).toMatchObject([{ inventoryItemId: title.copyIds[0], heldFor }]);
    const { bare } = await call(clerk, `GET InventoryCount/csv/${id}?list=held`);
    const [header, row] = String(bare).trim().split("\r\n");
    expect(header).toContain('"On hold for"');
    expect(row).toContain('"ann Reader, ');
  });

  it("is counted when it is scanned, if it was put on hold after the start", async () => {
    const title = await shelved("H4", 1);
    await desk.checkIn(title.copyIds[0]);
    const id = await start("H4");
    await holdAll(title);
    expect((await scan(id, title.copyIds[0]))?.outcome).toBe("held");
    expect((await countOf(id)).tally).toMatchObject({ counted: 1, missing: 0, held: 1 });
  });
});

/** Puts the copies on the shelf on hold for Ann without anyone handling them. */
async function holdAll(title: Title) {
  const orderId = await fixture.order(out, [[title, title.copyIds.length]]);
  await wait(ann, title);
  await call(clerk, `POST Order/Cancel/${orderId}`, { reason: "Not needed" });
  expect(await isHeld(title.copyIds[0])).toBe(true);
}

describe("a copy put on hold after the start", () => {
  it("is not missing at the close, and is missing again once the hold ends and the count is reopened", async () => {
    const title = await shelved("I1", 1);
    await desk.checkIn(title.copyIds[0]);
    const id = await start("I1");
    await holdAll(title);
    await close(id);
    expect((await countOf(id)).tally).toMatchObject({ missing: 0, handled: 1 });
    await call(clerk, `POST InventoryCount/Reopen/${id}`);
    await call(ann, `POST Waitlist/Leave/${await placeOf(title)}`);
    await close(id);
    expect((await countOf(id)).tally).toMatchObject({ missing: 1, handled: 0 });
  });

  it("is not marked missing, and the list shows the hold", async () => {
    const title = await shelved("I2", 1);
    await desk.checkIn(title.copyIds[0]);
    const id = await start("I2");
    await close(id);
    await holdAll(title);
    expect(await listed(id, "missing")).toMatchObject([{ heldFor: { borrowerName: "ann Reader" } }]);
    expect(await mark(id, title)).toBe(0);
    expect(await isHeld(title.copyIds[0])).toBe(true);
  });
});

async function placeOf({ itemId }: Title) {
  const places = db.selectFrom("waitlist_entries").select("entry_id").where("item_id", "=", itemId);
  return (await places.where("left_at", "is", null).executeTakeFirstOrThrow()).entry_id;
}
