import { describe, expect, it } from "vitest";
import type { Swap, Swappable } from "#contract/desk/returns.ts";
import { circulationFixture, type Title } from "#server/test/circulation-fixture.ts";
import { stockDisagreements } from "#server/catalog/copies/stock.queries.ts";

const fixture = await circulationFixture();
const { db } = fixture;
const ann = await fixture.newBorrower("ann");
const clerk = await fixture.newAdmin("clerk");
const { orderOf, checkIn, undo, ...desk } = fixture.desk(clerk);

/** Orders one copy of a title for Ann, shipped or still packed. */
async function lent(title: Title, place: number, statusId = 3) {
  const orderId = await fixture.order(ann, [[title, 1]]);
  await desk.packCopy(orderId, title.copyIds[place]);
  fixture.clock.move(1000);
  const { data } = await desk.save(orderId, statusId);
  const loanId = data.orderItems[0]?.orderInventoryItems[0]?.orderInventoryItemId;
  return { orderId, loanId };
}
const copiesOf = async (orderId: number) =>
  (await orderOf(orderId)).orderItems.flatMap(({ orderInventoryItems }) =>
    orderInventoryItems.map(({ inventoryItem }) => inventoryItem.inventoryItemId),
  );
const swap = (loanId: number | undefined, copyId: number | undefined) =>
  fixture.call<Swap>(clerk, "POST Returns/Swap", { orderInventoryItemId: loanId, inventoryItemId: copyId });

describe("a copy that shipped by mistake for another one", () => {
  it("is swapped on the order for the other one, and Undo restores both", async () => {
    const title = await fixture.newTitle("Swapped", 2);
    const { orderId, loanId } = await lent(title, 0);
    const [first, second] = title.copyIds;
    const { data } = await swap(loanId, second);
    expect(data).toMatchObject({
      orderId,
      otherOrderId: null,
      title: "Swapped",
      found: { copyNumber: 2 },
      recorded: { copyNumber: 1 },
      swappedByName: "clerk",
    });
    expect(await orderOf(orderId)).toMatchObject({ pastAssignments: [], swaps: [{ eventId: data.eventId }] });
    expect(await copiesOf(orderId)).toEqual([second]);
    expect(await lent(title, 0)).toMatchObject({ loanId: expect.any(Number) }); // the first copy is available
    expect(await undo(data.eventId)).toMatchObject({ isSuccess: false, reason: { kind: "swap-over" } });
    await checkIn(first);
    for (let time = 0; time < 2; time += 1) expect(await undo(data.eventId)).toMatchObject({ isSuccess: true });
    expect(await copiesOf(orderId)).toEqual([first]);
    expect(await orderOf(orderId)).toMatchObject({ swaps: [] });
    expect(await checkIn(first)).toMatchObject({ isSuccess: true, data: { orderId } });
    expect(await stockDisagreements(db)).toEqual([]);
  });
});

it("the swap dialog offers loans of the title's other copies, oldest first", async () => {
  const title = await fixture.newTitle("Offered", 4);
  const [first, second] = [await lent(title, 0), await lent(title, 1)];
  await lent(title, 2, 2);
  const { data } = await fixture.call<Swappable[]>(clerk, `GET Returns/GetSwappable/${title.copyIds[3]}`);
  expect(data.map(({ orderId, copyNumber }) => [orderId, copyNumber])).toEqual([
    [first.orderId, 1],
    [second.orderId, 2],
  ]);
});
