import { describe, expect, it } from "vitest";
import { addDays, dayOf, endOfDay, rangeOfDays, startOfDay, today } from "./clock.ts";

const losAngeles = "America/Los_Angeles";

describe("today in a time zone", () => {
  it("is still yesterday in California after the next day starts in Greenwich", () => {
    const clock = { now: () => new Date("2026-01-15T07:59:59Z") };
    expect(today(clock, losAngeles)).toBe("2026-01-14");
    expect(today(clock, "UTC")).toBe("2026-01-15");
    expect(today({ now: () => new Date("2026-01-15T08:00:00Z") }, losAngeles)).toBe("2026-01-15");
  });
});

describe("the bounds of a day", () => {
  it("are 23 hours apart when clocks spring forward and 25 when they fall back", () => {
    expect(startOfDay("2026-03-08", losAngeles).toISOString()).toBe("2026-03-08T08:00:00.000Z");
    expect(endOfDay("2026-03-08", losAngeles).toISOString()).toBe("2026-03-09T07:00:00.000Z");
    expect(startOfDay("2026-11-01", losAngeles).toISOString()).toBe("2026-11-01T07:00:00.000Z");
    expect(endOfDay("2026-11-01", losAngeles).toISOString()).toBe("2026-11-02T08:00:00.000Z");
  });

  it("start at one o'clock when midnight is skipped, and at the first of two midnights", () => {
    expect(startOfDay("2018-11-04", "America/Sao_Paulo").toISOString()).toBe("2018-11-04T03:00:00.000Z");
    expect(startOfDay("2018-02-18", "America/Sao_Paulo").toISOString()).toBe("2018-02-18T03:00:00.000Z");
    expect(startOfDay("2025-11-02", "America/Havana").toISOString()).toBe("2025-11-02T04:00:00.000Z");
  });

  it.each([
    losAngeles,
    "America/Sao_Paulo",
    "America/Havana",
    "Asia/Kathmandu",
    "Pacific/Kiritimati",
    "Africa/Cairo",
    "Australia/Lord_Howe",
  ])("leave no gap or overlap on any day of fourteen months in %s", (zone) => {
    for (let day = "2018-02-01"; day < "2019-04-01"; day = addDays(day, 1)) {
      const start = startOfDay(day, zone);
      expect(dayOf(start, zone)).toBe(day);
      expect(dayOf(new Date(start.getTime() - 1000), zone) < day).toBe(true);
      expect(endOfDay(day, zone)).toEqual(startOfDay(addDays(day, 1), zone));
    }
  });

  it("are refused for an invalid day", () => {
    expect(() => startOfDay("2026-02-31", losAngeles)).toThrow("Not a day: 2026-02-31");
    expect(() => startOfDay("tomorrow", losAngeles)).toThrow(RangeError);
  });
});

it("a range of days runs from the start of the first to the end of the last, and is open where one is missing", () => {
  const [from, before] = [new Date("2026-01-01T00:00:00Z"), new Date("2026-01-02T00:00:00Z")];
  const [startDate, endDate] = ["2026-01-01", "2026-01-01"];
  expect(rangeOfDays({ startDate, endDate }, "UTC")).toEqual({ from, before });
  expect(rangeOfDays({ startDate: null, endDate }, "UTC")).toEqual({ before });
  expect(rangeOfDays({ startDate, endDate: null }, "UTC")).toEqual({ from });
});

it("a range of days whose end is before its start is refused", () => {
  expect(() => rangeOfDays({ startDate: "2026-01-02", endDate: "2026-01-01" }, "UTC")).toThrow(
    expect.objectContaining({ reason: { kind: "end-before-start" } }),
  );
});
