import { expect, it } from "vitest";
import { circulationFixture, type Person, type Title } from "#server/test/circulation-fixture.ts";

const fixture = await circulationFixture(); // on Monday, March 2, 2026
const { call, newTitle, newBorrower } = fixture;
const teacher = await newBorrower("adds.for.days");
const week = "?teachFrom=2026-05-11&teachTo=2026-05-15";

const add = (who: Person | null, { itemId }: Title, quantity: number, { days = "", cart = "", quick = false } = {}) =>
  call<string>(who, `POST Cart/AddItemToCart/${itemId}/${quantity}/${quick}/${cart}${days}`);

it("a title that is out of stock today can be added and ordered for dates, but not without", async () => {
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

it("adding more than are available for the dates is refused, with the nearest dates if none is", async () => {
  const title = await newTitle("Nearly all booked", 3);
  const { data: first } = await add(teacher, title, 2, { days: week });
  await call(teacher, `POST Order/SaveOrder/0/${first}${week}`);
  const tooFew = await add(null, title, 2, { days: week });
  expect(tooFew).toMatchObject({
    isSuccess: false,
    message: 'Only 1 of "Nearly all booked" available for those dates.',
    reason: { kind: "no-room", titles: [{ id: title.itemId, left: 1, before: null, next: null }] },
  });
  const { data: cart } = await add(null, title, 0, { days: week, quick: true });
  expect(await add(null, title, 0, { days: week, quick: true, cart })).toMatchObject({ reason: { kind: "no-room" } });
  expect(await add(null, title, 3, { cart })).toMatchObject({ isSuccess: true, quantity: 3 }); // without dates, all are in stock

  const { data: second } = await add(teacher, title, 1, { days: week });
  await call(teacher, `POST Order/SaveOrder/0/${second}${week}`);
  expect(await add(null, title, 1, { days: week })).toMatchObject({
    isSuccess: false,
    message:
      '"Nearly all booked" isn’t available for those dates. Available from Friday, April 17 to Tuesday, April 21, or from Tuesday, June 2 to Saturday, June 6.',
  });
});

it("adding for impossible dates, or an unknown or archived title, is refused", async () => {
  const title = await newTitle("Wrong days", 1);
  expect(await add(null, title, 1, { days: "?teachFrom=2026-03-03" })).toMatchObject({
    reason: { kind: "teaching-days", cause: "too-soon" },
  });
  expect((await add(null, { itemId: 999_999, copyIds: [] }, 1, { days: week })).status).toBe(404);
  await fixture.db.updateTable("copies").set({ is_inactive: true }).where("item_id", "=", title.itemId).execute();
  expect(await add(null, title, 1, { days: week })).toMatchObject({ reason: { kind: "no-room" } });
});
