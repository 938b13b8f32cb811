import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import type { BorrowersOrder, StaffOrder } from "#contract/orders/orders.ts";
import type { HoldShelfCopy, WaitlistEntry, Waiting } from "#contract/waitlist/waitlist.ts";
import { businessDaysAfter } from "#contract/orders/business-days.ts";
import type { StockReasons } from "#contract/waitlist/stock-reasons.ts";
import { openedLetter } from "#server/test/mails.ts";
import { circulationFixture, type Person, type Title } from "#server/test/circulation-fixture.ts";
import { letPass } from "#server/test/run-jobs.ts";
import { copiesToPick } from "#server/desk/packing/packing.queries.ts";
import { advanceWaitlists } from "./waitlist.ts";

const fixture = await circulationFixture();
const { db, call } = fixture;
const clerk = await fixture.newAdmin("clerk");
const { pack, checkIn, ...desk } = fixture.desk(clerk);
const [ann, bob] = [await fixture.newBorrower("ann"), await fixture.newBorrower("bob")];
const [cat, out] = [await fixture.newBorrower("cat"), await fixture.newBorrower("out")];

const join = (borrower: Person, { itemId }: Title) => call<WaitlistEntry>(borrower, `POST Waitlist/Join/${itemId}`);
const entryOf = async (borrower: Person, { itemId }: Title) =>
  (await call<WaitlistEntry[]>(borrower, "GET Waitlist/GetOwnPlaces")).data.find(
    ({ inventoryId }) => inventoryId === itemId,
  );
/** Counts from the library's day by the database's clock. */
const dayIn = async (days: number) =>
  (await sql<{ day: string }>`select library_day_of(now()) + ${days}::integer as day`.execute(db)).rows[0]?.day ?? "";

async function lendTitle(copies = 1, name = "Food Is Fun") {
  const title = await fixture.newTitle(name, copies);
  return { title, ...(await desk.ship(out, [[title, copies]])) };
}

const heldFor = async ({ itemId }: Title) =>
  (await call<Waiting[]>(clerk, `GET Waitlist/GetWaiting/${itemId}`)).data
    .filter(({ isHeldFor }) => isHeldFor)
    .map(({ borrowerName }) => borrowerName.split(" ")[0]);

const work = fixture.writeNotices;

/** Takes the emails of a kind since the last call. */
async function takeLetters(kind: "copy-held" | "waitlist-ended") {
  await letPass(db, 120);
  await work();
  const rows = await db
    .selectFrom("mails")
    .select(["letter", "to_address"])
    .where("kind", "=", kind)
    .orderBy("mail_id")
    .execute();
  await db.deleteFrom("mails").where("kind", "=", kind).execute();
  return Promise.all(rows.map(async ({ letter, to_address: to }) => ({ to, ...(await openedLetter(letter)) })));
}

async function tokenOfMail() {
  const [mail] = await takeLetters("copy-held");
  const [path = ""] = mail?.blocks.flatMap((block) => (block.is === "button" ? [block.path] : [])) ?? [];
  return path.replace("/user/held#", "");
}

async function expireHolds({ itemId }: Title) {
  await sql`update waitlist_offers set until_at = now() - interval '1 second', emailed_at = now() - interval '2 days'
    where item_id = ${itemId} and closed_at is null`.execute(db);
  await advanceWaitlists(db);
}

beforeEach(async () => {
  await db.deleteFrom("jobs").execute();
  await db.deleteFrom("mails").execute();
});

