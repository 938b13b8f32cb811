import { sql } from "kysely";
import { expect, it } from "vitest";
import type { Availability, StockReasons } from "#contract/waitlist/stock-reasons.ts";
import { circulationFixture, type Title } from "#server/test/circulation-fixture.ts";

const fixture = await circulationFixture();
const { call, db } = fixture;
const [ann, clerk] = [await fixture.newBorrower("ann"), await fixture.newAdmin("clerk")];
const desk = fixture.desk(clerk);

const publicOf = async ({ itemId }: Title) =>
  (await call<Availability>(null, `GET Inventory/GetAvailability/${itemId}`)).data;
const staffOf = ({ itemId }: Title, page = 1) =>
  call<StockReasons>(clerk, `GET Inventory/GetStockReasons/${itemId}?page=${page}`);

/** Ships copies of a title, and returns the order. */
async function ship(title: Title, quantity: number, dueOn: string) {
  const { orderId, order } = await desk.ship(ann, [[title, quantity]]);
  expect(order.statusId).toBe(3);
  await sql`update orders set return_date = ${dueOn}::date where order_id = ${orderId}`.execute(db);
  return orderId;
}

it("staff see every unavailable copy with its reason, loans first, and the waiting orders", async () => {
  const title = await fixture.newTitle("Kinds", 12);
  const late = await ship(title, 1, "2026-02-20");
  const soon = await ship(title, 1, "2026-03-20");
  const packedId = await fixture.order(ann, [[title, 1]]);
  await desk.pack(packedId, 1);
  const waitingId = await fixture.order(ann, [[title, 2]]);
  const set = (index: number, reason: string | null, more = sql``) =>
    sql`update copies set is_inactive = true, inactive_reason = ${reason} ${more} where copy_id = ${title.copyIds[index]}`.execute(
      db,
    );
  await set(5, "inspection");
  await set(6, "repair");
  await set(7, "lost");
  await set(8, "retired");
  await set(9, "retired", sql`, archived_at = now()`);
  await sql`update items set active_copies = 7 where item_id = ${title.itemId}`.execute(db);
  const { data, total } = await staffOf(title);
  expect(data.counts).toEqual([
    { reason: "out", count: 2 },
    { reason: "packed", count: 1 },
    { reason: "inspection", count: 1 },
    { reason: "repair", count: 1 },
    { reason: "lost", count: 1 },
    { reason: "retired", count: 1 },
    { reason: "archived", count: 1 },
    { reason: "free", count: 4 },
  ]);
  expect(data).toMatchObject({ inStock: 2, reserved: 2, orders: [{ orderId: waitingId, quantity: 2 }], orderTotal: 1 });
  const schoolName = expect.stringMatching(/./);
  expect(data.copies.slice(0, 3)).toMatchObject([
    { reason: "out", orderId: late, schoolName, returnDate: "2026-02-20", isLate: true, isClaimedReturned: false },
    { reason: "out", orderId: soon, schoolName, returnDate: "2026-03-20", isLate: false },
    { reason: "packed", orderId: packedId, schoolName, returnDate: null, isLate: false },
  ]);
  expect(total).toBe(8);
});

it("reservations count against the stock within the next loan period, and name the copy planned for them", async () => {
  const title = await fixture.newTitle("Reserved", 4);
  const reserve = async (quantity: number, from: string, to: string) =>
    (await fixture.reserve(ann, [[title, quantity]], `teachFrom=${from}&teachTo=${to}`)).id;
  const later = await reserve(1, "2026-05-11", "2026-05-15");
  const { data: far } = await staffOf(title);
  expect(far).toMatchObject({ inStock: 4, reserved: 0, reservedSoon: 0, orders: [{ orderId: later, quantity: 1 }] });
  expect(far.counts).toEqual([
    { reason: "planned", count: 1 },
    { reason: "free", count: 3 },
  ]);
  expect(far.copies).toMatchObject([{ reason: "planned", orderId: later, shipOn: "2026-05-04", returnDate: null }]);

  const soon = await reserve(2, "2026-03-23", "2026-03-27");
  const now = await fixture.order(ann, [[title, 1]]);
  const { data, total } = await staffOf(title);
  expect(data).toMatchObject({ inStock: 1, reserved: 1, reservedSoon: 2, orderTotal: 3 });
  expect(data.orders).toMatchObject([
    { orderId: now, quantity: 1, shipOn: null },
    { orderId: soon, quantity: 2, shipOn: "2026-03-16" },
    { orderId: later, quantity: 1, shipOn: "2026-05-04" },
  ]);
  const [planned, free] = ["planned", "free"].map((of) => data.counts.find(({ reason }) => reason === of)?.count ?? 0);
  expect((planned ?? 0) + (free ?? 0) - data.reserved - data.reservedSoon).toBe(data.inStock);
  expect(total).toBe(planned);
  expect(data.copies.map(({ orderId, shipOn }) => ({ orderId, shipOn }))).toEqual([
    { orderId: now, shipOn: "2026-03-02" },
    { orderId: soon, shipOn: "2026-03-16" },
    { orderId: soon, shipOn: "2026-03-16" },
  ]);
});

it("a copy missing since an inventory count shows that date until someone handles it", async () => {
  const title = await fixture.newTitle("Missed", 2);
  const markedAt = "2026-02-10T12:00:00.000Z";
  const [copyId] = title.copyIds;
  await sql`
    with taken as (
      insert into inventory_counts (shelf_location, started_at, started_by, expected, known_out, known_packed, known_inactive, known_archived)
      values ('', ${markedAt}, ${clerk.userId}, 1, 0, 0, 0, 0) returning inventory_count_id
    ), missed as (
      insert into inventory_count_copies (inventory_count_id, copy_id, known, position, outcome, marked_at)
      select inventory_count_id, ${copyId}, 'shelf', 1, 'missing', ${markedAt} from taken
    )
    update copies set is_inactive = true, inactive_reason = 'lost', last_seen_at = '2026-01-01' where copy_id = ${copyId}`.execute(
    db,
  );
  const copies = async () => (await staffOf(title)).data.copies;
  expect(await copies()).toMatchObject([
    { reason: "missing", missingSince: expect.stringMatching(/^2026-02-10T12:00/) },
  ]);
  await sql`update copies set last_seen_at = '2026-02-15' where copy_id = ${copyId}`.execute(db);
  expect(await copies()).toMatchObject([{ reason: "lost", missingSince: null }]);
});

it("public availability shows the number of copies and the next due date, without schools, people, or orders", async () => {
  const title = await fixture.newTitle("Public", 3);
  expect(await publicOf(title)).toEqual({
    copies: 3,
    inStock: 3,
    dueOn: null,
    lateSince: null,
    reserved: 0,
    waiting: 0,
  });
  await ship(title, 2, "2026-03-20");
  await ship(title, 1, "2026-02-20");
  expect(await publicOf(title)).toEqual({
    copies: 3,
    inStock: 0,
    dueOn: "2026-03-20",
    lateSince: "2026-02-20",
    reserved: 0,
    waiting: 0,
  });
});
