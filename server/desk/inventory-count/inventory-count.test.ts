import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { CountedScan, ListedCopy, OpenInventoryCount, Tally } from "#contract/desk/inventory-counts.ts";
import { writeLabel } from "#contract/catalog/label-code.ts";
import { circulationFixture, type Person, type Title } from "#server/test/circulation-fixture.ts";
import { inTransaction } from "#server/platform/database.ts";
import { copyById, recountStock, setCopyAside, stockDisagreements } from "#server/catalog/copies/stock.queries.ts";

const fixture = await circulationFixture();
const { db } = fixture;
const ann = await fixture.newBorrower("ann");
const out = await fixture.newBorrower("out");
const [clerk, helper] = [await fixture.newAdmin("clerk"), await fixture.newAdmin("helper")];
const desk = fixture.desk(clerk);

/** Adds a title with copies at a shelf location. */
async function shelve(place: string, copies: number): Promise<Title> {
  const title = await fixture.newTitle(`Title at ${place}`, copies);
  await fixture.setTitle(title, { shelf_location: place });
  return title;
}
const start = (shelfLocation: string) => fixture.call(clerk, "POST InventoryCount/Start", { shelfLocation });
const aScan = (text: string | number, changes: object = {}) => ({
  scanId: randomBytes(16).toString("hex"),
  text: typeof text === "number" ? writeLabel({ inventoryItemId: text, skuNumber: "any" }) : text,
  at: fixture.clock.now().toISOString(),
  ...changes,
});
type Counted = { scans: CountedScan[]; tally: Tally };
const send = (id: number, scans: readonly object[], user = helper) =>
  fixture.call<Counted>(user, `POST InventoryCount/SendScans/${id}`, { scans });
const scan = async (id: number, text: string | number, changes: object = {}) => {
  const { data } = await send(id, [aScan(text, changes)]);
  const [result] = data.scans;
  return result?.isRepeat ? `${result.outcome} again` : result?.outcome;
};
const inventoryCount = async (id: number) =>
  (await fixture.call<OpenInventoryCount>(helper, `GET InventoryCount/Get/${id}`)).data;
const countedOf = async (id: number) => (await inventoryCount(id)).tally.counted;
const listedCopies = async (id: number, list: string) =>
  (await fixture.call<ListedCopy[]>(helper, `GET InventoryCount/GetCopies/${id}?list=${list}&pageSize=100`)).data;
const listedIds = async (id: number, list: string) =>
  (await listedCopies(id, list)).map(({ inventoryItemId }) => inventoryItemId);
const close = (id: number, user = clerk, query = "") => fixture.call(user, `POST InventoryCount/Close/${id}${query}`);
const mark = (id: number, inventoryItemIds: readonly number[], call = "MarkMissing") =>
  fixture.call(clerk, `POST InventoryCount/${call}/${id}`, { inventoryItemIds });
const seenAt = async (copyId: number) =>
  (await db.selectFrom("copies").select("last_seen_at").where("copy_id", "=", copyId).executeTakeFirstOrThrow())
    .last_seen_at;
/** Lends copies of a title to Ann. */
const lend = (title: Title, copies: number, statusId = 3) => desk.ship(ann, [[title, copies]], { statusId });
const inactive = (copyId: number, reason: string) =>
  inTransaction(db, async (tx) => {
    const copy = await copyById(tx, copyId);
    await setCopyAside(tx, copyId, copy?.inactive_reason ?? null, reason);
    await recountStock(tx, [copy?.item_id ?? 0]);
  });

