import { expect, it } from "vitest";
import type { Order } from "#contract/orders/orders.ts";
import { saveCalendar } from "#server/people/calendars/calendars.ts";
import { circulationFixture } from "#server/test/circulation-fixture.ts";

const fixture = await circulationFixture();
const { db } = fixture;
const [ann, clerk] = [await fixture.newBorrower("ann"), await fixture.newAdmin("clerk")];
const kit = await fixture.newTitle("Kit", 1);
const actor = { userId: clerk.userId, at: fixture.clock.now() };
/** Sets the clock to noon of a day in Los Angeles. */
const on = (day: string) => (fixture.clock.at = new Date(`${day}T19:00:00Z`));

it("due dates, also of renewals, are days on which the school can mail a package, unless staff enter another", async () => {
  on("2026-03-02");
  const orderId = await fixture.order(ann, [[kit, 1]]);
  const ship = (days: object) => fixture.call(clerk, "POST Order/UpdateOrder/", { orderId, statusId: 3, ...days });
  expect((await ship({})).data).toMatchObject({ shipDate: "2026-03-02", returnDate: "2026-04-01" });

  // spring break begins on March 30, and a renewal until May 15 would end in a long weekend
  const breaks = [
    { from: "2026-03-30", to: "2026-04-10", about: "Spring break" },
    { from: "2026-05-15", to: "2026-05-18", about: "" },
  ];
  await saveCalendar(db, { calendarId: 0, district: "Valley Unified", years: [], breaks }, actor);
  const { data: order } = await fixture.call<Order>(ann, `GET Order/GetOrderForUser/${orderId}`);
  expect(order.returnDate, "what was mailed stays").toBe("2026-04-01");
  expect((await ship({ shipDate: "2026-03-02" })).data).toMatchObject({ returnDate: "2026-04-20" }); // mailed on April 13
  expect((await ship({ returnDate: "2026-04-15" })).data).toMatchObject({ returnDate: "2026-04-15" });

  on("2026-04-13");
  const offered = await fixture.call<{ renewableUntil: string }>(ann, `GET Order/GetOrderForUser/${orderId}`);
  expect(offered.data.renewableUntil).toBe("2026-05-26"); // mailed on May 19
  expect((await fixture.call<Order>(ann, `POST Order/RenewOwn/${orderId}`)).data.returnDate).toBe("2026-05-26");
});

it("due dates also move past the library's closed days", async () => {
  const [section] = [{ days: [{ from: "2026-04-13", to: "2026-04-14", about: "" }] }];
  const saved = await fixture.call(clerk, "POST Site/SaveSection", {
    section: "closedDays",
    version: 0,
    content: section,
  });
  expect(saved.isSuccess).toBe(true);
  on("2026-03-02");
  const title = await fixture.newTitle("Other kit", 1);
  const orderId = await fixture.order(ann, [[title, 1]]);
  const { data } = await fixture.call(clerk, "POST Order/UpdateOrder/", { orderId, statusId: 3 });
  expect(data.returnDate).toBe("2026-04-22"); // mailed on April 15
});
