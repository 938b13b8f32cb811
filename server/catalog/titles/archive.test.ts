import { describe, expect, it } from "vitest";
import type { Item, ItemWithCopies, SearchResults } from "#contract/catalog/catalog.ts";
import type { CopyCounts, TitleUse } from "#contract/catalog/archive.ts";
import { stockDisagreements } from "#server/catalog/copies/stock.queries.ts";
import { circulationFixture, type Person, type Title } from "#server/test/circulation-fixture.ts";

const fixture = await circulationFixture(); // it is Monday, March 2, 2026
const { db, call } = fixture;
const [ann, bob] = [await fixture.newBorrower("ann"), await fixture.newBorrower("bob")];
const clerk = await fixture.newAdmin("clerk");

const archive = ({ itemId }: Title, staff = clerk) => call<unknown>(staff, `POST Inventory/Archive/${itemId}`);
const unarchive = ({ itemId }: Title) => call<unknown>(clerk, `POST Inventory/Unarchive/${itemId}`);
const show = async ({ itemId }: Title) => (await call<ItemWithCopies>(clerk, `GET Inventory/Get/${itemId}`)).data;
const setCopy = async (title: Title, change: object) =>
  call<ItemWithCopies>(clerk, `POST Inventory/UpdateInventory/${title.itemId}`, {
    ...(await show(title)),
    inventoryItems: [{ inventoryItemId: title.copyIds[0], ...change }],
  });
const entriesOf = ({ itemId }: Title) =>
  db
    .selectFrom("activity_log")
    .select(["call", "changes"])
    .where("kind", "=", "item")
    .where("subject_id", "=", itemId)
    .orderBy("entry_id")
    .execute();

/** Returns the lists and searches that include a title. */
async function listsWith({ itemId }: Title, words: string): Promise<string[]> {
  const searchResults = async (query: string) => {
    const path = `GET Inventory/GetInventoryBySearchParams?${query}` as const;
    const { searchInStockResults: inStock, searchOutOfStockResults: out } = (await call<SearchResults>(null, path))
      .data;
    return [...inStock, ...out];
  };
  const { data: title } = await call<ItemWithCopies>(clerk, `GET Inventory/Get/${itemId}`);
  const lists: Record<string, { inventoryId: number }[]> = {
    words: await searchResults(`searchString=${encodeURIComponent(words)}`),
    "words, in pages": await searchResults(`searchString=${encodeURIComponent(words)}&page=1&pageSize=100`),
    sku: await searchResults(`searchString=${title.referenceNumber}`),
    browsing: await searchResults("page=1&pageSize=100"),
    "out of stock": await searchResults("outOfStockOnly=true&page=1&pageSize=100"),
    recent: (await call<Item[]>(null, "GET Inventory/GetRecentItems?itemCount=50")).data,
    everything: (await call<Item[]>(null, "GET Inventory/GetEveryInventory?includeInStock=true")).data,
    "everything out": (await call<Item[]>(null, "GET Inventory/GetEveryInventory?includeInStock=false")).data,
    desk: (
      await call<{ titles: { inventoryId: number }[] }>(clerk, `GET Desk/Resolve?text=${encodeURIComponent(words)}`)
    ).data.titles,
    labels: (await call<{ inventoryId: number }[]>(clerk, "GET Labels/GetCopies")).data,
    archived: (
      await call<Item[]>(clerk, `GET Inventory/GetArchived?searchString=${encodeURIComponent(words)}&pageSize=100`)
    ).data,
  };
  return Object.keys(lists).filter((name) => lists[name]?.some(({ inventoryId }) => inventoryId === itemId));
}

