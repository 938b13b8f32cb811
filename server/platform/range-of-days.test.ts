import { expect, it } from "vitest";
import { rangeOfDays } from "./range-of-days.ts";

it("is from the start of the first day to the end of the last, and open where a day is missing", () => {
  const [from, before] = [new Date("2026-01-01T00:00:00Z"), new Date("2026-01-02T00:00:00Z")];
  const [startDate, endDate] = ["2026-01-01", "2026-01-01"];
  expect(rangeOfDays({ startDate, endDate }, "UTC")).toEqual({ from, before });
  expect(rangeOfDays({ startDate: null, endDate }, "UTC")).toEqual({ before });
  expect(rangeOfDays({ startDate, endDate: null }, "UTC")).toEqual({ from });
});

it("requires the end of a search not to be before its start", () => {
  expect(() => rangeOfDays({ startDate: "2026-01-02", endDate: "2026-01-01" }, "UTC")).toThrow(
    expect.objectContaining({ reason: { kind: "end-before-start" } }),
  );
});