describe("a borrower on the waitlist", () => {
  it("joins once, behind earlier borrowers, and only for titles out of stock", async () => {
    const { title } = await lendTitle();
    expect((await join(ann, title)).data).toMatchObject({
      place: 1,
      title: "Food Is Fun",
      held: null,
      isPaused: false,
    });
    expect((await join(bob, title)).data.place).toBe(2);
    expect((await join(ann, title)).data.place).toBe(1);
    expect(await join(cat, await fixture.newTitle("Here", 1))).toMatchObject({
      isSuccess: false,
      reason: { kind: "in-stock" },
    });
    expect((await call<{ waiting: number }>(null, `GET Inventory/GetAvailability/${title.itemId}`)).data.waiting).toBe(
      2,
    );
  });

  it("is offered nothing until they confirm their email, keeps their spot, and keeps nobody from renewing", async () => {
    const silent = await fixture.newBorrower("silent", { mailbox_confirmed_at: null });
    const confirm = (at: Date | null) => fixture.setBorrower(silent, { mailbox_confirmed_at: at });
    const { title, orderId } = await lendTitle(3);
    expect((await join(silent, title)).data).toMatchObject({ place: 1, isReached: false, expectedOn: null });
    const { data: order } = await call<BorrowersOrder>(out, `GET Order/GetOrderForUser/${orderId}`);
    expect(order.renewable).toBeTruthy();
    await checkIn(title.copyIds[0]);
    expect(await heldFor(title)).toEqual([]);
    expect(await join(ann, title)).toMatchObject({ isSuccess: false, reason: { kind: "in-stock" } });
    await confirm(new Date());
    await advanceWaitlists(db);
    expect(await heldFor(title)).toEqual(["silent"]);
    await join(ann, title);
    await confirm(null);
    await checkIn(title.copyIds[1]);
    expect(await heldFor(title)).toEqual(["silent", "ann"]);
    const shelf = await call<HoldShelfCopy[]>(clerk, "GET Waitlist/GetHoldShelf");
    expect(shelf.data.filter(({ inventoryId }) => inventoryId === title.itemId)).toMatchObject([
      { borrowerName: "silent Reader", isReached: false },
      { borrowerName: "ann Reader", isReached: true },
    ]);
  });

  it("can wait for 25 titles at most", async () => {
    const many = await fixture.newBorrower("many");
    await sql`
      insert into items (title, description, reference_number, category_id, subject_id, grade_mask)
      select 'Out ' || n, '', 'Q' || n, 1, 1, 63 from generate_series(1, 26) as n`.execute(db);
    const ids = await db.selectFrom("items").select("item_id").where("title", "like", "Out %").execute();
    const answers = await Promise.all(ids.map(({ item_id: itemId }) => join(many, { itemId, copyIds: [] })));
    expect(answers.filter(({ isSuccess }) => isSuccess)).toHaveLength(25);
  });

  it("gets the returned copy: the desk and the hold shelf show it, and nobody else can order it", async () => {
    const { title } = await lendTitle();
    await join(ann, title);
    await join(bob, title);
    const { data } = await checkIn(title.copyIds[0]);
    expect(data).toMatchObject({ destination: "hold", heldFor: { borrowerName: "ann Reader" } });
    expect([await heldFor(title), await fixture.inStock(title)]).toEqual([["ann"], 0]);
    await expect(fixture.order(bob, [[title, 1]])).rejects.toThrow("out of stock");
    const reasons = (await call<StockReasons>(clerk, `GET Inventory/GetStockReasons/${title.itemId}`)).data;
    expect(reasons).toMatchObject({ counts: [{ reason: "held", count: 1 }], reserved: 0, inStock: 0 });
    expect(reasons.copies[0]).toMatchObject({ reason: "held", schoolName: expect.stringMatching(/./) });
    const shelf = (await call<HoldShelfCopy[]>(clerk, "GET Waitlist/GetHoldShelf")).data;
    expect(shelf.filter(({ inventoryId }) => inventoryId === title.itemId)).toMatchObject([
      { borrowerName: "ann Reader", orderId: null },
    ]);
    const late = await fixture.order(cat, [[await fixture.newTitle("Other", 1), 1]]);
    await sql`insert into order_lines (order_id, item_id, quantity) values (${late}, ${title.itemId}, 1)`.execute(db);
    const line = (await call(clerk, `GET Order/Get/${late}`)).data.orderItems[1]?.orderItemId;
    const scan = `POST Order/AssignSKUToOrderItem/${line}/InventoryItem/${title.copyIds[0]}` as const;
    expect(await call(clerk, scan)).toMatchObject({ isSuccess: false, reason: { kind: "copy-held" } });
    await sql`delete from order_lines where order_id = ${late} and item_id = ${title.itemId}`.execute(db);
  });

  it("orders the held copy and leaves the waitlist; the hold shelf names the order until it is packed", async () => {
    const { title } = await lendTitle();
    const { entryId } = (await join(ann, title)).data;
    await checkIn(title.copyIds[0]);
    expect((await call(bob, `POST Waitlist/OrderHeld/${entryId}`)).status).toBe(404);
    const responses = await Promise.all([
      call(ann, `POST Waitlist/OrderHeld/${entryId}`),
      call(ann, `POST Waitlist/OrderHeld/${entryId}`),
    ]);
    const [orderId = 0] = responses.map(({ id }) => id);
    expect(responses.map(({ id }) => id)).toEqual([orderId, orderId]);
    expect(await entryOf(ann, title)).toBeUndefined();
    const shelf = async () =>
      (await call<HoldShelfCopy[]>(clerk, "GET Waitlist/GetHoldShelf")).data.filter(
        ({ inventoryId }) => inventoryId === title.itemId,
      );
    expect(await shelf()).toMatchObject([{ orderId, until: null }]);
    expect((await pack(orderId, 1)).isSuccess).toBe(true);
    expect(await shelf()).toEqual([]);
  });

  it("gets the copy from the hold shelf, which is on no other order's pick list", async () => {
    const { title } = await lendTitle(3);
    const [first, second, third] = title.copyIds;
    await join(ann, title);
    for (const copyId of [second, third]) await checkIn(copyId);
    const others = await fixture.order(bob, [[title, 1]]);
    const own = await fixture.order(ann, [[title, 1]]);
    expect(await copiesToPick(fixture.db, new Map([[title.itemId, 2]]))).toMatchObject([
      { copyNumber: 2, heldForOrderId: own },
      { copyNumber: 3, heldForOrderId: null },
    ]);
    const packAll = async (orderId: number) =>
      (await call<StaffOrder>(clerk, `POST Order/CheckOutAll/${orderId}`)).data.orderItems[0]?.orderInventoryItems[0];
    expect((await packAll(others))?.inventoryItem.copyNumber).toBe(3);
    await checkIn(first);
    expect((await packAll(own))?.inventoryItem.copyNumber).toBe(2);
  });

  it("can order the held copy from the cart, too", async () => {
    const { title } = await lendTitle();
    await join(ann, title);
    await checkIn(title.copyIds[0]);
    await fixture.order(ann, [[title, 1]]);
    expect([await entryOf(ann, title), await fixture.inStock(title)]).toEqual([undefined, 0]);
  });
});

