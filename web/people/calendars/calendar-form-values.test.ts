import { describe, expect, it } from "vitest";
import type { ReadDays } from "#contract/people/calendars.ts";
import { type CalendarFormValues, calendarProblems, withDays, withNextYear } from "./calendar-form-values.ts";

const year = { from: "2026-08-12", to: "2027-06-04" };
const winter = { from: "2026-12-21", to: "2027-01-01", about: "Winter break" };
const values = (changes: Partial<CalendarFormValues> = {}): CalendarFormValues => ({
  district: "Valley Unified",
  years: [year],
  breaks: [winter],
  ...changes,
});
const day = (kind: ReadDays["kind"], from: string, about = ""): ReadDays => ({ kind, from, to: "", about });

describe("copying a school year to the next", () => {
  it("keeps the dates on the same weekdays", () => {
    const old = { from: "2025-11-11", to: "", about: "Veterans Day" };
    expect(withNextYear(values({ breaks: [old, winter] }))).toEqual(
      values({
        years: [year, { from: "2027-08-11", to: "2028-06-02" }],
        breaks: [old, winter, { ...winter, from: "2027-12-20", to: "2027-12-31" }],
      }),
    );
  });

  it("needs a school year with both dates", () => {
    expect([
      withNextYear(values({ years: [] })),
      withNextYear(values({ years: [{ from: "2026-08-12", to: "" }] })),
    ]).toEqual([undefined, undefined]);
  });

  it("gives a valid calendar, even when done twice", () => {
    const calendar = withNextYear(withNextYear(values()) ?? values());
    expect(calendarProblems(calendar ?? values({ years: [] }))).toEqual([]);
    expect(calendar?.years.map(({ from }) => from)).toEqual(["2026-08-12", "2027-08-11", "2028-08-09"]);
  });
});

describe("dates from a file", () => {
  it("become named breaks without repeats, and school years", () => {
    const fileDays = [
      day("first", "2027-08-11"),
      day("last", "2027-06-04"),
      day("last", "2028-06-02"),
      day("break", "2026-11-11", "Veterans Day"),
      { ...day("break", "2026-12-21", "Winter recess"), to: "2027-01-01" },
    ];
    const nameless = { from: "2026-11-11", to: "2026-11-11", about: "" };
    expect(withDays(values({ breaks: [nameless, winter] }), fileDays)).toEqual(
      values({
        years: [year, { from: "2027-08-11", to: "2028-06-02" }],
        breaks: [{ from: "2026-11-11", to: "", about: "Veterans Day" }, winter],
      }),
    );
  });
});
