import { expect, it } from "vitest";
import type { ActivityEntry } from "#contract/admin/activity-log.ts";
import type { BorrowersOrder } from "#contract/orders/orders.ts";
import type { FreeDays } from "#contract/orders/title-days.ts";
import { dayAfter } from "#contract/orders/business-days.ts";
import { newMailboxLink } from "#server/people/public.ts";
import { libraryJobs } from "#server/jobs.ts";
import { inTransaction } from "#server/platform/database.ts";
import { runJobSoon, scheduleJobs } from "#server/platform/jobs/jobs.queries.ts";
import { createLog } from "#server/platform/log.ts";
import { circulationFixture, type Person, type Title } from "#server/test/circulation-fixture.ts";
import { runDueJobs } from "#server/test/run-jobs.ts";
import { endUnconfirmedOrders } from "./cancel.ts";

// on Monday, March 2, 2026, at 10 a.m.
const fixture = await circulationFixture({ poolSize: 20 });
const { db, call, clock, newTitle, reserve } = fixture;
const start = clock.at;
const clerk = await fixture.newAdmin("clerk");
const desk = fixture.desk(clerk);
const hour = 3_600_000; // ms
const reason = "The email address wasn’t confirmed within 72 hours.";

let strangers = 0;
const aStranger = () => {
  const name = `stranger${(strangers += 1)}`;
  return fixture.newBorrower(name, { email_address: `${name}@school.example`, mailbox_confirmed_at: null });
};

/** Runs the job that cancels unconfirmed orders, like its schedule does. */
async function endOrders(): Promise<void> {
  await scheduleJobs(db, ["end-unconfirmed-orders"]);
  await runJobSoon(db, "end-unconfirmed-orders");
  const jobs = libraryJobs({ ...fixture, log: createLog("silent") });
  const due = jobs.filter(({ kind }) => kind === "end-unconfirmed-orders");
  expect(await runDueJobs(db, due)).toBe(1);
}
const letHoursPass = (hours: number) => clock.move(hours * hour);
const statusOf = async (orderId: number) => (await desk.orderOf(orderId)).statusName;

/** Places an unconfirmed borrower's order at the start of the test's time. */
async function anOrder() {
  clock.at = start;
  const [who, title] = [await aStranger(), await newTitle("Kit", 1)];
  return { who, title, orderId: (await reserve(who, [[title, 1]])).id };
}
type Placed = Awaited<ReturnType<typeof anOrder>>;

async function followLink({ borrowerId }: Person): Promise<unknown> {
  const link = await inTransaction(db, async (tx) => {
    const { email_address: address } = await tx
      .selectFrom("borrowers")
      .select("email_address")
      .where("borrower_id", "=", borrowerId)
      .executeTakeFirstOrThrow();
    return newMailboxLink(tx, { borrowerId: borrowerId ?? 0, address }, clock.at);
  });
  return call(null, "POST Account/ConfirmMailbox", { token: link.path.split("#").at(-1) });
}

/** Returns the days in 15 months when a title has no copies available. */
async function daysWithout({ itemId }: Title): Promise<string[]> {
  const days = new Map<string, number | null>();
  for (let month = 0; month < 16; month += 2) {
    const at = new Date(Date.UTC(2026, 2 + month, 1)).toISOString().slice(0, 10);
    const { data } = await call<FreeDays>(null, `GET Inventory/GetFreeDays?ids=${itemId}&from=${at}`);
    data.titles[0]?.free.forEach((free, index) => days.set(dayAfter(data.from, index), free));
  }
  return [...days].flatMap(([day, free]) => (free === 0 ? day : [])).toSorted();
}

it("two accounts with made-up mailboxes can’t tie up a one-copy title, and after 72 hours it’s available", async () => {
  const title = await newTitle("Only copy", 1);
  const accounts = [await aStranger(), await aStranger()];
  // the longest dates, one after another, until the library refuses
  for (let from = "2026-03-10"; from < "2027-03-30"; from = dayAfter(from, 7))
    for (const who of accounts) await reserve(who, [[title, 1]], `teachFrom=${from}&teachTo=${dayAfter(from, 59)}`);
  const taken = await daysWithout(title);
  expect(taken.length).toBeGreaterThan(0);
  expect(taken.at(-1)?.slice(0, 7)).toBe("2026-05");
  letHoursPass(73);
  await endOrders();
  expect(await daysWithout(title)).toEqual([]);
});