describe("the email about a hold", () => {
  it("goes out after two minutes, with a link that orders the copy once, without a login, and not by opening it", async () => {
    const { title } = await lendTitle();
    await join(ann, title);
    await checkIn(title.copyIds[0]);
    await work();
    expect(await db.selectFrom("mails").select("kind").where("kind", "=", "copy-held").execute()).toEqual([]);
    const token = await tokenOfMail();
    for (let time = 0; time < 2; time += 1)
      expect((await call<object>(null, "POST Waitlist/GetOffer", { token })).data).toMatchObject({
        title: "Food Is Fun",
      });
    expect((await entryOf(ann, title))?.held?.until).toBeTruthy();
    const first = await call(null, "POST Waitlist/OrderOffer", { token });
    expect(first.isSuccess).toBe(true);
    expect((await call(null, "POST Waitlist/OrderOffer", { token })).id).toBe(first.id);
    expect((await call(ann, `GET Order/GetOrderForUser/${first.id}`)).status).toBe(200);
    expect(await call(null, "POST Waitlist/GetOffer", { token })).toMatchObject({
      isSuccess: false,
      reason: { kind: "hold-over" },
    });
    expect(await call(null, "POST Waitlist/OrderOffer", { token: "guessed" })).toMatchObject({
      reason: { kind: "hold-over" },
    });
    const { rows } =
      await sql`select from waitlist_offers where encode(token_hash, 'escape') like ${`%${token}%`}`.execute(db);
    expect(rows).toEqual([]);
  });

  it("isn't written if the check-in is undone in time, and the entry stays", async () => {
    const { title } = await lendTitle();
    await join(ann, title);
    const { data } = await checkIn(title.copyIds[0]);
    await desk.undo(data.eventId);
    expect(await takeLetters("copy-held")).toEqual([]);
    expect(await entryOf(ann, title)).toMatchObject({ place: 1, held: null });
    await checkIn(title.copyIds[0]);
    expect(await takeLetters("copy-held")).toHaveLength(1);
  });
});

