import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, it } from "vitest";
import { ouncesOf } from "#contract/orders/postage.ts";
import { getOrder, undoChange, updateOrder } from "#contract/orders/orders.ts";
import { checkOutAll } from "#contract/desk/packing.ts";
import { getPackagesToMail } from "#contract/orders/postage.ts";
import { cancelOrder } from "#contract/orders/order-changes.ts";
import { noticeJob } from "#server/orders/notices/notices.ts";
import { createContentReader } from "#server/site/public.ts";
import { waitlistNotices } from "#server/waitlist/waitlist-mail.ts";
import { aBorrower, anItem, anOrder } from "#server/test/factories.ts";
import { importsFixture } from "#server/test/imports-fixture.ts";
import { letPass, runDueJobs } from "#server/test/run-jobs.ts";
import { aTrackingNumber } from "#server/test/tracking-number.ts";

const fixture = await importsFixture("tracking", new Date("2026-03-02T18:00:00Z"));
const { db, admin } = fixture;

let people = 0;
/** Places an order, packed unless told otherwise, for someone with their own name and email address. */
async function newOrder({
  name = "",
  weights = ["1"],
  isPacked = true,
}: { name?: string; weights?: string[]; isPacked?: boolean } = {}) {
  people += 1;
  const person = await aBorrower(fixture, {
    name: name || `Person ${people}`,
    email_address: `person${people}@oakgrove.example`,
  });
  const items = [];
  for (const [at, weight] of weights.entries())
    items.push(await anItem(fixture, 5, { weight, title: `Title ${people}-${at + 1}` }));
  const orderId = await anOrder(
    fixture,
    person.borrowerId,
    items.map(({ itemId }) => [itemId, 2]),
  );
  if (isPacked) await fixture.call(checkOutAll, { params: { orderId } }, admin.token);
  return { orderId, name: name || `Person ${people}`, email: `person${people}@oakgrove.example` };
}

const show = async (orderId: number) =>
  (await fixture.call(getOrder, { params: { id: orderId } }, admin.token)).body.data;
const packages = async (ids = "") => (await fixture.call(getPackagesToMail, { query: { ids } }, admin.token)).body;
const setStatus = (orderId: number, statusId: number, trackingNumber = "") =>
  fixture.call(
    updateOrder,
    { body: { orderId, statusId, trackingNumber, shipDate: "", returnDate: "", orderNote: "" } },
    admin.token,
  );

