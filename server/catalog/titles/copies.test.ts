import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import type { Copy, ItemWithCopies } from "#contract/catalog/catalog.ts";
import { circulationFixture, type Title } from "#server/test/circulation-fixture.ts";
import type { Transaction } from "#server/platform/database.ts";

const fixture = await circulationFixture();
const { db } = fixture;
const ann = await fixture.newBorrower("ann");
const admin = await fixture.newAdmin("clerk");
const other = await fixture.newAdmin("colleague");

let turn = 0;
const newSku = () => `C${(turn += 1)}`;
const show = async (id: number) => (await fixture.call<ItemWithCopies>(admin, `GET Inventory/Get/${id}`)).data;
const update = (id: number, body: object, who = admin) =>
  fixture.call<ItemWithCopies>(who, `POST Inventory/UpdateInventory/${id}`, body);
const addCopies = (body: object, who = admin) => fixture.call<Copy>(who, "POST Inventory/AddReferenceNumber", body);
const newForm = (changes: object = {}) => ({
  title: "Sleep",
  referenceNumber: newSku(),
  description: "A kit.",
  categoryId: 1,
  subjectId: 5,
  gradeId: 63,
  tags: "",
  ...changes,
});
const formOf = async ({ itemId }: Title) => show(itemId);
const setCopies = async (title: Title, changes: object[], who = admin) =>
  update(title.itemId, { ...(await formOf(title)), inventoryItems: changes }, who);
const inactive = (copyId: number | undefined, reason?: string | null) => ({
  inventoryItemId: copyId,
  isInactive: true,
  ...(reason !== undefined && { inactiveReason: reason }),
});
const active = (copyId: number | undefined) => ({ inventoryItemId: copyId, isInactive: false });
const stockOf = async ({ itemId }: Title) =>
  db
    .selectFrom("items")
    .select(["active_copies", "in_stock", "requested", "checked_out", "shortfall"])
    .where("item_id", "=", itemId)
    .executeTakeFirstOrThrow();
const lastChanges = async () =>
  (await db.selectFrom("activity_log").select("changes").orderBy("entry_id", "desc").executeTakeFirst())?.changes;