describe("a hold", () => {
  it("passes to the next borrower when it expires, once for all instances, and the previous one gets an email", async () => {
    const { title } = await lendTitle();
    for (const borrower of [ann, bob]) await join(borrower, title);
    await checkIn(title.copyIds[0]);
    const token = await tokenOfMail();
    await sql`update waitlist_offers set until_at = now() - interval '1 second', emailed_at = now() where item_id = ${title.itemId} and closed_at is null`.execute(
      db,
    );
    expect(await call(null, "POST Waitlist/OrderOffer", { token })).toMatchObject({ reason: { kind: "hold-over" } });
    await Promise.all([advanceWaitlists(db), advanceWaitlists(db), advanceWaitlists(db)]);
    expect(await heldFor(title)).toEqual(["bob"]);
    expect(await entryOf(ann, title)).toBeUndefined();
    expect(await takeLetters("waitlist-ended")).toHaveLength(1);
    await expireHolds(title);
    expect([await heldFor(title), await fixture.inStock(title)]).toEqual([[], 1]);
  });

  it("skips a paused borrower, who keeps their spot", async () => {
    const { title } = await lendTitle(2);
    const pausedEntry = (await join(bob, title)).data;
    await call(bob, `POST Waitlist/Change/${pausedEntry.entryId}`, { isPaused: true });
    await join(cat, title);
    await checkIn(title.copyIds[0]);
    expect(await heldFor(title)).toEqual(["cat"]);
    await checkIn(title.copyIds[1]);
    expect(await fixture.inStock(title)).toBe(1);
    await call(bob, `POST Waitlist/Change/${pausedEntry.entryId}`, { isPaused: false });
    expect([await heldFor(title), await fixture.inStock(title)]).toEqual([["bob", "cat"], 0]);
    await call(bob, `POST Waitlist/Change/${pausedEntry.entryId}`, { isPaused: true });
    expect((await entryOf(bob, title))?.place).toBe(1);
    expect([await heldFor(title), await fixture.inStock(title)]).toEqual([["cat"], 1]);
  });

  it("passes to the next borrower when the first leaves, is blocked, or is anonymized", async () => {
    const [gone, blocked] = [await fixture.newBorrower("gone"), await fixture.newBorrower("blocked")];
    const { title } = await lendTitle();
    const { entryId } = (await join(ann, title)).data;
    for (const borrower of [gone, blocked, bob]) await join(borrower, title);
    await checkIn(title.copyIds[0]);
    await call(ann, `POST Waitlist/Leave/${entryId}`);
    expect((await call(ann, `POST Waitlist/Leave/${entryId}`)).isSuccess).toBe(true);
    expect(await heldFor(title)).toEqual(["gone"]);
    expect((await call(clerk, `POST Borrowers/Anonymize/${gone.borrowerId}`, {})).isSuccess).toBe(true);
    expect(await heldFor(title)).toEqual(["blocked"]);
    await fixture.setBorrower(blocked, { block_reason: "Lost much.", blocked_at: new Date() });
    await advanceWaitlists(db);
    expect(await heldFor(title)).toEqual(["bob"]);
  });
});

describe("a newly available copy goes on hold for the waitlist when", () => {
  it.each([
    [
      "an order is canceled",
      async (_title: Title, orderId: number) => call(clerk, `POST Order/Cancel/${orderId}`, { reason: "No." }),
    ],
    [
      "a line is reduced",
      async ({ itemId }: Title, orderId: number) => {
        const { version } = await desk.orderOf(orderId);
        return call(clerk, `POST Order/ChangeLines/${orderId}`, {
          version,
          lines: [{ inventoryId: itemId, quantity: 1 }],
        });
      },
    ],
    [
      "a copy is added or set active",
      async ({ itemId }: Title) => {
        await sql`insert into copies (item_id, copy_number, sku_number, is_inactive, inactive_reason)
        values (${itemId}, 9, 'B9', true, 'repair')`.execute(db);
        const { data } = await call<{ inventoryItems: object[] }>(clerk, `GET Inventory/Get/${itemId}`);
        const inventoryItems = data.inventoryItems.map((copy) => ({
          ...copy,
          isInactive: false,
          inactiveReason: null,
        }));
        return call(clerk, `POST Inventory/UpdateInventory/${itemId}`, { ...data, inventoryItems });
      },
    ],
    [
      "inspection is over",
      async ({ itemId }: Title) => {
        const { rows } = await sql<{
          copy_id: number;
        }>`insert into copies (item_id, copy_number, sku_number, is_inactive, inactive_reason)
        values (${itemId}, 9, 'B9', true, 'inspection') returning copy_id`.execute(db);
        return call(clerk, `POST Inspection/Move/${rows[0]?.copy_id}`, { from: "inspection", to: "shelf" });
      },
    ],
  ] as const)("%s", async (_cause, release) => {
    const title = await fixture.newTitle("Freed", 2);
    const orderId = await fixture.order(out, [[title, 2]]);
    await join(ann, title);
    expect((await release(title, orderId)).isSuccess).toBe(true);
    expect(await heldFor(title)).toEqual(["ann"]);
  });
});