describe("addresses for postage", () => {
  it("a weight is the titles' weights times their copies, in whole ounces", () => {
    expect(ouncesOf([{ quantity: 2, weight: "0.33" }])).toBe(11); // 10.56
    expect(ouncesOf([{ quantity: 1, weight: "2.5" }])).toBe(40);
    expect(
      ouncesOf([
        { quantity: 3, weight: "0.25" },
        { quantity: 1, weight: "1" },
      ]),
    ).toBe(28);
    expect(
      ouncesOf([
        { quantity: 1, weight: "2.5" },
        { quantity: 1, weight: "" },
      ]),
    ).toBeNull();
  });

  it("lists packed orders that are ready to ship, or the selected ones, with what they still need", async () => {
    const packed = await newOrder({ weights: ["1.5", "0.5"] });
    const unweighed = await newOrder({ weights: ["1", ""] });
    const unpacked = await newOrder({ isPacked: false });
    const canceled = await newOrder();
    await fixture.call(cancelOrder, { params: { orderId: canceled.orderId }, body: { reason: "Gone" } }, admin.token);
    const toShip = await packages();
    expect(toShip.data.map(({ orderId }) => orderId)).toEqual([packed.orderId, unweighed.orderId]);
    expect(toShip.total).toBe(2);
    expect(toShip.data[0]).toMatchObject({
      ounces: 64,
      withoutWeight: [],
      copiesMissing: 0,
      borrowerName: packed.name,
    });
    expect(toShip.data[1]).toMatchObject({ ounces: null, withoutWeight: [{ title: expect.stringMatching(/-2$/) }] });
    const chosen = await packages(`${unpacked.orderId},${canceled.orderId},${packed.orderId}`);
    expect(chosen.data.map(({ orderId, copiesMissing }) => [orderId, copiesMissing])).toEqual([
      [packed.orderId, 0],
      [unpacked.orderId, 2],
    ]);
  });

  it.each([
    ["pirate-ship", ["Order ID", "Name", "Company", "Address", "City", "State", "Zipcode", "Country", "Ounces"]],
    [
      "stamps",
      [
        "Order ID (required)",
        "Ship To - Name",
        "Ship To - Company",
        "Ship To - Address 1",
        "Ship To - City",
        "Ship To - State/Province",
        "Ship To - Postal Code",
        "Ship To - Country",
        "Total Weight in Oz",
      ],
    ],
    [
      "click-n-ship",
      [
        "Reference ID",
        "Recipient Country",
        "Recipient First Name",
        "Recipient Last Name",
        "Recipient Company/Org Name",
        "Recipient Address Line 1",
        "Recipient Address Town/City",
        "Recipient State",
        "Recipient ZIP Code",
        "Package Weight (oz)",
      ],
    ],
  ])("the file for %s has its column names", async (program, names) => {
    const { orderId } = await newOrder({ name: "Ana María Ruiz" });
    const { body, status } = await fixture.download(`Postage/Csv?ids=${orderId}&program=${program}`);
    expect(status).toBe(200);
    const [header, row, ...more]: string[][] = parse(body, { bom: true });
    expect(header).toEqual(names);
    expect(more).toEqual([]);
    const isSplit = program === "click-n-ship";
    expect(row).toEqual(
      expect.arrayContaining([
        String(orderId),
        ...(isSplit ? ["Ana María", "Ruiz"] : ["Ana María Ruiz"]),
        "Oak Grove Elementary",
        "1 Main Street",
        "Fresno",
        "CA",
        "93701",
        "US",
        "32",
      ]),
    );
  });
});

const header = "Order ID,Recipient,Company,Zipcode,Tracking Number,Status";
const fileOf = (rows: readonly string[]) => [header, ...rows].join("\r\n");
const rowOf = ({ orderId, name }: { orderId: number; name: string }, number: string, zip = "93701-1234") =>
  `${orderId},${name.toUpperCase()},OAK GROVE ELEMENTARY,${zip},${number},`;
const messages = ({ faults }: { faults: readonly { row: number; message: string }[] }) =>
  faults.map(({ row, message }) => `${row}: ${message}`);

const letters = async () => {
  await letPass(db, 3600);
  await runDueJobs(db, [noticeJob({ ...fixture, readContent: createContentReader(db) }, waitlistNotices)]);
  const rows = await db
    .selectFrom("mails")
    .select(["to_address", "subject"])
    .where("kind", "=", "order-shipped")
    .execute();
  return rows.map(({ to_address: address }) => address);
};
const eventsOf = (orderId: number) =>
  db
    .selectFrom("order_events")
    .select(["event_id", "call"])
    .where("order_id", "=", orderId)
    .orderBy("event_id")
    .execute();