describe("an inventory count", () => {
  it("lists the copies that should be on the shelf, and counts those out, packed, and inactive", async () => {
    const [title, packed] = [await shelve("K1", 5), await shelve("K2", 1)];
    await shelve("K12", 1);
    await lend(title, 2);
    await lend(packed, 1, 2);
    await inactive(title.copyIds[4] ?? 0, "repair");
    const { id } = await start("K1");
    expect(await inventoryCount(id)).toMatchObject({
      expected: 2,
      startedByName: "clerk",
      tally: { missing: 2 },
      knownOut: 2,
      knownPacked: 0,
      knownInactive: 1,
    });
    expect(await listedIds(id, "missing")).toEqual(title.copyIds.slice(2, 4));
    expect(await inventoryCount((await start("k")).id)).toMatchObject({ expected: 3, knownOut: 2, knownPacked: 1 });
    const all = await fixture.call(clerk, "POST InventoryCount/Start", {});
    expect((await inventoryCount(all.id)).expected).toBe((await inventoryCount((await start("")).id)).expected);
    expect(await fixture.call(clerk, "POST InventoryCount/Start", { subjectId: 2 })).toMatchObject({
      message: "There are no copies to count on that shelf.",
    });
    expect(await start("nowhere")).toMatchObject({ reason: { kind: "nothing-to-count" } });
  });

  it("returns the outcome of each scan", async () => {
    const [title, elsewhere, out] = [await shelve("L1", 4), await shelve("M1", 1), await shelve("L3", 1)];
    const [one = 0, two = 0, inRepair = 0, packed = 0] = title.copyIds;
    await lend(out, 1);
    await inactive(inRepair, "repair");
    const { id } = await start("L");
    const orderId = await fixture.order(ann, [[title, 1]]);
    await desk.packCopy(orderId, packed);
    expect([
      await scan(id, one),
      await scan(id, one),
      await scan(id, two, { place: "L2" }),
      await scan(id, elsewhere.copyIds[0] ?? 0),
      await scan(id, inRepair),
      await scan(id, packed),
      await scan(id, out.copyIds[0] ?? 0),
      await scan(id, "https://example.org"),
      await scan(id, 999_999),
    ]).toEqual([
      "found",
      "found again",
      "misplaced",
      "misplaced",
      "unexpected",
      "unexpected",
      "out",
      "unknown",
      "unknown",
    ]);
    expect(await inventoryCount(id)).toMatchObject({
      expected: 3,
      tally: { counted: 3, missing: 0, misplaced: 2, unexpected: 2, out: 1 },
      scanners: [{ userName: "helper", scans: 9 }],
      latest: expect.arrayContaining([expect.objectContaining({ outcome: "out" })]),
    });
    expect(await listedIds(id, "misplaced")).toEqual([two, elsewhere.copyIds[0]]);
  });

  it("expects a copy at its own place instead of its title's", async () => {
    const { copyIds } = await shelve("P1", 2);
    const [stayingId = 0, movedId = 0] = copyIds;
    await fixture.setCopy(movedId, { own_shelf_location: "P9" });
    const { id } = await start("P9");
    expect(await listedIds(id, "missing")).toEqual([movedId]);
    expect([await scan(id, movedId), await scan(id, stayingId)]).toEqual(["found", "misplaced"]);
    expect(await listedIds((await start("P1")).id, "missing")).toEqual([stayingId]);
    const { data } = await fixture.call<string[]>(clerk, "GET InventoryCount/GetShelfLocations");
    expect(data).toEqual(expect.arrayContaining(["P1", "P9"]));
  });

  it("reads a typed SKU as a copy only when it names exactly one", async () => {
    const { itemId, copyIds } = await shelve("TY", 2);
    const skuNumber = "tysku";
    await db.updateTable("copies").set({ sku_number: skuNumber }).where("item_id", "=", itemId).execute();
    const { id } = await start("TY");
    expect(await scan(id, "TYSKU")).toBe("unknown");
    expect(await scan(id, "#TYSKU copy 2")).toBe("found");
    expect(await listedIds(id, "missing")).toEqual([copyIds[0]]);
    expect(await scan(id, `${copyIds[0]}`)).toBe("found");
    await fixture.setCopy(copyIds[1], { sku_number: "TY-12" });
    for (const text of ["ty-12", "TY-12 copy 2", "TY-12-2"]) expect(await scan(id, text), text).toBe("found again");
    expect(await scan(id, "ty-12 copy 1")).toBe("unknown");
  });

  it("counts a copy as long as one of its scans isn't undone, in any order", async () => {
    const { copyIds } = await shelve("U1", 1);
    const { id } = await start("U1");
    const [copyId = 0] = copyIds;
    const [mine, theirs] = [aScan(copyId), aScan(copyId)];
    const undoOfMine = { ...mine, isUndone: true };
    await send(id, [undoOfMine]); // before the scan itself
    await send(id, [mine]);
    expect(await countedOf(id)).toBe(0);
    await send(id, [theirs], clerk);
    await send(id, [undoOfMine, mine]);
    expect(await countedOf(id)).toBe(1);
    await send(id, [{ ...theirs, isUndone: true }]); // another person's scan
    expect(await countedOf(id)).toBe(1);
    await send(id, [{ ...theirs, isUndone: true }], clerk);
    await send(id, [theirs, mine], clerk);
    expect([await countedOf(id), await listedIds(id, "missing")]).toEqual([0, copyIds]);
  });

  it("counts only its own scans when another covers the same shelf", async () => {
    const { copyIds } = await shelve("W1", 1);
    const [first, second] = [(await start("W1")).id, (await start("W1")).id];
    await scan(first, copyIds[0] ?? 0);
    expect([await countedOf(first), await countedOf(second)]).toEqual([1, 0]);
    await close(second);
    // someone handled it in the meantime
    expect((await inventoryCount(second)).tally).toMatchObject({ missing: 0, handled: 1 });
  });
});

