import { expect, it } from "vitest";
import { circulationFixture, type Person, type Title } from "#server/test/circulation-fixture.ts";

const fixture = await circulationFixture(); // it is Monday, March 2, 2026
const { call, newTitle, newBorrower } = fixture;
const teacher = await newBorrower("adds.for.days");
const week = "?teachFrom=2026-05-11&teachTo=2026-05-15";

const add = (who: Person | null, { itemId }: Title, quantity: number, { days = "", cart = "", quick = false } = {}) =>
  call<string>(who, `POST Cart/AddItemToCart/${itemId}/${quantity}/${quick}/${cart}${days}`);

it("adds and orders for days a title that is out today, and refuses it without days as before", async () => {
  const title = await newTitle("Out today", 2);
  await fixture.order(await newBorrower("has.them.all"), [[title, 2]]);
  expect(await add(teacher, title, 1)).toMatchObject({
    isSuccess: false,
    message: "Only 0 in stock.",
    reason: { kind: "only-left", left: 0 },
  });
  const { data: cart, ...added } = await add(teacher, title, 2, { days: week });
  expect(added).toMatchObject({ isSuccess: true, cartCount: 2, quantity: 2 });
  expect(await call(teacher, `POST Order/SaveOrder/0/${cart}`)).toMatchObject({ reason: { kind: "short-stock" } });
  expect((await call(teacher, `POST Order/SaveOrder/0/${cart}${week}`)).isSuccess).toBe(true);
});

it("refuses more than are free for the days, with the nearest days where none is", async () => {
  const title = await newTitle("Nearly all booked", 3);
  const { data: first } = await add(teacher, title, 2, { days: week });
  await call(teacher, `POST Order/SaveOrder/0/${first}${week}`);
  const few = await add(null, title, 2, { days: week });
  expect(few).toMatchObject({
    isSuccess: false,
    message: 'Only 1 of "Nearly all booked" free for those days.',
    reason: { kind: "no-room", titles: [{ id: title.itemId, left: 1, before: null, next: null }] },
  });
  const { data: cart } = await add(null, title, 0, { days: week, quick: true });
  expect(await add(null, title, 0, { days: week, quick: true, cart })).toMatchObject({ reason: { kind: "no-room" } });
  expect(await add(null, title, 3, { cart })).toMatchObject({ isSuccess: true, quantity: 3 }); // for now: all are there

  const { data: second } = await add(teacher, title, 1, { days: week });
  await call(teacher, `POST Order/SaveOrder/0/${second}${week}`);
  expect(await add(null, title, 1, { days: week })).toMatchObject({
    isSuccess: false,
    message:
      '"Nearly all booked" is not free for those days. Free from Friday, April 17 to Tuesday, April 21, or from Tuesday, June 2 to Saturday, June 6.',
  });
});

it("refuses days that nobody can have, a title that is not there, and one that is no longer lent", async () => {
  const title = await newTitle("Wrong days", 1);
  expect(await add(null, title, 1, { days: "?teachFrom=2026-03-03" })).toMatchObject({
    reason: { kind: "teaching-days", because: "too-soon" },
  });
  expect((await add(null, { itemId: 999_999, copyIds: [] }, 1, { days: week })).status).toBe(404);
  await fixture.db.updateTable("copies").set({ is_inactive: true }).where("item_id", "=", title.itemId).execute();
  expect(await add(null, title, 1, { days: week })).toMatchObject({ reason: { kind: "no-room" } });
});
