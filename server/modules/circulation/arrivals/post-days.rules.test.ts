import { expect, it } from "vitest";
import { daysOnTheWay, longestWay, medianOf, regionsOf, waysOfRegion } from "./post-days.rules.ts";

const way = (from_day: string, to_day: string, region = "937") => ({ region, from_day, to_day });
const settings = { leadDays: 5, trailDays: 6 };
const region = (out: [number | null, number], back: [number | null, number]) => ({
  region: "937",
  out_days: out[0],
  out_parcels: out[1],
  back_days: back[0],
  back_parcels: back[1],
});

it("counts business days on the way, without weekends and the library’s closed days", () => {
  expect(daysOnTheWay(way("2026-03-02", "2026-03-02"), [])).toBe(0);
  expect(daysOnTheWay(way("2026-03-02", "2026-03-06"), [])).toBe(4);
  expect(daysOnTheWay(way("2026-03-06", "2026-03-09"), [])).toBe(1); // over a weekend
  expect(daysOnTheWay(way("2026-03-02", "2026-03-06"), [{ from: "2026-03-03", to: "2026-03-04" }])).toBe(2);
});

it("takes the middle of the days, the later one of two", () => {
  expect([medianOf([]), medianOf([4]), medianOf([9, 2, 3]), medianOf([2, 5, 3, 20])]).toEqual([null, 4, 3, 5]);
});

it("leaves out what was under way for longer than any parcel is", () => {
  const forgotten = way("2026-01-05", "2026-03-20");
  expect(daysOnTheWay(forgotten, [])).toBeGreaterThan(longestWay);
  expect(regionsOf({ out: [forgotten, way("2026-03-02", "2026-03-04")], back: [] }, [])).toEqual([
    region([2, 1], [null, 0]),
  ]);
});

it("counts with the settings until five parcels are known, for each way alone", () => {
  expect(waysOfRegion(undefined, settings)).toEqual(settings);
  expect(waysOfRegion(region([2, 4], [3, 5]), settings)).toEqual({ leadDays: 5, trailDays: 3 });
  expect(waysOfRegion(region([2, 5], [3, 4]), settings)).toEqual({ leadDays: 3, trailDays: 6 });
});

it("has a parcel there a business day before it is needed, and gives one day back at least", () => {
  expect(waysOfRegion(region([0, 5], [0, 5]), settings)).toEqual({ leadDays: 1, trailDays: 1 });
});