it("a copy that an inventory count only listed can be deleted, and a scanned one can't", async () => {
  const { itemId, copyIds } = await shelve("J1", 2);
  const [scannedId = 0, listedId = 0] = copyIds;
  const { id } = await start("J1");
  await scan(id, scannedId);
  const remove = (copyId: number) => db.deleteFrom("copies").where("copy_id", "=", copyId).execute();
  await expect(remove(scannedId)).rejects.toThrow("inventory_count_scans");
  await remove(listedId);
  await inTransaction(db, (tx) => recountStock(tx, [itemId]));
  expect((await inventoryCount(id)).tally).toMatchObject({ counted: 1, missing: 0 });
});

describe("a closed inventory count", () => {
  it("lists copies that nobody has handled since the start as missing, and refuses later scans", async () => {
    const title = await shelve("C1", 4);
    const [lentId = 0, lateId = 0, , scannedId = 0] = title.copyIds;
    const { id } = await start("C1");
    await scan(id, scannedId);
    fixture.clock.move(60_000);
    const orderId = await fixture.order(ann, [[title, 1]]);
    await fixture.call(clerk, `POST Order/CheckOutAll/${orderId}`);
    expect(await seenAt(lentId)).toEqual(fixture.clock.now());
    expect(await close(id)).toMatchObject({ isSuccess: true });
    expect(await close(id)).toMatchObject({ isSuccess: true });
    const { tally, closedByName } = await inventoryCount(id);
    expect(closedByName).toBe("clerk");
    expect([await countedOf(id), tally.missing, tally.handled]).toEqual([1, 2, 1]);
    expect(await send(id, [aScan(lateId)])).toMatchObject({ reason: { kind: "inventory-count-closed" } });
    const missing = await listedIds(id, "missing");
    await fixture.call(clerk, `POST InventoryCount/Reopen/${id}`);
    await send(
      id,
      missing.map((copyId) => aScan(copyId)),
    );
    expect((await inventoryCount(id)).tally).toMatchObject({ counted: 3, missing: 1 });
    expect((await inventoryCount(id)).closedAt).toBeNull();
  });
});

