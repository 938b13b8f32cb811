import { describe, expect, it } from "vitest";
import { businessDaysBefore, isBusinessDay } from "./business-days.ts";

const winter = [{ from: "2026-12-24", to: "2027-01-01" }];

describe("a business day", () => {
  it("is never a Saturday, a Sunday, or a closed day", () => {
    expect(["2026-12-18", "2026-12-19", "2026-12-20"].map((day) => isBusinessDay(day, []))).toEqual([
      true,
      false,
      false,
    ]);
    expect(["2026-12-23", "2026-12-24", "2027-01-01", "2027-01-04"].map((day) => isBusinessDay(day, winter))).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  it("isn't one if the library closes for just that day", () => {
    expect(isBusinessDay("2026-11-11", [{ from: "2026-11-11", to: "" }])).toBe(false);
  });
});

describe("counting back five business days", () => {
  it("skips the weekend", () => {
    expect(businessDaysBefore("2026-03-11", 5, [])).toBe("2026-03-04");
  });

  it("skips the closed days", () => {
    expect(businessDaysBefore("2027-01-05", 5, winter)).toBe("2026-12-18");
  });
});
