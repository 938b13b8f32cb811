import { expect, it } from "vitest";
import type { LibrarySettings } from "#contract/admin/settings.ts";
import { followSettings } from "#server/admin/save-settings.ts";
import { circulationFixture, type Person, type Title } from "#server/test/circulation-fixture.ts";
import { setRules } from "#server/test/set-rules.ts";

// on Monday, March 2, 2026; a loan is 30 days
const fixture = await circulationFixture();
const { db, call, newTitle, reserve } = fixture;
const clerk = await fixture.newAdmin("clerk");
const desk = fixture.desk(clerk);
const reader = (name: string) => fixture.newBorrower(name, { email_address: `${name}@school.example` });

async function set(rules: Partial<LibrarySettings>) {
  await setRules(db, rules);
  await followSettings(db, fixture.configuration);
}
const requestedCounts = async () =>
  (await db.selectFrom("items").select("requested").orderBy("item_id").execute()).map((row) => row.requested);

/** Fills and orders a cart; returns the lending limit that its page shows and the response to the order. */
async function limitAndOrder(who: Person, requests: readonly (readonly [Title, number])[], days = "") {
  let cart = "";
  for (const [{ itemId }, quantity] of requests)
    cart = (await call<string>(who, `POST Cart/AddItemToCart/${itemId}/${quantity}/false/${cart}?${days}`)).data;
  const { data: limit } = await call<object | null>(who, `GET Cart/GetLendingLimit/${cart}?${days}`);
  return { limit, order: await call(who, `POST Order/SaveOrder/0/${cart}?${days}`) };
}

it("an order fails if its borrower would have too many copy-days, and the cart warns them first", async () => {
  await set({ maxCopyDays: 300 });
  const who = await reader("many");
  const [kit, more] = [await newTitle("Kit", 20), await newTitle("More", 20)];
  const { id: orderId } = await reserve(who, [
    [kit, 5],
    [more, 4],
  ]);
  const before = await requestedCounts();
  const message =
    "That’s more copies, for longer, than we lend to one person at a time. You can have 1 of these 2 copies for 30 days. " +
    "Order fewer copies, keep them for a shorter time, or return something first. If you need more, call or email us.";
  const reason = {
    kind: "lending-limit",
    of: "copy-days",
    max: 300,
    now: 330,
    title: "",
    copies: 2,
    days: 30,
    fits: 1,
  };
  const { limit, order } = await limitAndOrder(who, [[kit, 2]]);
  expect(order).toMatchObject({ isSuccess: false, message, reason });
  expect(limit).toEqual({ message, reason });
  expect(await requestedCounts()).toEqual(before);
  expect((await limitAndOrder(who, [[kit, 1]])).order.isSuccess).toBe(true);
  expect((await limitAndOrder(who, [[more, 1]])).order).toMatchObject({
    message: expect.stringContaining("With your other orders, you can’t have another copy for 30 days."),
    reason: { fits: 0 },
  });
  await desk.save(orderId, 4);
  expect(await limitAndOrder(who, [[kit, 2]])).toMatchObject({ limit: null, order: { isSuccess: true } });
});

it("copy-days run from shipping to the expected return, for teaching dates and for shipped copies", async () => {
  await set({ maxCopyDays: 100 });
  const kit = await newTitle("Dated", 20);
  // ships on May 4, is due on May 22
  const dates = "teachFrom=2026-05-11&teachTo=2026-05-15";
  expect(await limitAndOrder(await reader("five"), [[kit, 5]], dates)).toMatchObject({ limit: null });
  expect(
    (await limitAndOrder(await reader("six"), [[kit, 5]], "teachFrom=2026-05-11&teachTo=2026-05-19")).limit,
  ).toMatchObject({
    reason: { of: "copy-days", now: 110 },
  });
  const shipped = await reader("shipped");
  await desk.ship(shipped, [[kit, 2]], { shipDate: "2026-03-02", returnDate: "2026-03-12" });
  expect((await limitAndOrder(shipped, [[kit, 3]])).limit).toMatchObject({ reason: { now: 110 } });
  expect((await limitAndOrder(shipped, [[kit, 2]])).limit).toBeNull();
});