describe("missing copies", () => {
  it("become inactive (lost) once, and active again after an undo", async () => {
    const title = await shelve("E1", 3);
    const [one = 0, two = 0, three = 0] = title.copyIds;
    const { id } = await start("E1");
    await scan(id, one);
    expect(await mark(id, [two])).toMatchObject({ reason: { kind: "inventory-count-open" } });
    await close(id);
    const both = await Promise.all([mark(id, title.copyIds), mark(id, title.copyIds)]);
    expect(both.map(({ total }) => total).toSorted((a, b) => a - b)).toEqual([0, 2]);
    const { data } = await fixture.call<ListedCopy[]>(helper, `GET InventoryCount/GetCopies/${id}`);
    expect(data.map(({ isMarked, inactiveReason }) => [isMarked, inactiveReason])).toEqual([
      [true, "lost"],
      [true, "lost"],
    ]);
    expect(await fixture.call(clerk, `POST InventoryCount/Reopen/${id}`)).toMatchObject({
      reason: { kind: "inventory-count-marked" },
    });
    await inactive(three, "damaged"); // someone found it
    expect(await mark(id, title.copyIds, "UndoMissing")).toMatchObject({ total: 1 });
    expect(await mark(id, title.copyIds, "UndoMissing")).toMatchObject({ total: 0 });
    expect(await stockDisagreements(db)).toEqual([]);
  });

  it("can't be marked once they're on loan", async () => {
    const title = await shelve("F1", 1);
    const { id } = await start("F1");
    await close(id);
    fixture.clock.move(60_000);
    await lend(title, 1);
    expect(await mark(id, title.copyIds)).toMatchObject({ total: 0 });
    expect(await stockDisagreements(db)).toEqual([]);
  });
});

describe("the last-seen time of a copy", () => {
  it("is that of its last check-out, check-in, or scan", async () => {
    const title = await shelve("H1", 1);
    const [copyId = 0] = title.copyIds;
    expect(await seenAt(copyId)).toBeNull();
    const { id } = await start("H1");
    const at = () => fixture.clock.now();
    await scan(id, copyId);
    expect(await seenAt(copyId)).toEqual(at());
    fixture.clock.move(60_000);
    await lend(title, 1);
    expect(await seenAt(copyId)).toEqual(at());
    fixture.clock.move(60_000);
    await desk.checkIn(copyId);
    expect(await seenAt(copyId)).toEqual(at());
    const { data } = await fixture.call<{ inventoryItems: { lastSeenAt: string }[] }>(
      clerk,
      `GET Inventory/Get/${title.itemId}`,
    );
    expect(data.inventoryItems).toMatchObject([{ lastSeenAt: at().toISOString() }]);
  });

  it("goes back to the previous one when a scan is undone", async () => {
    const title = await shelve("I1", 1);
    const [copyId = 0] = title.copyIds;
    const { id } = await start("I1");
    const first = aScan(copyId);
    await send(id, [first]);
    const before = await seenAt(copyId);
    fixture.clock.move(60_000);
    const second = aScan(copyId);
    await send(id, [second]);
    expect(await seenAt(copyId)).toEqual(fixture.clock.now());
    await send(id, [{ ...second, isUndone: true }, second]);
    await send(id, [second, first]);
    expect(await seenAt(copyId)).toEqual(before);
    await send(id, [{ ...first, isUndone: true }]);
    expect(await seenAt(copyId)).toBeNull();
  });
});

