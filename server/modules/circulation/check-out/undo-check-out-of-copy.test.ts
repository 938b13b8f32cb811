import { beforeAll, describe, expect, it } from "vitest";
import type { Found } from "#contract/desk/search.ts";
import { writeLabel } from "#contract/labels.ts";
import { found } from "#server/refusals/http-error.ts";
import { circulationFixture, type Title } from "#server/test/circulation-fixture.ts";

const fixture = await circulationFixture();
const clerk = await fixture.newAdmin("clerk");
const ann = await fixture.newBorrower("ann");
let kit: Title = { itemId: 0, copyIds: [] };

beforeAll(async () => {
  kit = await fixture.newTitle("Anatomy kit", 3);
});

const scanned = async () => {
  const text = writeLabel({ inventoryItemId: kit.copyIds[0] ?? 0, skuNumber: "B1" });
  const { data } = await fixture.call<Found>(clerk, `GET Desk/Resolve?${String(new URLSearchParams({ text }))}`);
  return found(data.copies[0]);
};

/** An order of one kit, with the copy that the desk found for it. */
async function packed() {
  const orderId = await fixture.order(ann, [[kit, 1]]);
  const { inventoryItemId, neededBy } = await scanned();
  expect(neededBy).toMatchObject({ orderId });
  const path = `POST Order/AssignSKUToOrderItem/${neededBy?.orderItemId}/InventoryItem/${inventoryItemId}` as const;
  const { data } = await fixture.call(clerk, path, { orderId });
  const assigned = found(data.orderItems[0]?.orderInventoryItems[0]);
  return {
    orderId,
    undo: () => fixture.call(clerk, `POST Desk/UndoCheckOut/${assigned.orderInventoryItemId}`),
    status: (statusId: number) => fixture.call(clerk, "POST Order/UpdateOrder/", { orderId, statusId }),
  };
}

describe("the check-out of a scanned copy", () => {
  it("is undone in a new order, twice in a row, and the order waits again", async () => {
    const { orderId, undo, status } = await packed();
    expect((await scanned()).order).toMatchObject({ orderId });
    expect([(await undo()).status, (await undo()).status]).toEqual([200, 200]);
    expect(await scanned()).toMatchObject({ order: null, neededBy: { orderId } });
    await status(4);
  });

  it("is undone while the order is processed, not once it has shipped", async () => {
    const processing = await packed();
    await processing.status(2);
    expect(await processing.undo()).toMatchObject({ status: 200, isSuccess: true });
    await processing.status(4);
    const shipped = await packed();
    await shipped.status(3);
    expect(await shipped.undo()).toMatchObject({ status: 200, isSuccess: false, reason: { kind: "not-changeable" } });
    expect((await scanned()).order).toMatchObject({ orderId: shipped.orderId, statusId: 3 });
    await shipped.status(4);
  });

  it("is not found when it never was", async () => {
    expect(await fixture.call(clerk, "POST Desk/UndoCheckOut/999999")).toMatchObject({ status: 404 });
  });
});