it("a hold moves from a damaged copy to the next returned copy", async () => {
  const { title } = await lendTitle(2);
  await join(ann, title);
  const { data } = await checkIn(title.copyIds[0]);
  await desk.judge(data.returnId, "damaged");
  expect([await heldFor(title), (await entryOf(ann, title))?.place]).toEqual([[], 1]);
  await checkIn(title.copyIds[1]);
  expect(await heldFor(title)).toEqual(["ann"]);
});

it("a borrower can't renew a title with a waitlist; a clerk can", async () => {
  const { title, orderId } = await lendTitle();
  const until = async () => (await call<BorrowersOrder>(out, `GET Order/GetOrderForUser/${orderId}`)).data.renewable;
  expect(await until()).toBeTruthy();
  const { entryId } = (await join(ann, title)).data;
  expect(await until()).toBeNull();
  await call(ann, `POST Waitlist/Change/${entryId}`, { isPaused: true });
  expect(await until()).toBeTruthy();
  await call(ann, `POST Waitlist/Change/${entryId}`, { isPaused: false });
  expect(await call(out, `POST Order/RenewOwn/${orderId}`)).toMatchObject({
    isSuccess: false,
    reason: { kind: "renewal-awaited" },
  });
  expect(await call(clerk, `POST Order/Renew/${orderId}`)).toMatchObject({ isSuccess: true, isAwaited: true });
});

it("a waitlist entry shows when a copy should be ready, except while paused or the copies are overdue", async () => {
  const { title, orderId } = await lendTitle(2);
  const setDue = async (due: string) =>
    db.updateTable("orders").set({ return_date: due }).where("order_id", "=", orderId).execute();
  const { ways, loanDays, holdHours } = fixture.configuration;
  const ready = (due: string) => businessDaysAfter(due, ways.inspectionDays, []);
  await setDue(await dayIn(10));
  expect((await join(ann, title)).data.expectedOn).toBe(ready(await dayIn(10)));
  expect((await join(bob, title)).data.expectedOn).toBe(ready(await dayIn(10)));
  const { entryId, expectedOn } = (await join(cat, title)).data;
  expect(expectedOn).toBe(ready(await dayIn(10 + loanDays + holdHours / 24)));
  const response = await call<WaitlistEntry>(cat, `POST Waitlist/Change/${entryId}`, { isPaused: true });
  expect(response.data.expectedOn).toBeNull();
  await setDue(await dayIn(-1));
  expect((await entryOf(ann, title))?.expectedOn).toBeNull();
});

it("merged accounts keep the earlier spot on a waitlist", async () => {
  const [one, two] = [await fixture.newBorrower("one"), await fixture.newBorrower("two")];
  const { title } = await lendTitle();
  for (const borrower of [two, ann, one]) await join(borrower, title);
  await checkIn(title.copyIds[0]);
  expect(
    (await call(clerk, `POST Borrowers/Merge/${one.borrowerId}`, { fromBorrowerId: two.borrowerId })).isSuccess,
  ).toBe(true);
  expect([(await entryOf(one, title))?.place, (await entryOf(ann, title))?.place]).toEqual([1, 2]);
  expect(await heldFor(title)).toEqual(["one"]);
});

describe("the database forbids", () => {
  const insert = (entryId: number, { itemId }: Title, copyId = 0) =>
    sql`insert into waitlist_offers (entry_id, item_id, copy_id) values (${entryId}, ${itemId}, ${copyId})`.execute(db);

  it("a second entry on a waitlist, and holds of copies that are out, inactive, held, or of another title", async () => {
    const { title } = await lendTitle(3);
    const { entryId } = (await join(ann, title)).data;
    const second = (await join(bob, title)).data.entryId;
    await expect(
      sql`insert into waitlist_entries (item_id, borrower_id) values (${title.itemId}, ${ann.borrowerId})`.execute(db),
    ).rejects.toThrow("waitlist_entries_once");
    await expect(insert(entryId, title, title.copyIds[0])).rejects.toThrow("isn't available for waitlist entry");
    const other = await fixture.newTitle("Other", 1);
    await expect(insert(entryId, other, other.copyIds[0])).rejects.toThrow("isn't available for waitlist entry");
    await checkIn(title.copyIds[0]);
    await expect(insert(second, title, title.copyIds[0])).rejects.toThrow("waitlist_offers_one_per_copy");
    await checkIn(title.copyIds[1]);
    await fixture.setCopy(title.copyIds[1], { is_inactive: true });
    await expect(insert(second, title, title.copyIds[1])).rejects.toThrow("isn't available for waitlist entry");
  });
});