describe("tracking numbers from a postage program", () => {
  it("ship their orders with one event and the usual email each, and an undo of the file takes them back", async () => {
    const [first, second, shipped] = [await newOrder(), await newOrder(), await newOrder()];
    await setStatus(shipped.orderId, 3);
    const before = (await eventsOf(first.orderId)).length;
    const numbers = [1, 2, 3].map(aTrackingNumber);
    const detail = await fixture.check(
      fileOf([first, second, shipped].map((order, at) => rowOf(order, numbers[at] ?? ""))),
    );
    expect(messages(detail)).toEqual([]);
    expect(detail.notes.map(({ message }) => message)).toEqual([
      `Order #${first.orderId} for ${first.name}, Oak Grove Elementary, ships with USPS.`,
      `Order #${second.orderId} for ${second.name}, Oak Grove Elementary, ships with USPS.`,
      `Order #${shipped.orderId} has already shipped, so only its number is saved.`,
    ]);
    expect((await show(first.orderId)).statusId).toBe(1); // nothing is saved yet
    await fixture.save(detail.importId);
    await fixture.work();
    const saved = await show(first.orderId);
    expect(saved).toMatchObject({ statusName: "Shipped", trackingNumber: numbers[0], shipDate: "2026-03-02" });
    expect(saved.returnDate).toBe("2026-04-01");
    expect((await show(shipped.orderId)).trackingNumber).toBe(numbers[2]);
    expect((await eventsOf(first.orderId)).length).toBe(before + 1);
    expect((await letters()).toSorted()).toEqual([first.email, second.email, shipped.email].toSorted());

    // the order's own undo, and then the file's
    await fixture.call(
      undoChange,
      { params: { eventId: (await eventsOf(second.orderId)).at(-1)?.event_id ?? 0 } },
      admin.token,
    );
    expect(await show(second.orderId)).toMatchObject({ statusId: 1, trackingNumber: "", shipDate: null });
    await setStatus(second.orderId, 2, "picked up");
    const undone = await fixture.undo(detail.importId);
    expect(undone.undone).toMatchObject({ removed: 3, kept: 0 });
    expect(await show(first.orderId)).toMatchObject({ statusId: 1, trackingNumber: "", shipDate: null });
    expect(await show(shipped.orderId)).toMatchObject({ statusId: 3, trackingNumber: "" });
    expect((await show(second.orderId)).trackingNumber).toBe("picked up");
  });

  it("an undo keeps the number of an order that changed since", async () => {
    const order = await newOrder();
    const detail = await fixture.bringIn(fileOf([rowOf(order, aTrackingNumber(10))]));
    await setStatus(order.orderId, 4, aTrackingNumber(10));
    expect((await fixture.undo(detail.importId)).undone).toMatchObject({ removed: 0, kept: 1 });
    expect((await show(order.orderId)).statusId).toBe(4);
  });

  it("refuses each wrong row with a sentence, and saves the others", async () => {
    const [good, other, unpacked, returned, numbered] = [
      await newOrder(),
      await newOrder({ name: "Olga Other" }),
      await newOrder({ isPacked: false }),
      await newOrder(),
      await newOrder(),
    ];
    await setStatus(returned.orderId, 4);
    await setStatus(numbered.orderId, 3, aTrackingNumber(20));
    const number = (serial: number) => aTrackingNumber(30 + serial);
    const wrongDigit = number(1).replace(/\d$/, (digit) => String((Number(digit) + 1) % 10));
    const detail = await fixture.check(
      fileOf([
        rowOf(good, number(0)),
        rowOf(other, wrongDigit),
        rowOf({ ...other, orderId: 999_999 }, number(2)),
        rowOf({ ...other, orderId: 0 }, number(2)),
        rowOf(other, number(3), "94103"),
        rowOf({ ...other, name: "Gus Good" }, number(4)),
        rowOf(unpacked, number(5)),
        rowOf(returned, number(6)),
        rowOf(other, aTrackingNumber(20)),
        rowOf(numbered, number(7)),
        rowOf(good, number(8)),
        rowOf(other, number(0)),
        rowOf(other, "9.40011E+21"),
        rowOf(other, ""),
        `${other.orderId},,,,${number(9)},`,
        `${rowOf(other, number(9))}Voided`,
      ]),
    );
    expect(messages(detail)).toEqual([
      `3: “${wrongDigit}” isn’t a tracking number from USPS, UPS, or FedEx. A digit is wrong or missing.`,
      "4: There’s no order #999999.",
      "5: “0” isn’t one of our order numbers.",
      `6: Order #${other.orderId} ships to ZIP Code 93701, and this package went to 94103.`,
      `7: Order #${other.orderId} ships to Olga Other, Oak Grove Elementary, and this package went to “GUS GOOD”.`,
      `8: Order #${unpacked.orderId} still needs 2 copies. Check them out first.`,
      `9: Order #${returned.orderId} is already returned.`,
      `10: ${aTrackingNumber(20)} is already the tracking number of order #${numbered.orderId}.`,
      `11: Order #${numbered.orderId} already has the tracking number ${aTrackingNumber(20)}. To replace it, edit the order.`,
      `12: Order #${good.orderId} is already in row 2. An order has one tracking number; enter others in its note.`,
      `13: ${number(0)} is already in row 2.`,
      "14: “9.40011E+21” was probably a number of 22 digits that begins with 940011, which a spreadsheet shortened. In the spreadsheet, format the column as text, type the value again, then save the file again.",
      "15: The row has no tracking number. Buy its label first.",
      "16: The row has neither a ZIP Code nor a name, so we can’t tell whether it’s the right package.",
      "17: This label is “Voided”, so nothing was mailed with it.",
    ]);
    expect(detail.counts).toMatchObject({ added: 1, faulty: 15 });
    await fixture.save(detail.importId, "good");
    await fixture.work();
    expect(await show(good.orderId)).toMatchObject({ statusId: 3, trackingNumber: number(0) });
    expect((await show(other.orderId)).statusId).toBe(1);
    // the same file again has nothing to do for the good row
    const again = await fixture.check(fileOf([rowOf(good, number(0))]));
    expect(again.counts).toMatchObject({ added: 0, unchanged: 1, faulty: 0 });
  });

  it("an order that changed after the check keeps what it has", async () => {
    const order = await newOrder();
    const detail = await fixture.check(fileOf([rowOf(order, aTrackingNumber(50))]));
    await fixture.call(cancelOrder, { params: { orderId: order.orderId }, body: { reason: "Gone" } }, admin.token);
    await fixture.save(detail.importId);
    await fixture.work();
    const after = await fixture.show(detail.importId);
    expect(after.state).toBe("checked");
    expect(messages(after)).toEqual(["2: The order changed after the check. Check the file again to see more."]);
    expect((await show(order.orderId)).trackingNumber).toBe("");
  });
});

