import { expect, it } from "vitest";
import { monthsOf, namesOf } from "./available-dates.tsx";

it("monthsOf puts each day of two months under its weekday", () => {
  const free = Array.from({ length: 31 + 30 }, (_, at) => (at < 3 ? null : at));
  const months = monthsOf({ from: "2026-05-01", free });
  expect(months.map(({ first, weeks }) => [first, weeks.length])).toEqual([
    ["2026-05-01", 6],
    ["2026-06-01", 5],
  ]);
  // May 1, 2026 is a Friday, June 1 a Monday
  expect(months[0]?.weeks[0]?.map((day) => day?.day)).toEqual([
    ...Array.from({ length: 5 }, () => undefined),
    "2026-05-01",
    "2026-05-02",
  ]);
  expect(months[0]?.weeks[0]?.[5]).toEqual({ day: "2026-05-01", free: null });
  expect(months[1]?.weeks[0]?.[1]).toEqual({ day: "2026-06-01", free: 31 });
  expect(months[1]?.weeks.every((week) => week.length === 7)).toBe(true);
});

it("namesOf names months, and weekdays from Sunday on, in both languages", () => {
  const { month, weekdays } = namesOf("en");
  expect([month("2026-03-01"), weekdays[0], weekdays[6]?.long]).toEqual([
    "March 2026",
    { short: "Sun", long: "Sunday" },
    "Saturday",
  ]);
  expect([namesOf("es").month("2026-03-01"), namesOf("es").weekdays[1]?.long]).toEqual(["marzo de 2026", "lunes"]);
});
