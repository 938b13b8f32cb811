import { expect, it } from "vitest";
import type { BorrowersOrder, OrderDays, OwnOrderSummary } from "#contract/orders/orders.ts";
import type { FreeDays, TitleOnDays } from "#contract/orders/title-days.ts";
import { saveCalendar } from "#server/people/calendars/calendars.ts";
import { circulationFixture, type Person, type Title } from "#server/test/circulation-fixture.ts";

// on Monday, March 2, 2026
const fixture = await circulationFixture();
const { call, newTitle, newBorrower } = fixture;
const teacher = await newBorrower("days.teacher");

const week = "teachFrom=2026-05-11&teachTo=2026-05-15";
const onDays = async (titles: readonly Title[], days = week) =>
  call<TitleOnDays[]>(
    null,
    `GET Inventory/GetTitlesOnDays?ids=${titles.map(({ itemId }) => itemId).join("|")}&${days}`,
  );
const free = (title: Title, count: number) => ({ inventoryId: title.itemId, free: count, before: null, next: null });

const reserve = (title: Title, quantity: number, days: string) => fixture.reserve(teacher, [[title, quantity]], days);

it("availability of a page of titles has the copies for the dates, or the nearest dates with one", async () => {
  const [taken, partly, whole, none] = [
    await newTitle("Taken", 1),
    await newTitle("Partly", 3),
    await newTitle("Whole", 2),
    await newTitle("None", 0),
  ];
  expect((await reserve(taken, 1, week)).isSuccess).toBe(true);
  expect((await reserve(partly, 1, "teachFrom=2026-05-20")).isSuccess).toBe(true); // ships when the others are back
  const { data } = await onDays([taken, partly, whole, none]);
  expect(data.toSorted((one, other) => one.inventoryId - other.inventoryId)).toEqual([
    {
      inventoryId: taken.itemId,
      free: 0,
      before: { from: "2026-04-17", to: "2026-04-21" },
      next: { from: "2026-06-02", to: "2026-06-06" },
    },
    free(partly, 2),
    free(whole, 2),
    free(none, 0),
  ]);
});

it("availability agrees with orders: loans are available later, and stock may not be", async () => {
  const title = await newTitle("Out now", 1);
  await fixture.order(teacher, [[title, 1]]);
  expect((await onDays([title])).data).toEqual([free(title, 1)]);
  expect((await onDays([title], "teachFrom=2026-03-16")).data).toMatchObject([{ free: 0, before: null }]);
  const { data: before } = await onDays([title], "teachFrom=2026-03-16");
  const next = before[0]?.next?.from ?? "";
  expect((await reserve(title, 1, `teachFrom=${next}`)).isSuccess).toBe(true);
  expect((await onDays([title], `teachFrom=${next}`)).data).toMatchObject([{ free: 0 }]);
});

const freeDays = async (titles: readonly Title[], from = "") =>
  (await call<FreeDays>(null, `GET Inventory/GetFreeDays?ids=${titles.map(({ itemId }) => itemId).join("|")}${from}`))
    .data;

it("the calendar of a title shows the available copies on each day of two months", async () => {
  const title = await newTitle("Calendar", 2);
  await reserve(title, 1, week);
  const data = await freeDays([title], "&from=2026-05-20");
  expect(data).toMatchObject({ from: "2026-05-01", earliest: "2026-03-09", latest: "2027-04-06" });
  const [{ free } = { free: [] }] = data.titles;
  expect(free).toHaveLength(61);
  // a copy that ships for May 1 isn't back on May 4, when the other one ships, which is back in time for June 2
  const oneLeft = free.flatMap((count, at) => (count === 1 ? [at + 1] : []));
  expect([oneLeft[0], oneLeft.at(-1)]).toEqual([1, 32]);
  expect(free.filter((count) => count === 2)).toHaveLength(29);
  const now = await freeDays([title]);
  expect(now.from).toBe("2026-03-01");
  expect(now.titles[0]?.free.slice(0, 9)).toEqual([...Array.from({ length: 8 }, () => null), 2]);
});