it("a borrower can’t have all copies of a title for longer than four months", async () => {
  await set({});
  const stranger = await reader("stranger");
  const rare = await newTitle("Only copy", 1);
  const first = await reserve(stranger, [[rare, 1]], "teachFrom=2026-03-16&teachTo=2026-05-14");
  expect(first.isSuccess).toBe(true);
  const { limit, order } = await limitAndOrder(stranger, [[rare, 1]], "teachFrom=2026-06-15&teachTo=2026-08-13");
  const reason = { kind: "lending-limit", of: "title", max: 120, title: "Only copy" };
  expect(limit).toMatchObject({ reason });
  expect(order).toMatchObject({
    isSuccess: false,
    reason,
    message:
      "You’d have “Only copy” for 146 days in all. The limit is 120. Choose fewer days, or leave it out of " +
      "this order. If you need it longer, call or email us.",
  });
  const another = await newTitle("Other", 1);
  const days = `teachFrom=2026-06-15&teachTo=2026-08-13&titles=${another.itemId}`;
  const other = await limitAndOrder(stranger, [[another, 1]], days);
  expect(other).toMatchObject({ limit: null, order: { isSuccess: true } });
});

it("a school nurse can borrow 30 copies of a title for three weeks, and 20 more copies", async () => {
  await set({});
  const nurse = await reader("nurse");
  const teeth = await newTitle("Healthy teeth", 30);
  const dates = "teachFrom=2026-04-06&teachTo=2026-04-24";
  for (let order = 0; order < 6; order += 1)
    expect(await limitAndOrder(nurse, [[teeth, 5]], dates)).toMatchObject({ limit: null, order: { isSuccess: true } });
  for (let order = 0; order < 5; order += 1)
    expect(await limitAndOrder(nurse, [[await newTitle(`More ${order}`, 4), 4]], dates)).toMatchObject({
      limit: null,
      order: { isSuccess: true },
    });
});

it("orders that arrive at once count each other’s copy-days", async () => {
  await set({ maxCopyDays: 300 });
  const who = await reader("hasty");
  const titles = await Promise.all(Array.from({ length: 6 }, (_, at) => newTitle(`Hasty ${at}`, 5)));
  const carts = titles.map(async ({ itemId }, at) => {
    const cartKey = `${at}`.repeat(32);
    await db.insertInto("carts").values({ cart_key: cartKey }).execute();
    await db.insertInto("cart_lines").values({ cart_key: cartKey, item_id: itemId, quantity: 5 }).execute();
    return cartKey;
  });
  const keys = await Promise.all(carts); // different titles, so the orders don't wait for each other's locks
  const answers = await Promise.all(keys.map((key) => call(who, `POST Order/SaveOrder/0/${key}`)));
  expect(answers.filter(({ isSuccess }) => isSuccess)).toHaveLength(2);
  const [repeated] = answers.flatMap(({ id, isSuccess }, at) => (isSuccess ? { id, key: keys[at] } : []));
  expect(await call(who, `POST Order/SaveOrder/0/${repeated?.key}`)).toMatchObject({ id: repeated?.id });
});

it("a borrower can’t pass the limit with longer dates, or by undoing a cancellation", async () => {
  await set({ maxCopyDays: 100 });
  const who = await reader("sly");
  const kit = await newTitle("Sly", 20);
  const { id: orderId } = await reserve(who, [[kit, 5]], "teachFrom=2026-05-11&teachTo=2026-05-15");
  const change = (to: string) =>
    call(who, `POST Order/ChangeOwnDays/${orderId}`, { teachFrom: "2026-05-11", teachTo: `2026-05-${to}` });
  expect(await change("12")).toMatchObject({ isSuccess: true });
  expect(await change("29")).toMatchObject({ isSuccess: false, reason: { kind: "lending-limit" } });
  await call(who, `POST Order/CancelOwn/${orderId}`, {});
  expect((await reserve(who, [[kit, 3]])).isSuccess).toBe(true);
  expect(await fixture.undoLast(who, orderId)).toMatchObject({ isSuccess: false, reason: { kind: "lending-limit" } });
  expect((await call(who, `GET Order/GetOrderForUser/${orderId}`)).data.statusName).toBe("Canceled");
});

it("a borrower who is over the limit can still shorten an order, and undo a cancellation", async () => {
  await set({ maxCopyDays: 300 });
  const who = await reader("over");
  const kit = await newTitle("Over", 20);
  const { id: orderId } = await reserve(who, [[kit, 5]], "teachFrom=2026-05-11&teachTo=2026-05-29");
  expect((await reserve(who, [[kit, 3]])).isSuccess).toBe(true);
  await set({ maxCopyDays: 100 });
  const change = (to: string) =>
    call(who, `POST Order/ChangeOwnDays/${orderId}`, { teachFrom: "2026-05-11", teachTo: `2026-05-${to}` });
  expect(await change("22")).toMatchObject({ isSuccess: true });
  expect(await change("22")).toMatchObject({ isSuccess: true });
  expect(await change("29")).toMatchObject({ isSuccess: false, reason: { kind: "lending-limit" } });
  fixture.clock.move(1000);
  await call(who, `POST Order/CancelOwn/${orderId}`, {});
  expect(await fixture.undoLast(who, orderId)).toMatchObject({ isSuccess: true });
  const { data: order } = await call(who, `GET Order/GetOrderForUser/${orderId}`);
  expect(order).toMatchObject({ statusName: "New", days: { teachTo: "2026-05-22" } });
});