describe("an archived title", () => {
  it("is only in the list of archived titles, and comes back unchanged", async () => {
    const title = await fixture.newTitle("Xylophone kit", 2);
    const before = await listsWith(title, "xylophone");
    expect(before).toEqual(["words", "words, in pages", "sku", "browsing", "recent", "everything", "desk", "labels"]);
    expect(await archive(title)).toMatchObject({ isSuccess: true, id: title.itemId });
    expect(await listsWith(title, "xylophone")).toEqual(["archived"]);
    expect(await show(title)).toMatchObject({ isArchived: true, inStock: 0 });
    await unarchive(title);
    expect(await listsWith(title, "xylophone")).toEqual(before);
    expect(await show(title)).toMatchObject({ isArchived: false, inStock: 2 });
    expect(await entriesOf(title)).toEqual([
      { call: "POST Inventory/Archive/{id}", changes: [{ field: "Archived", before: "no", after: "yes" }] },
      { call: "POST Inventory/Unarchive/{id}", changes: [{ field: "Archived", before: "yes", after: "no" }] },
    ]);
  });

  it("keeps its page, without copies to order, even when copies are added", async () => {
    const title = await fixture.newTitle("Old songs", 1);
    await archive(title);
    const { data } = await call<ItemWithCopies>(null, `GET Inventory/Get/${title.itemId}`);
    expect(data).toMatchObject({ title: "Old songs", isArchived: true, inStock: 0 });
    const form = await show(title);
    expect(await call(clerk, "POST Inventory/AddReferenceNumber", { ...form, copies: 2 })).toMatchObject({
      isSuccess: true,
    });
    expect(await show(title)).toMatchObject({ isArchived: true, inStock: 0 });
    expect(await call(ann, `POST Cart/AddItemToCart/${title.itemId}/1/false`)).toMatchObject({ isSuccess: false });
    await expect(fixture.order(ann, [[title, 1]])).rejects.toThrow('"Old songs" is out of stock.');
    expect(await stockDisagreements(db)).toEqual([]);
  });

  it("can't have copies out or reserved (the refusal names the orders), and keeps its history", async () => {
    const title = await fixture.newTitle("In use", 4);
    const shipped = await fixture.order(ann, [[title, 2]]);
    const { data } = await call(clerk, `GET Order/Get/${shipped}`);
    const line = data.orderItems[0]?.orderItemId;
    await call(clerk, `POST Order/AssignMultipleSKUSToOrderItem/${line}/inventoryId/${title.itemId}/quantity/2`);
    await call(clerk, "POST Order/UpdateOrder/", { orderId: shipped, statusId: 3 });
    const waiting = await fixture.order(ann, [[title, 1]]);
    expect(await archive(title)).toMatchObject({
      status: 200,
      isSuccess: false,
      message: `This title can’t be archived yet: order #${shipped} has 2 copies, order #${waiting} has reserved 1 copy.`,
      reason: { kind: "title-in-use", more: 0 },
    });
    expect(await show(title)).toMatchObject({ isArchived: false });
    await call(clerk, "POST Order/UpdateOrder/", { orderId: shipped, statusId: 4 });
    await call(clerk, `POST Order/Cancel/${waiting}`, { reason: "Not needed" });
    expect(await archive(title)).toMatchObject({ isSuccess: true });
    const order = await call(clerk, `GET Order/Get/${shipped}`);
    expect(order.data.orderItems).toMatchObject([{ inventory: { inventoryId: title.itemId, title: "In use" } }]);
  });
});

describe("an archived copy", () => {
  const archiveCopy = ({ copyIds }: Title) => call<unknown>(clerk, `POST Inventory/ArchiveCopy/${copyIds[0]}`);
  const firstOf = async (title: Title) => (await show(title)).inventoryItems[0];

  it("must be inactive, keeps its reason, and is no longer archived once it is active", async () => {
    const title = await fixture.newTitle("Torn", 2);
    expect(await archiveCopy(title)).toMatchObject({
      isSuccess: false,
      message: "Set the copy inactive before you archive it.",
      reason: { kind: "copy-still-lent" },
    });
    await setCopy(title, { isInactive: true, inactiveReason: "lost" });
    expect(await archiveCopy(title)).toMatchObject({ isSuccess: true });
    expect(await archiveCopy(title)).toMatchObject({ isSuccess: true });
    expect(await firstOf(title)).toMatchObject({ isArchived: true, isInactive: true, inactiveReason: "lost" });
    const labels = await call<{ inventoryItemId: number }[]>(clerk, `GET Labels/GetCopies?inventoryId=${title.itemId}`);
    expect(labels.data.map(({ inventoryItemId }) => inventoryItemId)).toEqual([title.copyIds[1]]);
    await setCopy(title, { isInactive: false });
    expect(await firstOf(title)).toMatchObject({ isArchived: false, isInactive: false });
    const changes = (await entriesOf(title))
      .filter((entry) => entry.call.includes("Archive"))
      .map((entry) => entry.changes);
    expect(changes).toMatchObject([[{ before: "no", after: "yes" }]]);
  });

  it("is still inactive after it is unarchived", async () => {
    const title = await fixture.newTitle("Worn", 1);
    await setCopy(title, { isInactive: true, inactiveReason: "retired" });
    await archiveCopy(title);
    expect(await call(clerk, `POST Inventory/UnarchiveCopy/${title.copyIds[0]}`)).toMatchObject({ isSuccess: true });
    expect(await firstOf(title)).toMatchObject({ isArchived: false, isInactive: true, inactiveReason: "retired" });
  });

  it("can't be out", async () => {
    const title = await fixture.newTitle("Away", 1);
    const orderId = await fixture.order(ann, [[title, 1]]);
    const { data } = await call(clerk, `GET Order/Get/${orderId}`);
    await call(
      clerk,
      `POST Order/AssignSKUToOrderItem/${data.orderItems[0]?.orderItemId}/InventoryItem/${title.copyIds[0]}`,
    );
    const answer = await archiveCopy(title);
    expect(answer).toMatchObject({ isSuccess: false, reason: { kind: "copies-checked-out" } });
  });
});

