import { expect, it } from "vitest";
import type { OrderDays } from "#contract/orders/orders.ts";
import { saveCalendar } from "#server/people/calendars/calendars.ts";
import { circulationFixture } from "#server/test/circulation-fixture.ts";

const fixture = await circulationFixture(); // on Monday, March 2, 2026
const ask = (query: string) => fixture.call<OrderDays | null>(null, `GET Cart/GetTeachingDays${query}`);

it("the dates that follow from teaching dates are public, and one date alone is both", async () => {
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

it.each([
  ["?teachFrom=2026-03-03&teachTo=2026-03-04", { kind: "teaching-days", cause: "too-soon", first: "2026-03-09" }],
  ["?teachFrom=2028-03-03", { kind: "teaching-days", cause: "too-late" }],
  ["?teachFrom=2026-05-01&teachTo=2026-08-01", { kind: "teaching-days", cause: "too-long", max: 60 }],
  ["?teachFrom=2026-05-02&teachTo=2026-05-01", { kind: "end-before-start" }],
])("impossible teaching dates are refused with the reason: %s", async (query, reason) => {
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
  // a later change of the calendar doesn't move a reservation
  await saveCalendar(fixture.db, { calendarId: 0, district: "", years: [], breaks: [] }, actor);
  expect((await fixture.call(ann, `GET Order/GetOrderForUser/${id}`)).data.days).toEqual(dates);
});