describe("scans still on a phone", () => {
  const phone = "ab".repeat(16);
  const sendAs = (id: number, scans: readonly object[], unsent: number, user = helper) =>
    fixture.call<Counted>(user, `POST InventoryCount/SendScans/${id}`, {
      scans,
      phone: { phone, unsent, since: unsent === 0 ? null : "2026-03-02T17:30:00.000Z" },
    });
  const report = (id: number, unsent: number, user = helper, own = phone) =>
    fixture.call(user, `POST InventoryCount/ReportUnsent/${id}`, { phone: own, unsent, since: null });
  const unsentOf = async (id: number) => (await inventoryCount(id)).unsent;
  const refusal = { isSuccess: false, reason: { kind: "scans-unsent", scans: 2 } };

  it("show up for everyone, and keep the inventory count open until they arrive", async () => {
    const title = await shelve("P1", 3);
    const { id } = await start("P1");
    const [one, two, three] = title.copyIds.map((copyId) => aScan(copyId));
    await sendAs(id, [one ?? {}], 2);
    expect(await unsentOf(id)).toEqual([
      { userName: "helper", scans: 2, since: "2026-03-02T17:30:00.000Z", saidAt: fixture.clock.now().toISOString() },
    ]);
    expect(await close(id)).toMatchObject(refusal);
    expect((await inventoryCount(id)).closedAt).toBeNull();
    for (const unsent of [1, 0]) await sendAs(id, [two ?? {}, three ?? {}], unsent);
    expect(await unsentOf(id)).toEqual([]);
    expect((await close(id)).isSuccess).toBe(true);
    expect(await countedOf(id)).toBe(3);
  });

  it("stop a clerk, but not a manager, from closing the count, and count after a reopening", async () => {
    const title = await shelve("P2", 2);
    const { id } = await start("P2");
    const [one, two] = title.copyIds.map((copyId) => aScan(copyId));
    const keeper = await fixture.newAdmin("keeper");
    await db.updateTable("staff").set({ role: "clerk" }).where("user_id", "=", keeper.userId).execute();
    await report(id, 2);
    expect(await close(id, keeper, "?withoutUnsent=true")).toMatchObject(refusal);
    expect(await close(id, clerk, "?withoutUnsent=false")).toMatchObject(refusal);
    expect((await close(id, clerk, "?withoutUnsent=true")).isSuccess).toBe(true);
    const { changes } = await db
      .selectFrom("activity_log")
      .select("changes")
      .where("call", "=", "POST InventoryCount/Close/{id}")
      .where("subject_id", "=", id)
      .executeTakeFirstOrThrow();
    expect(changes).toContainEqual({ field: "Scans left on phones", before: null, after: "2" });
    const late = await sendAs(id, [one ?? {}, two ?? {}], 0);
    expect(late).toMatchObject({ isSuccess: false, reason: { kind: "inventory-count-closed" } });
    expect(await unsentOf(id)).toHaveLength(1); // the refused scans are still on the phone
    await fixture.call(clerk, `POST InventoryCount/Reopen/${id}`);
    expect(await close(id)).toMatchObject(refusal);
    await sendAs(id, [one ?? {}, two ?? {}], 0);
    expect((await close(id)).isSuccess).toBe(true);
    expect(await countedOf(id)).toBe(2);
  });

  it("appear for each person and phone, and no longer keep the count open once discarded", async () => {
    await shelve("P3", 1);
    const { id } = await start("P3");
    await report(id, 1);
    await report(id, 3, clerk);
    await report(id, 5, helper, "cd".repeat(16));
    expect(
      (await unsentOf(id))
        .map(({ userName, scans }) => [userName, scans])
        .toSorted(([, a], [, b]) => Number(a) - Number(b)),
    ).toEqual([
      ["helper", 1],
      ["clerk", 3],
      ["helper", 5],
    ]);
    await report(id, 0);
    await report(id, 0, helper, "cd".repeat(16));
    expect(await close(id)).toMatchObject({ reason: { kind: "scans-unsent", scans: 3 } });
    await report(id, 0, clerk);
    expect((await close(id)).isSuccess).toBe(true);
  });
});

/** Adds a title at a shelf location, with all copies on loan. */
async function shelveAndLend(place: string, copies: number) {
  const title = await shelve(place, copies);
  await desk.ship(out, [[title, copies]]);
  return title;
}
const wait = (user: Person, { itemId }: Title) => fixture.call(user, `POST Waitlist/Join/${itemId}`);
/** Adds a title of two copies: the first is on hold for Ann, the second on the shelf. */
async function withOneOnHold(place: string) {
  const title = await shelveAndLend(place, 2);
  await wait(ann, title);
  for (const copyId of title.copyIds) await desk.checkIn(copyId);
  return title;
}
const startLater = async (shelfLocation: string) => {
  fixture.clock.move(60_000);
  return (await start(shelfLocation)).id;
};
const scanHeld = async (id: number, copyId = 0) => (await send(id, [aScan(copyId)])).data.scans[0];
const isHeld = async (copyId = 0) =>
  (await fixture.call<{ inventoryItemId: number }[]>(clerk, "GET Waitlist/GetHoldShelf?pageSize=100")).data.some(
    ({ inventoryItemId }) => inventoryItemId === copyId,
  );

