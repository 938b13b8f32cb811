import { describe, expect, it } from "vitest";
import { circulationFixture } from "#server/test/circulation-fixture.ts";

const fixture = await circulationFixture();
const ann = await fixture.newBorrower("ann");
const clerk = await fixture.newAdmin("clerk");
const desk = fixture.desk(clerk);

/** Places an order of three copies of a title, and reads its entries in the activity log, oldest first. */
async function tracedOrder(name: string) {
  const title = await fixture.newTitle(name, 3);
  const orderId = await fixture.order(ann, [[title, 3]]);
  const lineId = (await desk.orderOf(orderId)).orderItems[0]?.orderItemId;
  const entries = () =>
    fixture.db
      .selectFrom("activity_log")
      .selectAll()
      .where("kind", "=", "order")
      .where("subject_id", "=", orderId)
      .orderBy("entry_id")
      .execute();
  const sku = (
    await fixture.db
      .selectFrom("items")
      .select("reference_number")
      .where("item_id", "=", title.itemId)
      .executeTakeFirstOrThrow()
  ).reference_number;
  return { title, orderId, lineId, entries, sku };
}

describe("a change of an order", () => {
  it("logs the form's changed fields in words", async () => {
    const { orderId, entries } = await tracedOrder("Formed");
    const form = {
      orderId,
      statusId: 3,
      trackingNumber: "1Z",
      shipDate: "2026-03-10",
      returnDate: null,
      orderNote: "call",
    };
    await fixture.call(clerk, "POST Order/UpdateOrder/", form);
    const [entry, ...more] = await entries();
    expect(more).toEqual([]);
    expect(entry).toMatchObject({
      user_id: clerk.userId,
      at: fixture.clock.at,
      call: "POST Order/UpdateOrder/",
      subject_label: `Order ${orderId}`,
      changes: [
        { field: "Status", before: "New", after: "Shipped" },
        { field: "Tracking number", before: null, after: "1Z" },
        { field: "Ship date", before: null, after: "2026-03-10" },
        { field: "Return date", before: null, after: "2026-04-09" },
        { field: "Note", before: null, after: "call" },
      ],
    });
  });

  it("logs each added and removed copy", async () => {
    const { title, orderId, lineId, entries, sku } = await tracedOrder("Copied");
    const [one, two, three] = [1, 2, 3].map((copy) => `#${sku} copy ${copy}`);
    const field = 'Copies of "Copied"';
    await desk.packCopy(orderId, title.copyIds[1]);
    await desk.pack(orderId, 5);
    await desk.save(orderId, 2);
    const loans = (await desk.orderOf(orderId)).orderItems[0]?.orderInventoryItems;
    const first = loans?.find(({ inventoryItem }) => inventoryItem.copyNumber === 1)?.orderInventoryItemId;
    await fixture.call(clerk, `POST Order/RemoveSKUFromOrderItem/${lineId}/OrderInventoryItem/${first}`);
    await fixture.call(clerk, `POST Order/RemoveAllSKUsFromOrderItem/${lineId}`);
    expect((await entries()).map(({ call, changes }) => ({ call, changes }))).toEqual([
      {
        call: "POST Order/AssignSKUToOrderItem/{orderItemId}/InventoryItem/{inventoryItemId}",
        changes: [{ field, before: null, after: two }],
      },
      {
        call: "POST Order/AssignMultipleSKUSToOrderItem/{orderItemId}/inventoryId/{inventoryId}/quantity/{n}",
        changes: [{ field, before: two, after: `${one}, ${two}, ${three}` }],
      },
      { call: "POST Order/UpdateOrder/", changes: [{ field: "Status", before: "New", after: "Processing" }] },
      {
        call: "POST Order/RemoveSKUFromOrderItem/{orderItemId}/OrderInventoryItem/{id}",
        changes: [{ field, before: `${one}, ${two}, ${three}`, after: `${two}, ${three}` }],
      },
      {
        call: "POST Order/RemoveAllSKUsFromOrderItem/{orderItemId}",
        changes: [{ field, before: `${two}, ${three}`, after: null }],
      },
    ]);
  });

  it("logs nothing if nothing changed or it was refused", async () => {
    const { orderId, lineId, entries } = await tracedOrder("Quiet");
    await fixture.call(clerk, `POST Order/RemoveAllSKUsFromOrderItem/${lineId}`);
    await fixture.call(clerk, "POST Order/UpdateOrder/", { orderId, statusId: 2, version: 99 });
    await fixture.call(clerk, `POST Order/RemoveSKUFromOrderItem/${lineId}/OrderInventoryItem/999999`);
    expect(await entries()).toEqual([]);
  });
});