it("an unconfirmed borrower may reserve only 30 days ahead, and staff may choose later dates for them", async () => {
  clock.at = start;
  const [who, title] = [await aStranger(), await newTitle("Later", 1)];
  const refusal = {
    isSuccess: false,
    message:
      "To reserve dates after Wednesday, April 1, 2026, confirm your email address first. You can request the link on your account page.",
    reason: { kind: "teaching-days", cause: "unconfirmed", last: "2026-04-01" },
  };
  expect(await call(who, "GET Cart/GetTeachingDays?teachFrom=2026-04-02")).toMatchObject(refusal); // the cart shows it
  const { id: orderId } = await reserve(who, [[title, 1]], "teachFrom=2026-04-01");
  const far = { teachFrom: "2026-04-02", teachTo: "2026-04-02" };
  expect(await call(who, `POST Order/ChangeOwnDays/${orderId}`, far)).toMatchObject(refusal);
  const { version } = await desk.orderOf(orderId);
  expect(await call(clerk, `POST Order/ChangeDays/${orderId}`, { version, ...far })).toMatchObject({ isSuccess: true });
  await followLink(who);
  expect((await reserve(who, [[title, 1]], "teachFrom=2026-06-01")).isSuccess).toBe(true);
});

it("an unconfirmed borrower’s order is canceled after 72 hours: its copy is available, and its history says why", async () => {
  const { who, title, orderId } = await anOrder();
  const next = await fixture.newBorrower(`next${strangers}`);
  await call(next, `POST Waitlist/Join/${title.itemId}`);
  const confirmBy = "2026-03-05T18:00:00.000Z";
  expect((await call<BorrowersOrder>(who, `GET Order/GetOrderForUser/${orderId}`)).data).toMatchObject({ confirmBy });
  expect(await desk.orderOf(orderId)).toMatchObject({ confirmBy });

  letHoursPass(71);
  await endOrders();
  expect(await statusOf(orderId)).toBe("New");

  letHoursPass(1);
  await endOrders();
  const ended = { confirmBy: null, statusName: "Canceled", cancellation: { reason } };
  expect((await call<BorrowersOrder>(who, `GET Order/GetOrderForUser/${orderId}`)).data).toMatchObject(ended);
  expect(await desk.orderOf(orderId)).toMatchObject({ ...ended, changedByName: null, undo: { of: "cancellation" } });
  const { data: history } = await call<ActivityEntry[]>(
    clerk,
    `GET ActivityLog/GetEntries?kind=order&subjectId=${orderId}`,
  );
  expect(history).toMatchObject([
    {
      userName: "The library",
      call: "end-unconfirmed-orders",
      changes: [
        { field: "Status", before: "New", after: "Canceled" },
        { field: "Reason", before: null, after: reason },
      ],
    },
  ]);
  const offers = await db
    .selectFrom("waitlist_offers")
    .select("closed_at")
    .where("item_id", "=", title.itemId)
    .execute();
  expect(offers).toEqual([{ closed_at: null }]);
  const mails = await fixture.mails({ after: 3600, about: orderId });
  expect(mails.map(({ kind }) => kind)).toEqual(["order-received"]);
});

const scanCopy = async ({ orderId, title }: Placed) => desk.packCopy(orderId, title.copyIds[0]);
const decisions: Record<string, (placed: Placed) => Promise<unknown>> = {
  "its borrower followed the link": ({ who }) => followLink(who),
  "its borrower confirmed, and changed the address later": async ({ who }) => {
    await followLink(who);
    return fixture.setBorrower(who, { mailbox_confirmed_at: null });
  },
  "staff confirmed the address by phone": ({ who }) => call(clerk, `POST Borrowers/ConfirmByPhone/${who.borrowerId}`),
  "a copy was scanned for it": scanCopy,
  "a copy was scanned for it, and removed": async (placed) => {
    await scanCopy(placed);
    return fixture.undoLast(clerk, placed.orderId);
  },
  "staff wrote a note on it": ({ orderId }) => desk.save(orderId, 1, { orderNote: "Called; will confirm." }),
  "staff merged its account into another": async ({ who }) => {
    const { borrowerId } = await aStranger();
    return call(clerk, `POST Borrowers/Merge/${borrowerId}`, { fromBorrowerId: who.borrowerId });
  },
};

