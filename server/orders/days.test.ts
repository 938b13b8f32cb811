import { expect, it } from "vitest";
import type { FreeDays, TitleOnDays } from "#contract/orders/title-days.ts";
import { maxTitles } from "#contract/orders/title-days.ts";
import { circulationFixture, type Title } from "#server/test/circulation-fixture.ts";

// one connection, which counts its statements; on Monday, March 2, 2026
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

async function ordered(title: Title, quantity: number, days: string) {
  const { data: cart } = await call<string>(
    teacher,
    `POST Cart/AddItemToCart/${title.itemId}/${quantity}/false?${days}`,
  );
  return call(teacher, `POST Order/SaveOrder/0/${cart}?${days}`);
}

it("availability of a page of titles has the copies for the dates, or the nearest dates with one", async () => {
  const [taken, partly, whole, none] = [
    await newTitle("Taken", 1),
    await newTitle("Partly", 3),
    await newTitle("Whole", 2),
    await newTitle("None", 0),
  ];
  expect((await ordered(taken, 1, week)).isSuccess).toBe(true);
  expect((await ordered(partly, 1, "teachFrom=2026-05-20")).isSuccess).toBe(true); // ships when the others are back
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
  expect((await ordered(title, 1, `teachFrom=${next}`)).isSuccess).toBe(true);
  expect((await onDays([title], `teachFrom=${next}`)).data).toMatchObject([{ free: 0 }]);
});

it("availability leaves out unknown titles, and is empty without dates", async () => {
  const title = await newTitle("Alone", 1);
  expect((await onDays([title, { itemId: 999_999, copyIds: [] }])).data).toEqual([free(title, 1)]);
  expect((await onDays([title], "")).data).toEqual([]);
  expect((await onDays([])).data).toEqual([]);
});

it("availability refuses impossible dates with the reason, and more titles than a page has", async () => {
  const title = await newTitle("Refused", 1);
  expect(await onDays([title], "teachFrom=2026-03-03")).toMatchObject({
    isSuccess: false,
    reason: { kind: "teaching-days", cause: "too-soon" },
  });
  const tooMany = Array.from({ length: maxTitles + 1 }, () => title);
  expect(await onDays(tooMany)).toMatchObject({ status: 400 });
});

it("the calendar of a title shows the available copies on each day of two months", async () => {
  const title = await newTitle("Calendar", 2);
  await ordered(title, 1, week);
  const { data } = await call<FreeDays>(null, `GET Inventory/GetFreeDays/${title.itemId}?from=2026-05-20`);
  expect(data).toMatchObject({ from: "2026-05-01", earliest: "2026-03-09", latest: "2027-04-06" });
  expect(data.free).toHaveLength(61);
  // a copy that ships for May 1 isn't back on May 4, when the other one ships, which is back in time for June 2
  const oneLeft = data.free.flatMap((count, at) => (count === 1 ? [at + 1] : []));
  expect([oneLeft[0], oneLeft.at(-1)]).toEqual([1, 32]);
  expect(data.free.filter((count) => count === 2)).toHaveLength(29);
  const now = await call<FreeDays>(null, `GET Inventory/GetFreeDays/${title.itemId}`);
  expect(now.data.from).toBe("2026-03-01");
  expect(now.data.free.slice(0, 9)).toEqual([...Array.from({ length: 8 }, () => null), 2]);
});