it("the calendar of several titles counts each, skips unknown ones, and without titles has only its bounds", async () => {
  const [one, other] = [await newTitle("One of two", 1), await newTitle("Other of two", 3)];
  const { titles, ...bounds } = await freeDays([one, { itemId: 999_999, copyIds: [] }, other], "&from=2026-07-01");
  expect(titles.map(({ inventoryId, free }) => [inventoryId, free[0]])).toEqual([
    [one.itemId, 1],
    [other.itemId, 3],
  ]);
  expect(await freeDays([], "&from=2026-07-01")).toEqual({ ...bounds, titles: [] });
});

it("the calendar begins with the first month open for orders", async () => {
  const now = fixture.clock.at;
  fixture.clock.at = new Date("2026-03-27T18:00:00Z");
  try {
    expect(await freeDays([])).toMatchObject({ from: "2026-04-01", earliest: "2026-04-03" });
  } finally {
    fixture.clock.at = now;
  }
});

const add = (user: Person | null, { itemId }: Title, quantity: number, { days = "", cart = "", quick = false } = {}) =>
  call<string>(user, `POST Cart/AddItemToCart/${itemId}/${quantity}/${quick}/${cart}${days}`);

it("a title that is out of stock today can be added and ordered for dates, but not without", async () => {
  const title = await newTitle("Out today", 2);
  await fixture.order(await newBorrower("has.them.all"), [[title, 2]]);
  expect(await add(teacher, title, 1)).toMatchObject({
    isSuccess: false,
    message: "Only 0 in stock.",
    reason: { kind: "only-left", left: 0 },
  });
  const { data: cart, ...result } = await add(teacher, title, 2, { days: `?${week}` });
  expect(result).toMatchObject({ isSuccess: true, cartCount: 2, quantity: 2 });
  expect(await call(teacher, `POST Order/SaveOrder/0/${cart}`)).toMatchObject({ reason: { kind: "short-stock" } });
  expect((await call(teacher, `POST Order/SaveOrder/0/${cart}?${week}`)).isSuccess).toBe(true);
});

it("an addition beyond the available copies fails, with the nearest dates if no copy is available", async () => {
  const title = await newTitle("Nearly all booked", 3);
  await reserve(title, 2, week);
  const tooFew = await add(null, title, 2, { days: `?${week}` });
  expect(tooFew).toMatchObject({
    isSuccess: false,
    message: 'Only 1 of "Nearly all booked" available for those dates.',
    reason: { kind: "no-room", titles: [{ id: title.itemId, left: 1, before: null, next: null }] },
  });
  const { data: cart } = await add(null, title, 0, { days: `?${week}`, quick: true });
  expect(await add(null, title, 0, { days: `?${week}`, quick: true, cart })).toMatchObject({
    reason: { kind: "no-room" },
  });
  expect(await add(null, title, 3, { cart })).toMatchObject({ isSuccess: true, quantity: 3 }); // without dates, all are in stock

  await reserve(title, 1, week);
  expect(await add(null, title, 1, { days: `?${week}` })).toMatchObject({
    isSuccess: false,
    message:
      '"Nearly all booked" isn’t available for those dates. Available from Friday, April 17 to Tuesday, April 21, or from Tuesday, June 2 to Saturday, June 6.',
  });
});

const ask = (query: string) => fixture.call<OrderDays | null>(null, `GET Cart/GetTeachingDays${query}`);

it("the dates of a reservation are public, and a single teaching date counts as both", async () => {
  const week = { teachFrom: "2026-03-16", teachTo: "2026-03-20" };
  const { data } = await ask("?teachFrom=2026-03-16&teachTo=2026-03-20");
  expect(data).toEqual({
    shipBy: "2026-03-09",
    arriveBy: "2026-03-13",
    ...week,
    mailBackBy: "2026-03-20",
    dueBy: "2026-03-27",
  });
  expect((await ask("?teachTo=2026-03-16")).data).toMatchObject({ teachFrom: "2026-03-16", teachTo: "2026-03-16" });
  expect((await ask("")).data).toBeNull();
});

