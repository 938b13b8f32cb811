import { expect, it } from "vitest";
import { chooseDay, dayForKey, monthAfter, namesOf, weeksOf } from "./calendar-days.ts";

it("weeksOf puts each day of a month under its weekday", () => {
  // May 1, 2026 is a Friday
  const may = weeksOf("2026-05-01");
  expect(may).toHaveLength(6);
  expect(may[0]).toEqual([...Array.from({ length: 5 }, () => undefined), "2026-05-01", "2026-05-02"]);
  expect(may.at(-1)).toEqual(["2026-05-31", ...Array.from({ length: 6 }, () => undefined)]);
  // February 1, 2026 is a Sunday, and the month has four whole weeks
  expect(weeksOf("2026-02-01").map((week) => week.filter(Boolean).length)).toEqual([7, 7, 7, 7]);
});

it("monthAfter returns the first day of a later or an earlier month", () => {
  expect([monthAfter("2026-01-31", 0), monthAfter("2026-12-05", 1), monthAfter("2026-01-31", -1)]).toEqual([
    "2026-01-01",
    "2027-01-01",
    "2025-12-01",
  ]);
});

it("namesOf names months, days, and weekdays from Sunday on, in both languages", () => {
  const { month, day, weekdays } = namesOf("en");
  expect([month("2026-03-01"), day("2026-03-03"), weekdays[0], weekdays[6]?.long]).toEqual([
    "March 2026",
    "Tuesday, March 3",
    { short: "Sun", long: "Sunday" },
    "Saturday",
  ]);
  const spanish = namesOf("es");
  expect([spanish.month("2026-03-01"), spanish.day("2026-03-03"), spanish.weekdays[1]?.long]).toEqual([
    "marzo de 2026",
    "martes, 3 de marzo",
    "lunes",
  ]);
});

it("chooseDay takes the first day, then the last, and begins again with an earlier or a third one", () => {
  const first = chooseDay(undefined, "2026-03-03");
  expect(first).toEqual({ from: "2026-03-03" });
  const week = chooseDay(first, "2026-03-07");
  expect(week).toEqual({ from: "2026-03-03", to: "2026-03-07" });
  expect(chooseDay(first, "2026-03-03")).toEqual({ from: "2026-03-03", to: "2026-03-03" });
  expect(chooseDay(first, "2026-03-02")).toEqual({ from: "2026-03-02" });
  expect(chooseDay(week, "2026-03-05")).toEqual({ from: "2026-03-05" });
});

const bounds = { earliest: "2026-03-09", latest: "2027-04-06" };

it.each([
  ["ArrowRight", "2026-03-31", "2026-04-01"],
  ["ArrowLeft", "2026-04-01", "2026-03-31"],
  ["ArrowDown", "2026-03-30", "2026-04-06"],
  ["ArrowUp", "2026-04-06", "2026-03-30"],
  ["Home", "2026-03-18", "2026-03-15"],
  ["End", "2026-03-18", "2026-03-21"],
  ["PageDown", "2026-08-31", "2026-09-30"],
  ["PageUp", "2026-05-31", "2026-04-30"],
])("the key %s moves from %s to %s", (key, from, to) => {
  expect(dayForKey(key, from, bounds)).toBe(to);
});

it("keys stop at the first and last days open for orders", () => {
  expect(dayForKey("ArrowLeft", bounds.earliest, bounds)).toBe(bounds.earliest);
  expect(dayForKey("ArrowUp", "2026-03-12", bounds)).toBe("2026-03-12");
  expect(dayForKey("Home", "2026-03-12", bounds)).toBe(bounds.earliest);
  expect(dayForKey("PageUp", "2026-04-02", bounds)).toBe(bounds.earliest);
  expect(dayForKey("PageDown", "2027-03-31", bounds)).toBe(bounds.latest);
});

it("dayForKey leaves other keys alone", () => {
  for (const key of ["Enter", " ", "Tab", "a"]) expect(dayForKey(key, "2026-03-12", bounds)).toBeUndefined();
});