/** Runs calls at the same time, all waiting for this locked copy before any continues. */
async function runTogether<T>(
  copyId: number | undefined,
  calls: readonly (() => Promise<T>)[],
  whileWaiting = async (_tx: Transaction): Promise<void> => {},
): Promise<T[]> {
  const { begun } = await db.transaction().execute(async (tx) => {
    await tx
      .selectFrom("copies")
      .select("copy_id")
      .where("copy_id", "=", copyId ?? 0)
      .forUpdate()
      .execute();
    const answers = calls.map((call) => call());
    const waiting = sql<{ count: number }>`
      select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    const end = Date.now() + 10_000;
    const areWaiting = async () => Number((await waiting.execute(db)).rows[0]?.count) >= calls.length;
    while (Date.now() < end && !(await areWaiting()));
    await whileWaiting(tx);
    return { begun: answers };
  });
  return Promise.all(begun);
}

/** Puts a locked copy on the only line of an order, without updating the counts. */
async function lend(tx: Transaction, orderId: number, copyId: number | undefined): Promise<void> {
  const line = await tx.selectFrom("order_lines").selectAll().where("order_id", "=", orderId).executeTakeFirstOrThrow();
  const { order_line_id, item_id, quantity } = line;
  const assignment = {
    order_line_id,
    order_id: orderId,
    item_id,
    line_quantity: quantity,
    copy_id: copyId ?? 0,
    slot: 1,
  };
  await tx.insertInto("assignments").values(assignment).execute();
}

async function checkOut(title: Title, copyId: number | undefined) {
  const orderId = await fixture.order(ann, [[title, 1]]);
  const { data } = await fixture.call(admin, `GET Order/Get/${orderId}`);
  const lineId = data.orderItems[0]?.orderItemId;
  const answer = await fixture.call(admin, `POST Order/AssignSKUToOrderItem/${lineId}/InventoryItem/${copyId}`);
  expect(answer.isSuccess).toBe(true);
  return orderId;
}

const [book, video] = [1, 2];

const nextSku = async (categoryId = 0) =>
  (await fixture.call<string>(admin, `GET Inventory/GetNextSku?categoryId=${categoryId}`)).data;
const addTitle = (referenceNumber: string, categoryId = book) =>
  fixture.call<unknown>(admin, "POST Inventory/SaveInventory", newForm({ referenceNumber, categoryId }));

it("the next SKU continues the newest ones of its category", async () => {
  for (const sku of ["BX0100", "BX0041", "VX17"]) await addTitle(sku, sku.startsWith("V") ? video : book);
  expect(await nextSku()).toBe("BX0042");
  expect(await nextSku(video)).toBe("VX18");
  // without any audio, it continues the numbers of all titles
  expect(await nextSku(3)).toBe("BX0042");
});

it("the next SKU skips taken numbers, ignoring case, and fills a gap when the numbers run out", async () => {
  await addTitle("bx0042");
  expect(await nextSku()).toBe("bx0043");
  await addTitle("BX9999");
  expect(await nextSku()).toBe("BX0043");
});

describe("adding a SKU number", () => {
  it("saves a new title with its first copy, and returns both", async () => {
    const form = newForm();
    const answer = await addCopies(form);
    expect(answer).toMatchObject({
      status: 200,
      isSuccess: true,
      message: "SKU Number Added. ",
      data: {
        inventoryId: answer.id,
        skuNumber: form.referenceNumber,
        copyNumber: 1,
        isAvailable: true,
        isInactive: false,
        isAvailableString: "Available",
        orderId: null,
      },
    });
    expect(await show(answer.id)).toMatchObject({ ...form, inStock: 1, version: 1, inventoryItems: [answer.data] });
  });

  it("saves the fields of an existing title, too, and numbers copies after the highest", async () => {
    const title = await fixture.newTitle("Counted", 2);
    const form = await formOf(title);
    const answer = await addCopies({ ...form, title: "Counted on", copies: 3, skuNumber: "OTHER" });
    expect(answer).toMatchObject({ id: title.itemId, data: { copyNumber: 3, skuNumber: "OTHER" } });
    const now = await show(title.itemId);
    expect(now).toMatchObject({ title: "Counted on", version: 2, inStock: 5 });
    expect(now.inventoryItems.map(({ copyNumber, skuNumber }) => [copyNumber, skuNumber])).toEqual([
      [1, form.referenceNumber],
      [2, form.referenceNumber],
      [3, "OTHER"],
      [4, "OTHER"],
      [5, "OTHER"],
    ]);
    expect(await lastChanges()).toEqual([
      { field: "Title", before: "Counted", after: "Counted on" },
      { field: "#OTHER copy 3", before: null, after: "Active" },
      { field: "#OTHER copy 4", before: null, after: "Active" },
      { field: "#OTHER copy 5", before: null, after: "Active" },
    ]);
  });
});

describe("a copy", () => {
  it("can be deactivated with a reason and reactivated, which updates the stock", async () => {
    const title = await fixture.newTitle("Worn", 3);
    const [, second] = title.copyIds;
    const { referenceNumber: sku } = await formOf(title);
    expect(await setCopies(title, [inactive(second, "repair")])).toMatchObject({
      isSuccess: true,
      message: "Item Updated.",
      data: { inStock: 2 },
    });
    expect((await show(title.itemId)).inventoryItems[1]).toMatchObject({
      isInactive: true,
      inactiveReason: "repair",
      isAvailable: false,
      isAvailableString: "Inactive",
    });
    expect(await lastChanges()).toEqual([{ field: `#${sku} copy 2`, before: "Active", after: "Inactive (repair)" }]);
    await setCopies(title, [inactive(second, "lost")]);
    expect(await lastChanges()).toEqual([
      { field: `#${sku} copy 2`, before: "Inactive (repair)", after: "Inactive (lost)" },
    ]);
    expect(await setCopies(title, [active(second)])).toMatchObject({ data: { inStock: 3 } });
    expect((await show(title.itemId)).inventoryItems[1]).toMatchObject({ isInactive: false, inactiveReason: null });
    expect(await setCopies(title, [inactive(second)])).toMatchObject({ isSuccess: true });
    expect((await show(title.itemId)).inventoryItems[1]).toMatchObject({ isInactive: true, inactiveReason: null });
  });

  it("can have its own shelf location, even while it is out", async () => {
    const title = await fixture.newTitle("Elsewhere", 2);
    const [first, second] = title.copyIds;
    await checkOut(title, second);
    const { referenceNumber: sku } = await formOf(title);
    const put = (shelfLocation: string) =>
      setCopies(title, [{ ...active(second), shelfLocation: ` ${shelfLocation} ` }]);
    expect(await put("Annex 2")).toMatchObject({
      isSuccess: true,
      data: {
        inventoryItems: [
          { inventoryItemId: first, shelfLocation: "" },
          { inventoryItemId: second, shelfLocation: "Annex 2", isAvailableString: "Checked Out" },
        ],
      },
    });
    expect(await lastChanges()).toEqual([
      { field: `#${sku} copy 2`, before: "Active", after: "Active, shelf Annex 2" },
    ]);
    await setCopies(title, [active(second)]);
    expect((await show(title.itemId)).inventoryItems[1]?.shelfLocation).toBe("Annex 2");
    await put("");
    expect((await show(title.itemId)).inventoryItems[1]?.shelfLocation).toBe("");
  });

  it("can't be deactivated while it is checked out, and nothing of that save is stored", async () => {
    const title = await fixture.newTitle("Away", 2);
    const [first, second] = title.copyIds;
    const orderId = await checkOut(title, second);
    const form = await formOf(title);
    const message = `#${form.referenceNumber} copy 2 is checked out. Check it in before you set it inactive.`;
    const reason = { kind: "copies-checked-out", copies: [`#${form.referenceNumber} copy 2`] };
    const body = { ...form, title: "Half", inventoryItems: [inactive(first), inactive(second, "lost")] };
    expect(await update(title.itemId, body)).toEqual({
      status: 200,
      isSuccess: false,
      message,
      reason,
      data: { errors: [{ field: "inventoryItems", message, reason }] },
    });
    expect(await show(title.itemId)).toEqual(form);
    expect(form.inventoryItems[1]).toMatchObject({ orderId, isAvailableString: "Checked Out" });
    await fixture.call(admin, "POST Order/UpdateOrder/", { orderId, statusId: 4 });
    expect(await update(title.itemId, body)).toMatchObject({ isSuccess: true, data: { title: "Half", inStock: 0 } });
  });

  it("makes a save wait during its checkout, and then the save is refused", async () => {
    const title = await fixture.newTitle("Checked out", 1);
    const [copyId] = title.copyIds;
    const form = await formOf(title);
    const tries = [
      { ...form, inventoryItems: [inactive(copyId, "lost")] },
      { ...form, inventoryItems: undefined, referenceNumber: newSku() },
    ];
    for (const body of tries) {
      const orderId = await fixture.order(ann, [[title, 1]]);
      const [answer] = await runTogether(copyId, [() => update(title.itemId, body)], (tx) => lend(tx, orderId, copyId));
      expect(answer).toMatchObject({ status: 200, isSuccess: false });
      expect(answer?.message).toMatch(/^#\w+ copy 1 is checked out\.|^The SKU Number can be changed only/);
      expect((await show(title.itemId)).inventoryItems).toMatchObject([
        { isInactive: false, orderId, skuNumber: form.referenceNumber },
      ]);
      await fixture.call(admin, "POST Order/UpdateOrder/", { orderId, statusId: 4 });
    }
  });

  it("can be deactivated while reserved, which causes a shortfall, never negative stock", async () => {
    const title = await fixture.newTitle("Reserved", 2);
    await fixture.order(ann, [[title, 2]]);
    expect(await setCopies(title, [inactive(title.copyIds[0], "lost")])).toMatchObject({ isSuccess: true });
    expect(await stockOf(title)).toEqual({ active_copies: 1, in_stock: 0, requested: 2, checked_out: 0, shortfall: 1 });
    expect(await addCopies(await formOf(title))).toMatchObject({ isSuccess: true });
    expect(await stockOf(title)).toEqual({ active_copies: 2, in_stock: 0, requested: 2, checked_out: 0, shortfall: 0 });
  });

  it("isn't changed back by a stale save, with or without a version", async () => {
    const title = await fixture.newTitle("Both", 1);
    const [copyId] = title.copyIds;
    const { version, ...read } = await formOf(title);
    const message = expect.stringMatching(/^This item was changed by (clerk|colleague)\. Reload to see it\.$/);
    const answers = await runTogether(copyId, [
      () => update(title.itemId, { ...read, inventoryItems: [inactive(copyId, "lost")] }),
      () => update(title.itemId, { ...read, inventoryItems: [inactive(copyId, "damaged")] }, other),
    ]);
    expect(answers.filter(({ isSuccess }) => isSuccess)).toHaveLength(1);
    expect(answers.find(({ isSuccess }) => !isSuccess)).toMatchObject({ status: 200, message });
    expect(await update(title.itemId, { ...read, version })).toMatchObject({ isSuccess: false, message });
    expect(await show(title.itemId)).toMatchObject({ version: 2 });
  });
});