it("an order without dates says when to expect it in the cart, in the email, and on its page, and then when to mail it back", async () => {
  expect(await ask("")).toMatchObject({ data: null, expectBy: "2026-03-06" });
  expect(await ask("?teachFrom=2026-05-11")).toMatchObject({ expectBy: null });
  const { id } = await reserve(await newTitle("Right away", 1), 1, "");
  const [mail] = await fixture.mails({ about: id });
  const facts = mail?.letter.blocks.flatMap((block) => (block.is === "facts" ? block.facts : []));
  expect(facts).toContainEqual({ name: "Expect it by", value: "Fri, Mar 6" });

  const orderedAt = fixture.clock.at;
  const datesOn = async (day: string) => {
    fixture.clock.at = new Date(`${day}T18:00:00Z`);
    const { data } = await call<BorrowersOrder>(teacher, `GET Order/GetOrderForUser/${id}`);
    fixture.clock.at = orderedAt;
    return { expectBy: data.expectBy, back: data.back };
  };
  expect(await datesOn("2026-03-06")).toEqual({ expectBy: "2026-03-06", back: null });
  expect(await datesOn("2026-03-07")).toEqual({ expectBy: null, back: null });
  await fixture.desk(await fixture.newAdmin("days.shipping")).save(id, 3);
  expect(await datesOn("2026-03-03")).toEqual({
    expectBy: null,
    back: { mailBackBy: "2026-03-25", due: "2026-04-01" },
  });
  const { data: lists } = await call<{ activeOrders: OwnOrderSummary[] }>(
    teacher,
    `GET Account/GetOrdersByUserId/${teacher.userId}`,
  );
  const inList = lists.activeOrders.find(({ orderId }) => orderId === id);
  expect(inList?.back).toEqual({ mailBackBy: "2026-03-25", due: "2026-04-01" });
});

it.each([
  ["?teachFrom=2026-03-03&teachTo=2026-03-04", { kind: "teaching-days", cause: "too-soon", first: "2026-03-09" }],
  ["?teachFrom=2028-03-03", { kind: "teaching-days", cause: "too-late" }],
  ["?teachFrom=2026-05-01&teachTo=2026-08-01", { kind: "teaching-days", cause: "too-long", max: 60 }],
  ["?teachFrom=2026-05-02&teachTo=2026-05-01", { kind: "end-before-start" }],
])("impossible teaching dates fail with the reason: %s", async (query, reason) => {
  expect(await ask(query)).toMatchObject({ isSuccess: false, reason });
});

it("a borrower's dates skip the breaks of their district, both on screen and in orders", async () => {
  const [ann, clerk] = [await fixture.newBorrower("days.ann"), await fixture.newAdmin("days.clerk")];
  const breaks = [{ from: "2026-03-30", to: "2026-04-03", about: "Spring break" }];
  const actor = { userId: clerk.userId, at: fixture.clock.now() };
  await saveCalendar(fixture.db, { calendarId: 0, district: "Valley Unified", years: [], breaks }, actor);
  const week = "?teachFrom=2026-04-06&teachTo=2026-04-08";
  expect((await ask(week)).data).toMatchObject({ shipBy: "2026-03-30", arriveBy: "2026-04-03" });
  const { data: dates } = await fixture.call<OrderDays>(ann, `GET Cart/GetTeachingDays${week}`);
  expect(dates).toMatchObject({ shipBy: "2026-03-23", arriveBy: "2026-03-27" });

  const kit = await fixture.newTitle("Kit", 1);
  const { data: cart } = await fixture.call<string>(ann, `POST Cart/AddItemToCart/${kit.itemId}/1/false`);
  const { id } = await fixture.call(ann, `POST Order/SaveOrder/0/${cart}${week}`);
  expect((await fixture.call(ann, `GET Order/GetOrderForUser/${id}`)).data.days).toEqual(dates);
  const { data: own } = await fixture.call<BorrowersOrder>(ann, `GET Order/GetOrderForUser/${id}`);
  expect(own.back).toEqual({ mailBackBy: dates.mailBackBy, due: dates.dueBy });
  // a later change of the calendar doesn't move a reservation
  await saveCalendar(fixture.db, { calendarId: 0, district: "", years: [], breaks: [] }, actor);
  expect((await fixture.call(ann, `GET Order/GetOrderForUser/${id}`)).data.days).toEqual(dates);
});
