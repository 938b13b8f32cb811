import { describe, expect, it } from "vitest";
import type { Swap, Swappable } from "#contract/desk/returns.ts";
import { circulationFixture, type Title } from "#server/test/circulation-fixture.ts";
import { stockDisagreements } from "#server/catalog/copies/stock.queries.ts";

const fixture = await circulationFixture();
const { db } = fixture;
const ann = await fixture.newBorrower("ann");
const clerk = await fixture.newAdmin("clerk");
const { orderOf, checkIn, undo, ...desk } = fixture.desk(clerk);

/** Ships Ann an order of these titles, due on April 1. */
async function ship(requests: readonly (readonly [Title, number])[]) {
  const days = { shipDate: "2026-03-02", returnDate: "2026-04-01" };
  return (await desk.ship(ann, requests, days, new Date("2026-03-02T18:00:00Z"))).orderId;
}
const judge = (returnId: number, condition: string, note = "") => desk.judge(returnId, condition, { note });
const copyState = (copyId: number | undefined) =>
  db
    .selectFrom("copies")
    .select(["is_inactive", "inactive_reason"])
    .where("copy_id", "=", copyId ?? 0)
    .executeTakeFirstOrThrow();

const mailsOfReturns = async (orderId: number) =>
  (await fixture.mails({ about: orderId })).flatMap((mail) => (mail.kind === "order-returned" ? mail.letter : []));
/** Passes this many minutes without a check-in. */
const pass = (minutes: number) => fixture.mails({ after: minutes * 60 });

describe("a returned copy", () => {
  it("takes one scan to check in, which shows its borrower, how late it is, and how many copies are still out", async () => {
    const [kit, book] = [await fixture.newTitle("Kit", 2), await fixture.newTitle("Book", 1)];
    const orderId = await ship([
      [kit, 2],
      [book, 1],
    ]);
    fixture.clock.at = new Date("2026-04-04T17:00:00Z");
    expect(await checkIn(kit.copyIds[0])).toMatchObject({
      status: 200,
      isSuccess: true,
      data: {
        copyNumber: 1,
        title: "Kit",
        orderId,
        borrowerName: "ann Reader",
        returnDate: "2026-04-01",
        daysLate: 3,
        copiesOut: 2,
        copiesSent: 3,
        condition: "good",
        destination: "shelf",
        neededBy: null,
      },
    });
    expect(await fixture.inStock(kit)).toBe(1);
    expect(await orderOf(orderId)).toMatchObject({ statusId: 3 });
  });

  it("goes to its own shelf location, or else to its title's", async () => {
    const title = await fixture.newTitle("Placed", 2);
    await ship([[title, 2]]);
    await fixture.setTitle(title, { shelf_location: "A3" });
    const own = { own_shelf_location: "Annex" };
    await fixture.setCopy(title.copyIds[1], own);
    const places = [await checkIn(title.copyIds[0]), await checkIn(title.copyIds[1])];
    expect(places.map(({ data }) => data.shelfLocation)).toEqual(["A3", "Annex"]);
  });

  it("goes to the shelf while the order that needs it ships in more than a week", async () => {
    const title = await fixture.newTitle("Later", 1);
    await ship([[title, 1]]);
    const days = "teachFrom=2026-06-01&teachTo=2026-06-05";
    const reservation = await fixture.reserve(ann, [[title, 1]], days);
    expect(reservation).toMatchObject({ isSuccess: true });
    const { returnId, ...result } = (await checkIn(title.copyIds[0])).data;
    expect(result).toMatchObject({ destination: "shelf", neededBy: null });
    const now = fixture.clock.at;
    fixture.clock.at = new Date("2026-05-20T18:00:00Z");
    expect((await judge(returnId, "worn")).data).toMatchObject({
      destination: "order",
      neededBy: { orderId: reservation.id },
    });
    fixture.clock.at = now;
  });

  it("goes to a waiting order when no copy on the shelf can go to that order", async () => {
    const title = await fixture.newTitle("Needed", 2);
    await ship([[title, 2]]);
    const { returnId } = (await checkIn(title.copyIds[0])).data;
    const waitingOrder = await fixture.order(ann, [[title, 1]]);
    expect((await judge(returnId, "worn")).data).toMatchObject({
      destination: "order",
      neededBy: { orderId: waitingOrder },
    });
    await judge(returnId, "damaged");
    expect((await checkIn(title.copyIds[1])).data).toMatchObject({
      destination: "order",
      neededBy: { orderId: waitingOrder, schoolName: expect.stringMatching(/./) },
    });
    // with other copies on the shelf, the order doesn't need this one
    const both = await fixture.newTitle("Plenty", 3);
    await ship([[both, 1]]);
    await fixture.order(ann, [[both, 1]]);
    expect((await checkIn(both.copyIds[0])).data).toMatchObject({ destination: "shelf", neededBy: null });
  });

  it("gets a refusal with the reason if it's on the shelf, inactive, packed, or unknown", async () => {
    const title = await fixture.newTitle("Still", 3);
    const [onShelf, lost, packed] = title.copyIds;
    expect(await checkIn(onShelf)).toMatchObject({
      status: 200,
      isSuccess: false,
      message: "This copy isn’t checked out. It belongs on the shelf.",
      reason: { kind: "copy-not-out", inactiveReason: null },
    });
    const gone = { is_inactive: true, inactive_reason: "lost" };
    await fixture.setCopy(lost, gone);
    expect(await checkIn(lost)).toMatchObject({
      isSuccess: false,
      message:
        "This copy isn’t checked out. It’s inactive (lost). If it can be lent, set it active on its title’s page.",
    });
    const orderId = await fixture.order(ann, [[title, 1]]);
    await desk.packCopy(orderId, packed);
    expect(await checkIn(packed)).toMatchObject({
      isSuccess: false,
      message: `This copy is packed for order #${orderId}, which hasn’t shipped. Remove it on the order’s page.`,
      reason: { kind: "order-not-shipped", orderId },
    });
  });
});