const confirmFirst = { reason: { kind: "unconfirmed" } };

it.each([
  ["shared@school.example", "Shared@School.example"],
  ["plus+one@school.example", "plus+2@school.example"],
  ["ada.lovelace@gmail.com", "adalovelace+kits@googlemail.com"],
])("accounts with the mailbox of %s and %s share the limits of one borrower", async (first, second) => {
  await set({ maxCopyDays: 300 });
  const one = await fixture.newBorrower(`one-${first.slice(0, 4)}`, { email_address: first });
  const two = await fixture.newBorrower(`two-${first.slice(0, 4)}`, { email_address: second });
  const [kit, rare] = [await newTitle(`Kit of ${first}`, 20), await newTitle(`Rare of ${first}`, 1)];
  expect((await reserve(one, [[rare, 1]], "teachFrom=2026-03-16&teachTo=2026-05-14")).isSuccess).toBe(true);
  const days = "teachFrom=2026-06-15&teachTo=2026-08-13";
  const title = { reason: { kind: "lending-limit", of: "title", now: 146 } };
  expect(await limitAndOrder(two, [[rare, 1]], days)).toMatchObject({ limit: title, order: title });
  const copies = { reason: { kind: "lending-limit", of: "copy-days" } };
  expect(await limitAndOrder(two, [[kit, 5]], `titles=${kit.itemId}`)).toMatchObject({
    limit: null,
    order: { isSuccess: true },
  });
  expect(await limitAndOrder(one, [[kit, 5]])).toMatchObject({ limit: copies, order: copies });
});

it("orders that arrive at once from accounts with the same mailbox count each other’s copy-days", async () => {
  await set({ maxCopyDays: 200 });
  for (let round = 1; round <= 4; round += 1) {
    const accounts = await Promise.all(
      ["a", "b", "c"].map((name) =>
        fixture.newBorrower(`once-${name}${round}`, { email_address: `once${round}+${name}@school.example` }),
      ),
    );
    const keys = accounts.map((_, at) => `${round}${"abc"[at]}`.repeat(16));
    for (const cartKey of keys) {
      const { itemId } = await newTitle(`Once ${cartKey}`, 5);
      await db.insertInto("carts").values({ cart_key: cartKey }).execute();
      await db.insertInto("cart_lines").values({ cart_key: cartKey, item_id: itemId, quantity: 5 }).execute();
    }
    const answers = await Promise.all(accounts.map((who, at) => call(who, `POST Order/SaveOrder/0/${keys[at]}`)));
    expect(answers.filter(({ isSuccess }) => isSuccess)).toHaveLength(1);
  }
});

it("an unconfirmed account neither uses up nor shows what others with its email address borrow, and gets no limit of its own", async () => {
  await set({ maxCopyDays: 300 });
  const mailbox = { email_address: "victim@school.example" };
  const unconfirmed = { ...mailbox, mailbox_confirmed_at: null };
  const owner = await fixture.newBorrower("owner", mailbox);
  const [first, second] = [
    await fixture.newBorrower("first-stranger", unconfirmed),
    await fixture.newBorrower("second-stranger", unconfirmed),
  ];
  const kit = await newTitle("Owned", 60);
  expect((await reserve(owner, [[kit, 4]])).isSuccess).toBe(true); // 120
  const ordered = { limit: null, order: { isSuccess: true } };
  expect(await limitAndOrder(first, [[kit, 5]])).toMatchObject(ordered); // 150
  expect(await limitAndOrder(first, [[kit, 5]])).toMatchObject(ordered); // 300
  expect(await limitAndOrder(owner, [[kit, 5]])).toMatchObject(ordered); // 270
  expect(await limitAndOrder(second, [[kit, 1]])).toMatchObject({ limit: confirmFirst, order: confirmFirst });
  await fixture.setBorrower(first, { mailbox_confirmed_at: fixture.clock.at }); // 570 with the owner's
  const third = await fixture.newBorrower("third-stranger", unconfirmed);
  expect(await limitAndOrder(third, [[kit, 1]])).toMatchObject({ limit: confirmFirst, order: confirmFirst });
  expect((await limitAndOrder(owner, [[kit, 1]])).limit).toMatchObject({ reason: { of: "copy-days", now: 600 } });
  const lines = [{ inventoryId: kit.itemId, quantity: 1 }];
  const byPhone = { borrowerId: third.borrowerId, key: "press-of-the-clerk-3", lines };
  expect(await call(clerk, "POST Order/PlaceForCaller", byPhone)).toMatchObject({ isSuccess: true });
});