it.each(Object.entries(decisions))("an unconfirmed borrower’s order isn’t canceled if %s", async (_when, decide) => {
  const placed = await anOrder();
  letHoursPass(1);
  await decide(placed);
  expect((await desk.orderOf(placed.orderId)).confirmBy).toBeNull();
  letHoursPass(100);
  await endOrders();
  expect(await statusOf(placed.orderId)).not.toBe("Canceled");
});

it("printing papers doesn’t keep an unconfirmed borrower’s order, and a batch leaves it out and counts it", async () => {
  const toPack = async (ids = "") => {
    const { data, unconfirmed = 0 } = await call<{ orderId: number }[]>(clerk, `GET Order/GetToPack?ids=${ids}`);
    return { ids: data.map((order) => order.orderId), unconfirmed };
  };
  const { who, orderId } = await anOrder();
  const before = await toPack();
  expect(before.ids).not.toContain(orderId);
  expect((await toPack(`${orderId}`)).ids).toEqual([orderId]);
  expect((await call(clerk, `GET Order/PackingPapers?ids=${orderId}&paper=slips`)).status).toBe(200);
  expect((await desk.orderOf(orderId)).confirmBy).not.toBeNull();
  await followLink(who);
  const after = await toPack();
  expect(after.ids).toContain(orderId);
  expect(after.unconfirmed).toBe(before.unconfirmed - 1);
  const { orderId: endedOrder } = await anOrder();
  await call(clerk, `GET Order/PackingPapers?ids=${endedOrder}&paper=slips`);
  letHoursPass(73);
  await endOrders();
  expect(await statusOf(endedOrder)).toBe("Canceled");
});

it("an order that staff place for an unconfirmed caller isn’t canceled", async () => {
  clock.at = start;
  const [{ borrowerId }, { itemId }] = [await aStranger(), await newTitle("By phone", 1)];
  const lines = [{ inventoryId: itemId, quantity: 1 }];
  const { id } = await call(clerk, "POST Order/PlaceForCaller", { borrowerId, key: "press-of-the-clerk-1", lines });
  letHoursPass(100);
  await endOrders();
  expect(await statusOf(id)).toBe("New");
});

const confirmFirst = {
  message: "Please confirm your email address first. You can request the link on your account page.",
  reason: { kind: "unconfirmed" },
};

/** Fills and orders a cart with a copy; returns the limit that its page shows and the response to the order. */
async function limitAndOrder(who: Person, { itemId }: Title) {
  const { data: cart } = await call<string>(who, `POST Cart/AddItemToCart/${itemId}/1/false`);
  const { data: limit } = await call<object | null>(who, `GET Cart/GetLendingLimit/${cart}`);
  return { limit, order: await call(who, `POST Order/SaveOrder/0/${cart}`) };
}

it("an unconfirmed borrower's later orders are canceled with the first one, and then they have to confirm before ordering", async () => {
  const { who, title, orderId } = await anOrder();
  letHoursPass(48);
  await call(who, `POST Order/CancelOwn/${orderId}`, {});
  const { id: again } = await reserve(who, [[title, 1]]);
  expect(await desk.orderOf(again)).toMatchObject({ confirmBy: "2026-03-05T18:00:00.000Z" });
  await call(clerk, `POST Order/Cancel/${again}`, { reason: "Looks invented" });
  letHoursPass(24);
  expect(await limitAndOrder(who, title)).toMatchObject({ limit: confirmFirst, order: confirmFirst });
  const lines = [{ inventoryId: title.itemId, quantity: 1 }];
  const byPhone = { borrowerId: who.borrowerId, key: "press-of-the-clerk-2", lines };
  const { id: called } = await call(clerk, "POST Order/PlaceForCaller", byPhone);
  expect(await desk.orderOf(called)).toMatchObject({ statusName: "New", confirmBy: null });
  await call(clerk, `POST Order/Cancel/${called}`, { reason: "By phone" });
  await followLink(who);
  expect(await limitAndOrder(who, title)).toMatchObject({ limit: null, order: { isSuccess: true } });
});