describe("the condition of a copy", () => {
  it("sends a damaged or incomplete copy to inspection, and back to the shelf when it is fine after all", async () => {
    const title = await fixture.newTitle("Judged", 1);
    await ship([[title, 1]]);
    const { returnId } = (await checkIn(title.copyIds[0])).data;
    for (const condition of ["damaged", "parts missing"]) {
      const answer = await judge(returnId, condition, "No cards in the box.");
      expect(answer.data).toMatchObject({ condition, note: "No cards in the box.", destination: "inspection" });
      expect(await copyState(title.copyIds[0])).toEqual({ is_inactive: true, inactive_reason: "inspection" });
      expect(await fixture.inStock(title)).toBe(0);
    }
    expect((await judge(returnId, "worn")).data).toMatchObject({ condition: "worn", destination: "shelf" });
    expect(await copyState(title.copyIds[0])).toEqual({ is_inactive: false, inactive_reason: null });
    expect(await fixture.inStock(title)).toBe(1);
  });

  it("can't change once the copy is on another order", async () => {
    const title = await fixture.newTitle("Gone again", 1);
    await ship([[title, 1]]);
    const { returnId, eventId } = (await checkIn(title.copyIds[0])).data;
    await ship([[title, 1]]);
    const refusal = { isSuccess: false, message: "This copy isn’t available." };
    expect(await judge(returnId, "damaged")).toMatchObject(refusal);
    expect(await undo(eventId)).toMatchObject(refusal);
    expect(await stockDisagreements(db)).toEqual([]);
  });
});

describe("the email about a return", () => {
  it("goes out ten minutes after the last check-in, and lists returned copies and those still out", async () => {
    fixture.clock.at = new Date("2026-03-10T18:00:00Z");
    const [kit, book] = [await fixture.newTitle("Mail kit", 2), await fixture.newTitle("Mail book", 1)];
    const orderId = await ship([
      [kit, 2],
      [book, 1],
    ]);
    await checkIn(kit.copyIds[0]);
    await pass(9);
    await checkIn(book.copyIds[0]);
    await pass(9);
    expect(await mailsOfReturns(orderId)).toEqual([]);
    await pass(2);
    const [part, ...more] = await mailsOfReturns(orderId);
    expect(more).toEqual([]);
    expect(part).toMatchObject({
      subject: `We received part of your order #${orderId}`,
      blocks: [
        {},
        { is: "list", items: ["Mail kit", "Mail book"] },
        { is: "heading", text: "Still to return" },
        { is: "list", items: ["Mail kit"] },
        {},
        { is: "postal address", label: "Send it back to" },
        { is: "note", text: "Please mail the rest back by Mar 25, 2026 so that it reaches us by Apr 1, 2026." },
      ],
    });
    await checkIn(kit.copyIds[1]);
    await pass(11);
    expect((await mailsOfReturns(orderId)).map(({ subject }) => subject)).toEqual([
      `We received part of your order #${orderId}`,
      `Your order #${orderId} is back`,
    ]);
  });

  it("about an overdue order says when the rest was due instead of asking for it by a past date", async () => {
    const title = await fixture.newTitle("Late", 2);
    const orderId = await ship([[title, 2]]);
    fixture.clock.at = new Date("2026-04-10T18:00:00Z");
    await checkIn(title.copyIds[0]);
    await pass(11);
    expect((await mailsOfReturns(orderId)).at(-1)?.blocks.at(-1)).toEqual({
      is: "note",
      text: "The rest was due on Apr 1, 2026. Please return it as soon as you can.",
    });
  });

  it("doesn't go out when everything was undone, nor in addition to the email about the status", async () => {
    const title = await fixture.newTitle("Silent", 2);
    const orderId = await ship([[title, 1]]);
    await undo((await checkIn(title.copyIds[0])).data.eventId);
    await pass(11);
    expect(await mailsOfReturns(orderId)).toEqual([]);
    const other = await ship([[title, 1]]);
    const copy = (await orderOf(other)).orderItems[0]?.orderInventoryItems[0]?.inventoryItem.inventoryItemId;
    await undo((await checkIn(copy)).data.eventId);
    await desk.save(other, 4);
    await pass(11);
    expect(await mailsOfReturns(other)).toHaveLength(1);
  });
});

/** Orders one copy of a title for Ann, shipped or still packed. */
async function lend(title: Title, place: number, statusId = 3) {
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
  it("swaps with the other one on its order, and Undo restores both", async () => {
    const title = await fixture.newTitle("Swapped", 2);
    const { orderId, loanId } = await lend(title, 0);
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
    expect(await lend(title, 0)).toMatchObject({ loanId: expect.any(Number) }); // the first copy is available
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
  const [first, second] = [await lend(title, 0), await lend(title, 1)];
  await lend(title, 2, 2);
  const { data } = await fixture.call<Swappable[]>(clerk, `GET Returns/GetSwappable/${title.copyIds[3]}`);
  expect(data.map(({ orderId, copyNumber }) => [orderId, copyNumber])).toEqual([
    [first.orderId, 1],
    [second.orderId, 2],
  ]);
});
