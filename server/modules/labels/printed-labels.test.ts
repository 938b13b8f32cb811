import { describe, expect, it } from "vitest";
import { getLabelCopies, markPrinted } from "#contract/labels.ts";
import { getInventory, updateInventory } from "#contract/catalogue.ts";
import { testApp } from "#server/test/app.ts";
import { anAdmin, anItem } from "#server/test/factories.ts";

const house = await testApp();
const admin = await anAdmin(house);
const copiesOf = async (inventoryId = 0) =>
  (await house.call(getLabelCopies, { query: { inventoryId } }, admin.token)).body;
const print = async (copyIds: number[], skuNumber: string) => {
  const inventoryItems = copyIds.map((inventoryItemId) => ({ inventoryItemId, skuNumber }));
  return (await house.call(markPrinted, { body: { inventoryItems } }, admin.token)).body;
};
const lastEntry = () =>
  house.db.selectFrom("audit_entries").selectAll().orderBy("entry_id", "desc").executeTakeFirstOrThrow();

describe("a printed label", () => {
  it("takes its copy off the list of those without, and the entry says which", async () => {
    const { itemId, title, copyIds } = await anItem(house, 3, { referenceNumber: "L1" });
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

  it("of copies of several titles is one entry with their number", async () => {
    const [one, two] = [await anItem(house, 1, { referenceNumber: "L2" }), await anItem(house, 2)];
    await house.db.updateTable("copies").set({ sku_number: "L2" }).where("item_id", "=", two.itemId).execute();
    await print([...one.copyIds, ...two.copyIds, ...two.copyIds], "L2");
    expect(await lastEntry()).toMatchObject({
      subject_id: null,
      subject_label: "2 titles",
      changes: [{ field: "Labels printed", before: null, after: "3" }],
    });
  });

  it("is none any more once the SKU on it is no longer the copy's", async () => {
    const { itemId, copyIds } = await anItem(house, 2, { referenceNumber: "L3" });
    await print(copyIds, "L3");
    const { data: form } = (await house.call(getInventory, { params: { id: itemId } }, admin.token)).body;
    const { inventoryItems: _, ...fields } = form;
    const save = async (referenceNumber: string) => {
      const request = { params: { id: itemId }, body: { ...fields, version: null, referenceNumber } };
      return (await house.call(updateInventory, request, admin.token)).body;
    };
    expect(await save(form.referenceNumber)).toMatchObject({ isSuccess: true });
    expect((await copiesOf(itemId)).data.every(({ labelPrintedAt }) => labelPrintedAt !== null)).toBe(true);
    expect(await save("NEWSKU")).toMatchObject({ isSuccess: true });
    expect((await copiesOf(itemId)).data).toMatchObject([
      { skuNumber: "NEWSKU", labelPrintedAt: null },
      { skuNumber: "NEWSKU", labelPrintedAt: null },
    ]);
  });

  it("does not count when its copy was renamed while it was printed", async () => {
    const { itemId, copyIds } = await anItem(house, 3, { referenceNumber: "L4" });
    await house.db
      .updateTable("copies")
      .set({ sku_number: "L4B" })
      .where("copy_id", "=", copyIds[1] ?? 0)
      .execute();
    expect(await print(copyIds, "L4")).toMatchObject({ isSuccess: true, total: 2, outOfDate: 1 });
    const isMarked = (await copiesOf(itemId)).data.map(({ labelPrintedAt }) => labelPrintedAt !== null);
    expect(isMarked).toEqual([true, false, true]);
    expect((await lastEntry()).changes).toMatchObject([{ after: "#L4 copy 1, #L4 copy 3" }]);
    expect(await print([copyIds[1] ?? 0], "L4")).toMatchObject({
      isSuccess: false,
      message: "One label is out of date because the copy's SKU changed. Print it again.",
    });
  });

  it("is not asked for of a copy that is out of use", async () => {
    const { copyIds } = await anItem(house, 1);
    const isListed = async () => (await copiesOf()).data.some(({ inventoryItemId }) => inventoryItemId === copyIds[0]);
    expect(await isListed()).toBe(true);
    await house.db.updateTable("copies").set({ is_inactive: true }).where("copy_id", "in", copyIds).execute();
    expect(await isListed()).toBe(false);
  });
});