describe("the SKU of a title", () => {
  it("can be changed while every copy is available, and renames the copies that had it", async () => {
    const title = await fixture.newTitle("Renamed", 2);
    await addCopies({ ...(await formOf(title)), skuNumber: "OWN" });
    const form = await formOf(title);
    const sku = newSku();
    const answer = await update(title.itemId, { ...form, referenceNumber: sku });
    expect(answer).toMatchObject({ isSuccess: true, data: { referenceNumber: sku } });
    expect(answer.data.inventoryItems.map(({ skuNumber }) => skuNumber)).toEqual([sku, sku, "OWN"]);
    expect(await lastChanges()).toEqual([{ field: "SKU Number", before: form.referenceNumber, after: sku }]);
  });

  it("is locked while a copy is checked out or inactive, unlike other fields", async () => {
    const locked = "The SKU Number can be changed only while every copy is available.";
    const reason = { kind: "sku-locked" };
    const [away, broken] = [await fixture.newTitle("Out", 2), await fixture.newTitle("Broken", 2)];
    await checkOut(away, away.copyIds[0]);
    await setCopies(broken, [inactive(broken.copyIds[0])]);
    for (const title of [away, broken]) {
      const form = await formOf(title);
      const body = { ...form, inventoryItems: undefined, referenceNumber: newSku(), title: "Not kept" };
      expect(await update(title.itemId, body)).toEqual({
        status: 200,
        isSuccess: false,
        message: locked,
        reason,
        data: { errors: [{ field: "referenceNumber", message: locked, reason }] },
      });
      expect(await show(title.itemId)).toEqual(form);
      expect(await update(title.itemId, { ...body, referenceNumber: form.referenceNumber })).toMatchObject({
        isSuccess: true,
      });
    }
  });
});

it("pressing “Add copies” twice adds copies once", async () => {
  const title = await fixture.newTitle("Pressed twice", 1);
  const form = await formOf(title);
  const press = () => addCopies({ ...form, copies: 3 });
  const answers = await Promise.all([press(), press()]);
  answers.push(await press());
  expect(answers.filter(({ isSuccess }) => isSuccess)).toHaveLength(1);
  expect(answers.filter((answer) => !answer.isSuccess)).toMatchObject([
    { status: 200, reason: { kind: "stale" } },
    { status: 200, reason: { kind: "stale" } },
  ]);
  expect((await formOf(title)).inventoryItems).toHaveLength(4);
  const entries = await db
    .selectFrom("activity_log")
    .select("call")
    .where("subject_id", "=", title.itemId)
    .where("kind", "=", "item")
    .execute();
  expect(entries).toEqual([{ call: "POST Inventory/AddReferenceNumber" }]);
});