const useOf = ({ itemId }: Title) => call<TitleUse>(clerk, `GET Inventory/GetUse/${itemId}`);

describe("the counts of a title", () => {
  it("include inactive copies, loans, and reservations, with their orders", async () => {
    const title = await fixture.newTitle("Counted", 8);
    expect((await useOf(title)).data).toMatchObject({ total: 8, inactive: 0, out: 0, reserved: 0, orders: [] });
    const shipped = await fixture.order(ann, [[title, 2]]);
    const packed = await fixture.order(ann, [[title, 2]]);
    const waiting = await fixture.order(ann, [[title, 1]]);
    for (const [orderId, copies] of [
      [shipped, 2],
      [packed, 1],
    ] as const) {
      const { data } = await call(clerk, `GET Order/Get/${orderId}`);
      const path = `${data.orderItems[0]?.orderItemId}/inventoryId/${title.itemId}/quantity/${copies}`;
      await call(clerk, `POST Order/AssignMultipleSKUSToOrderItem/${path}`);
    }
    await call(clerk, "POST Order/UpdateOrder/", { orderId: shipped, statusId: 3, returnDate: "2026-04-01" });
    await setCopy({ ...title, copyIds: [title.copyIds[7] ?? 0] }, { isInactive: true, inactiveReason: "lost" });
    const { data, total } = await useOf(title);
    expect(data).toMatchObject({ inventoryId: title.itemId, total: 8, inactive: 1, out: 2, reserved: 3 });
    expect(total).toBe(3);
    expect(data.orders).toMatchObject([
      { orderId: shipped, out: 2, reserved: 0, borrowerName: "ann Reader", returnDate: "2026-04-01" },
      { orderId: packed, out: 0, reserved: 2 },
      { orderId: waiting, out: 0, reserved: 1 },
    ]);
    await call(clerk, `POST Inventory/ArchiveCopy/${title.copyIds[7]}`);
    const list = await call<CopyCounts[]>(clerk, `GET Inventory/GetCopyCounts?ids=${title.itemId},999999`);
    expect(list.data).toEqual([{ inventoryId: title.itemId, total: 7, inactive: 0, out: 2, reserved: 3, later: 0 }]);
  });
});

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
const sumsOf = ({ orders, holds }: TitleUse) => ({
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
  const use = (await useOf(title)).data;
  expect(use).toMatchObject({ out: 0, reserved: 1, later: 0, orders: [], holdTotal: 1 });
  expect(use.holds).toMatchObject([{ inventoryItemId: title.copyIds[0], borrowerName: "ann Reader" }]);
  expect(sumsOf(use)).toEqual({ out: 0, reserved: 1, later: 0 });
  // a waitlist doesn't keep a title from being archived
  expect(await call(clerk, `POST Inventory/Archive/${title.itemId}`)).toMatchObject({ isSuccess: true });
});

it("orders with reserved dates count as reserved once they are to be packed, and as later before that", async () => {
  const title = await fixture.newTitle("Booked", 6);
  const waits = await fixture.order(ann, [[title, 1]]);
  const soon = await orderFor(ann, title, 2, "2026-03-16"); // leaves on March 9
  const later = await orderFor(bob, title, 2, "2026-05-18");
  const use = (await useOf(title)).data;
  expect(use).toMatchObject({ out: 0, reserved: 3, later: 2, holdTotal: 0 });
  expect(use.orders).toMatchObject([
    { orderId: waits, reserved: 1, later: 0, shipOn: null },
    { orderId: soon, reserved: 2, later: 0, shipOn: "2026-03-09" },
    { orderId: later, reserved: 0, later: 2, shipOn: "2026-05-11" },
  ]);
  expect(sumsOf(use)).toEqual({ out: 0, reserved: 3, later: 2 });
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