describe("a copy on the hold shelf", () => {
  it("appears as on hold, and is neither missing nor marked missing", async () => {
    const title = await withOneOnHold("Y1");
    const [onHold, onShelf] = title.copyIds;
    const id = await startLater("Y1");
    expect(await inventoryCount(id)).toMatchObject({ expected: 1, knownHeld: 1, tally: { missing: 1, held: 0 } });
    expect(await listedIds(id, "missing")).toEqual([onShelf]);
    await close(id);
    expect((await inventoryCount(id)).tally).toMatchObject({ missing: 1, held: 0 });
    expect((await mark(id, title.copyIds)).total).toBe(1);
    expect(await isHeld(onHold)).toBe(true);
    expect(await stockDisagreements(db)).toEqual([]);
  });

  it("stays on hold until its order is packed", async () => {
    const title = await withOneOnHold("Y2");
    await fixture.order(ann, [[title, 1]]);
    expect(await isHeld(title.copyIds[0])).toBe(true);
    expect(await inventoryCount(await startLater("Y2"))).toMatchObject({ expected: 1, knownHeld: 1 });
  });

  it("has its own list and CSV, with its borrower, when scanned at its shelf", async () => {
    const title = await withOneOnHold("Y3");
    const id = await startLater("Y3");
    const result = await scanHeld(id, title.copyIds[0]);
    const heldFor = { borrowerName: "ann Reader", schoolName: expect.any(String) };
    expect(result).toMatchObject({ outcome: "held", copy: { heldFor } });
    expect((await inventoryCount(id)).tally).toMatchObject({ counted: 0, missing: 1, held: 1, unexpected: 0 });
    expect(await listedCopies(id, "held")).toMatchObject([{ inventoryItemId: title.copyIds[0], heldFor }]);
    const { bare } = await fixture.call(clerk, `GET InventoryCount/csv/${id}?list=held`);
    const [header, row] = String(bare).trim().split("\r\n");
    expect(header).toContain('"On hold for"');
    expect(row).toContain('"ann Reader, ');
  });

  it("counts when scanned, if its hold began after the start", async () => {
    const title = await shelveAndLend("Y4", 1);
    await desk.checkIn(title.copyIds[0]);
    const id = await startLater("Y4");
    await holdAll(title);
    expect((await scanHeld(id, title.copyIds[0]))?.outcome).toBe("held");
    expect((await inventoryCount(id)).tally).toMatchObject({ counted: 1, missing: 0, held: 1 });
  });
});

/** Puts the copies on the shelf on hold for Ann without anyone handling them. */
async function holdAll(title: Title) {
  const orderId = await fixture.order(out, [[title, title.copyIds.length]]);
  await wait(ann, title);
  await fixture.call(clerk, `POST Order/Cancel/${orderId}`, { reason: "Not needed" });
  expect(await isHeld(title.copyIds[0])).toBe(true);
}

describe("a copy put on hold after the start", () => {
  it("isn't missing at the close, and is missing again once the hold ends and the count is reopened", async () => {
    const title = await shelveAndLend("Z1", 1);
    await desk.checkIn(title.copyIds[0]);
    const id = await startLater("Z1");
    await holdAll(title);
    await close(id);
    expect((await inventoryCount(id)).tally).toMatchObject({ missing: 0, handled: 1 });
    await fixture.call(clerk, `POST InventoryCount/Reopen/${id}`);
    await fixture.call(ann, `POST Waitlist/Leave/${await entryOf(title)}`);
    await close(id);
    expect((await inventoryCount(id)).tally).toMatchObject({ missing: 1, handled: 0 });
  });

  it("can't be marked missing, and the list shows the hold", async () => {
    const title = await shelveAndLend("Z2", 1);
    await desk.checkIn(title.copyIds[0]);
    const id = await startLater("Z2");
    await close(id);
    await holdAll(title);
    expect(await listedCopies(id, "missing")).toMatchObject([{ heldFor: { borrowerName: "ann Reader" } }]);
    expect((await mark(id, title.copyIds)).total).toBe(0);
    expect(await isHeld(title.copyIds[0])).toBe(true);
  });
});

async function entryOf({ itemId }: Title) {
  const entries = db.selectFrom("waitlist_entries").select("entry_id").where("item_id", "=", itemId);
  return (await entries.where("left_at", "is", null).executeTakeFirstOrThrow()).entry_id;
}
