import { expect, it } from "vitest";
import type { ClosedDays } from "#contract/orders/business-days.ts";
import { readConfiguration } from "#server/platform/configuration.ts";
import { testDatabase } from "#server/test/database.ts";
import { followTheDay } from "../upkeep.ts";
import { beginDays, storedDay } from "./planning.queries.ts";
import { libraryDay } from "./room.rules.ts";

const { db } = await testDatabase();
const ways: { inspectionDays: number; closed: ClosedDays } = { inspectionDays: 1, closed: [] };
const follow = (instant: string, timeZone: string, calendar = ways) => {
  const clock = { now: () => new Date(instant) };
  return followTheDay({ db, clock, configuration: readConfiguration({ TIME_ZONE: timeZone }) }, calendar);
};

it("the daily plan does nothing in a library without reservations", async () => {
  await follow("2026-03-02T20:00:00Z", "America/Los_Angeles");
  expect(await storedDay(db)).toBeUndefined();
});

it.each([
  // daylight saving time starts and ends; a year ends; the server was off for days; the clock was wrong
  ["2026-03-08T07:59:59Z", "America/Los_Angeles", "2026-03-07"],
  ["2026-03-08T08:00:00Z", "America/Los_Angeles", "2026-03-08"],
  ["2026-03-09T06:59:59Z", "America/Los_Angeles", "2026-03-08"],
  ["2026-03-09T07:00:00Z", "America/Los_Angeles", "2026-03-09"],
  ["2026-11-02T07:59:59Z", "America/Los_Angeles", "2026-11-01"],
  ["2026-11-02T08:00:00Z", "America/Los_Angeles", "2026-11-02"],
  ["2027-01-01T07:59:59Z", "America/Los_Angeles", "2026-12-31"],
  ["2027-01-01T08:00:00Z", "America/Los_Angeles", "2027-01-01"],
  ["2027-02-01T20:00:00Z", "America/Los_Angeles", "2027-02-01"],
  ["2026-10-24T21:59:59Z", "Europe/Zurich", "2026-10-24"],
  ["2026-10-24T22:00:00Z", "Europe/Zurich", "2026-10-25"],
  ["2026-10-25T23:00:00Z", "Europe/Zurich", "2026-10-26"],
  ["2026-03-28T22:59:59Z", "Europe/Zurich", "2026-03-28"],
  ["2026-03-28T23:00:00Z", "Europe/Zurich", "2026-03-29"],
  ["2026-03-29T21:59:59Z", "Europe/Zurich", "2026-03-29"],
  ["2026-03-29T22:00:00Z", "Europe/Zurich", "2026-03-30"],
])("the daily plan uses the library's day: at %s in %s it is %s", async (instant, timeZone, day) => {
  await beginDays(db, libraryDay("2026-03-02", { loanDays: 30, ...ways }));
  await follow(instant, timeZone);
  expect(await storedDay(db)).toMatchObject({ day, isPlanned: true });
});

it("the daily plan runs again for a changed calendar, and after a killed run", async () => {
  await follow("2026-03-02T20:00:00Z", "America/Los_Angeles");
  expect(await storedDay(db)).toMatchObject({ usualUntil: "2026-04-03" });
  const closed = [{ from: "2026-04-02", to: "2026-04-03" }];
  await follow("2026-03-02T20:00:00Z", "America/Los_Angeles", { ...ways, closed });
  expect(await storedDay(db)).toMatchObject({ day: "2026-03-02", usualUntil: "2026-04-07" });
  await db.updateTable("library_day").set({ is_planned: false }).execute();
  await follow("2026-03-02T20:00:00Z", "America/Los_Angeles", { ...ways, closed });
  expect(await storedDay(db)).toMatchObject({ isPlanned: true });
});
