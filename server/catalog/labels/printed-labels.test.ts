import { describe, expect, it } from "vitest";
import { getLabelCopies, markPrinted } from "#contract/catalog/labels.ts";
import { getInventory, updateInventory } from "#contract/catalog/catalog.ts";
import { testApp } from "#server/test/app.ts";
import { anAdmin, anItem } from "#server/test/factories.ts";

const fixture = await testApp();
const admin = await anAdmin(fixture);
const copiesOf = async (inventoryId = 0) =>
  (await fixture.call(getLabelCopies, { query: { inventoryId } }, admin.token)).body;
const print = async (copyIds: number[], skuNumber: string) => {
  const inventoryItems = copyIds.map((inventoryItemId) => ({ inventoryItemId, skuNumber }));
  return (await fixture.call(markPrinted, { body: { inventoryItems } }, admin.token)).body;
};
const setCopies = (copyIds: readonly number[], values: object) =>
  fixture.db.updateTable("copies").set(values).where("copy_id", "in", copyIds).execute();
const lastEntry = () =>
  fixture.db.selectFrom("activity_log").selectAll().orderBy("entry_id", "desc").executeTakeFirstOrThrow();

describe("a printed label", () => {
  it("removes its copy from the list of copies without a label, and is in the activity log", async () => {
    const { itemId, title, copyIds } = await anItem(fixture, 3, { referenceNumber: "L1" });
    expect((await copiesOf()).data.map(({ inventoryItemId }) => inventoryItemId)).toEqual(copyIds);
    expect(await print(copyIds.slice(1), "L1")).toMatchObject({ isSuccess: true, total: 2, outOfDate: 0 });
    expect(await copiesOf()).toMatchObject({ total: 1, data: [{ inventoryItemId: copyIds[0], labelPrintedAt: null }] });
    expect(await copiesOf(itemId)).toMatchObject({
      total: 3,
      data: [{ labelPrintedAt: null }, { labelPrintedAt: expect.any(String) }, { labelPrintedAt: expect.any(String) }],
    });
    expect(await lastEntry()).toMatchObject({
      kind: "item",
      subject_id: itemId,
      subject_label: title,
      changes: [{ field: "Labels printed", before: null, after: "#L1 copy 2, #L1 copy 3" }],
    });
  });

  it("shares one activity log entry with labels of other titles", async () => {
    const [first, second] = [await anItem(fixture, 1, { referenceNumber: "L2" }), await anItem(fixture, 2)];
    await setCopies(second.copyIds, { sku_number: "L2" });
    await print([...first.copyIds, ...second.copyIds, ...second.copyIds], "L2");
    expect(await lastEntry()).toMatchObject({
      subject_id: null,
      subject_label: "2 titles",
      changes: [{ field: "Labels printed", before: null, after: "3" }],
    });
  });

  it("becomes outdated once the copy's SKU changes", async () => {
    const { itemId, copyIds } = await anItem(fixture, 2, { referenceNumber: "L3" });
    await print(copyIds, "L3");
    const { data: form } = (await fixture.call(getInventory, { params: { id: itemId } }, admin.token)).body;
    const { inventoryItems: _, ...fields } = form;
    const save = async (referenceNumber: string) => {
      const request = { params: { id: itemId }, body: { ...fields, version: null, referenceNumber } };
      return (await fixture.call(updateInventory, request, admin.token)).body;
    };
    expect(await save(form.referenceNumber)).toMatchObject({ isSuccess: true });
    expect((await copiesOf(itemId)).data.every(({ labelPrintedAt }) => labelPrintedAt !== null)).toBe(true);
    expect(await save("NEWSKU")).toMatchObject({ isSuccess: true });
    expect((await copiesOf(itemId)).data).toMatchObject([
      { skuNumber: "NEWSKU", labelPrintedAt: null },
      { skuNumber: "NEWSKU", labelPrintedAt: null },
    ]);
  });

  it("doesn't count if its copy was renamed during printing", async () => {
    const { itemId, copyIds } = await anItem(fixture, 3, { referenceNumber: "L4" });
    await setCopies(copyIds.slice(1, 2), { sku_number: "L4B" });
    expect(await print(copyIds, "L4")).toMatchObject({ isSuccess: true, total: 2, outOfDate: 1 });
    const isMarked = (await copiesOf(itemId)).data.map(({ labelPrintedAt }) => labelPrintedAt !== null);
    expect(isMarked).toEqual([true, false, true]);
    expect((await lastEntry()).changes).toMatchObject([{ after: "#L4 copy 1, #L4 copy 3" }]);
    expect(await print([copyIds[1] ?? 0], "L4")).toMatchObject({
      isSuccess: false,
      message: "One label is out of date because the copy’s SKU changed. Print it again.",
    });
  });

  it("isn't needed for an inactive copy", async () => {
    const { copyIds } = await anItem(fixture, 1);
    const isListed = async () => (await copiesOf()).data.some(({ inventoryItemId }) => inventoryItemId === copyIds[0]);
    expect(await isListed()).toBe(true);
    await setCopies(copyIds, { is_inactive: true });
    expect(await isListed()).toBe(false);
  });
});

describe("the copies to label", () => {
  it("are found by words of the title, a SKU, or a shelf, including labeled copies if requested", async () => {
    const kit = await anItem(fixture, 2, {
      title: "Quokka habitats",
      referenceNumber: "QUO1",
      shelfLocation: "Q7 top",
    });
    await print(kit.copyIds.slice(0, 1), "QUO1");
    const searchCopies = async (searchString: string, includeLabeled = false) => {
      const { data, total } = (
        await fixture.call(getLabelCopies, { query: { searchString, includeLabeled } }, admin.token)
      ).body;
      expect(total).toBe(data.length);
      return data.map(({ inventoryItemId }) => inventoryItemId);
    };
    for (const words of ["quokka", "habitats quokka", "#QUO1", "quo1", "q7"])
      expect(await searchCopies(words), words).toEqual(kit.copyIds.slice(1));
    expect(await searchCopies("quokka", true)).toEqual(kit.copyIds);
    await setCopies(kit.copyIds.slice(1, 2), { sku_number: "OWN9" });
    for (const text of ["own9", "#OWN9 copy 2"]) expect(await searchCopies(text), text).toEqual(kit.copyIds.slice(1));
    expect(await searchCopies("own9 copy 1")).toEqual([]);
    await setCopies(kit.copyIds.slice(1, 2), { own_shelf_location: "Quay 1" });
    expect(await searchCopies("quay")).toEqual(kit.copyIds.slice(1));
    expect(await searchCopies("quokkas of the sea")).toEqual([]);
    expect(await searchCopies("7 top")).toEqual([]);
    expect(await searchCopies("% _")).toEqual([]);
  });
});