it("a borrower who confirmed and changed the address has 72 hours from the first order after that", async () => {
  const { who, orderId } = await anOrder();
  await followLink(who);
  await call(who, `POST Order/CancelOwn/${orderId}`, {});
  letHoursPass(100);
  await fixture.setBorrower(who, { mailbox_confirmed_at: null });
  const { id: next } = await reserve(who, [[await newTitle("Next", 1), 1]]);
  expect(await desk.orderOf(next)).toMatchObject({ confirmBy: "2026-03-09T22:00:00.000Z" });
});

it("a borrower can’t undo a cancellation after the time to confirm has passed", async () => {
  const { who, orderId } = await anOrder();
  letHoursPass(71.99);
  await call(who, `POST Order/CancelOwn/${orderId}`, {});
  letHoursPass(0.02);
  expect(await fixture.undoLast(who, orderId)).toMatchObject({ isSuccess: false, ...confirmFirst });
});

it("staff can restore an order that was canceled, and it isn’t canceled again", async () => {
  const { title, orderId } = await anOrder();
  letHoursPass(73);
  await endOrders();
  expect(await fixture.undoLast(clerk, orderId)).toMatchObject({ isSuccess: true });
  await endOrders();
  expect(await desk.orderOf(orderId)).toMatchObject({ statusName: "New", cancellation: null, confirmBy: null });
  expect(await fixture.stockOf(title)).toMatchObject({ requested: 1 });
});

it("the job that cancels orders can be killed in the middle and run twice, and cancels each order once", async () => {
  const orders = [await anOrder(), await anOrder(), await anOrder()].map(({ orderId }) => orderId);
  letHoursPass(73);
  const killed = new AbortController();
  const stopping = {
    throwIfAborted() {
      killed.signal.throwIfAborted();
      killed.abort(); // after the first order
    },
  };
  await expect(endUnconfirmedOrders(fixture, stopping)).rejects.toThrow("aborted");
  expect(await Promise.all(orders.map(statusOf))).toEqual(["Canceled", "New", "New"]);
  await Promise.all([endUnconfirmedOrders(fixture), endUnconfirmedOrders(fixture), endUnconfirmedOrders(fixture)]);
  const events = await db.selectFrom("order_events").select("order_id").where("order_id", "in", orders).execute();
  expect(events.map(({ order_id }) => order_id).toSorted((a, b) => a - b)).toEqual(orders);
});

const rivals: Record<string, (placed: Placed) => Promise<unknown>> = {
  "the borrower confirms": ({ who }) => call(clerk, `POST Borrowers/ConfirmByPhone/${who.borrowerId}`),
  "a clerk scans a copy": scanCopy,
  "the borrower cancels": ({ who, orderId }) => call(who, `POST Order/CancelOwn/${orderId}`, {}),
  "a clerk cancels": ({ orderId }) => call(clerk, `POST Order/Cancel/${orderId}`, { reason: "By phone" }),
};

it.each(Object.entries(rivals))(
  "an order is canceled once or not at all if %s at the same moment",
  async (_when, act) => {
    for (let time = 0; time < 5; time += 1) {
      const placed = await anOrder();
      const { orderId, title } = placed;
      letHoursPass(73);
      await desk.orderOf(orderId); // logs the clerk in, so that both start at once
      await Promise.all([endUnconfirmedOrders(fixture), act(placed)]);
      await endUnconfirmedOrders(fixture);
      const { statusName, orderItems, cancellation } = await desk.orderOf(orderId);
      const packed = orderItems.flatMap(({ orderInventoryItems }) => orderInventoryItems).length;
      const isCanceled = statusName === "Canceled";
      expect(isCanceled).toBe(cancellation !== null);
      expect(packed === 0 || !isCanceled).toBe(true);
      expect(await fixture.stockOf(title)).toMatchObject({
        requested: isCanceled ? 0 : 1 - packed,
        checked_out: packed,
      });
      const events = await db.selectFrom("order_events").select("call").where("order_id", "=", orderId).execute();
      expect(events.length).toBeLessThanOrEqual(1);
    }
  },
);