describe("the export of", () => {
  let order: Awaited<ReturnType<typeof newOrder>>;
  beforeAll(async () => {
    order = await newOrder({ name: "Rosa Díaz" });
  });
  it.each([
    ["Pirate Ship", ["Created Date", "Recipient", "Company", "Zipcode", "Tracking Number", "Order ID"]],
    ["Stamps.com", ["Date Printed", "Ship To - Name", "Ship To - Postal Code", "Tracking #", "Order ID"]],
    [
      "Click-N-Ship",
      ["Reference ID", "Recipient First Name", "Recipient Last Name", "Recipient ZIP Code", "Tracking Number"],
    ],
  ])("%s has columns that match by themselves", async (_program, names) => {
    const values: Record<string, string> = {
      "Created Date": "3/2/2026",
      "Date Printed": "3/2/2026",
      Recipient: "Rosa Diaz",
      Company: "Oak Grove Elementary",
      "Ship To - Name": "ROSA DIAZ",
      "Recipient First Name": "Rosa",
      "Recipient Last Name": "Díaz",
      Zipcode: "93701",
      "Ship To - Postal Code": "93701-2020",
      "Recipient ZIP Code": "93701",
      "Tracking #": `'${aTrackingNumber(70)}`,
      "Tracking Number": aTrackingNumber(70),
      "Order ID": String(order.orderId),
      "Reference ID": String(order.orderId),
    };
    const detail = await fixture.check([names.join(","), names.map((name) => values[name]).join(",")].join("\n"));
    expect(messages(detail)).toEqual([]);
    expect(detail.counts).toMatchObject({ added: 1 });
  });
});
