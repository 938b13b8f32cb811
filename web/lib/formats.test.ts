import { describe, expect, it } from "vitest";
import { formatDay, formatTime, machineDay } from "./formats.tsx";

describe("a date on a screen", () => {
  it("has the month, day, and year", () => {
    expect(formatDay("2026-03-04")).toBe("Mar 4, 2026");
  });

  it("has a short month in Spanish, and the full month in a sentence", () => {
    expect(formatDay("2026-03-04", "es")).toBe("4 mar 2026");
    expect(formatDay("2026-03-04", "es", true)).toBe("4 de marzo de 2026");
  });

  it("is the day in the site's time zone", () => {
    expect(machineDay("2026-03-05T06:30:00Z")).toBe("2026-03-04");
    expect(machineDay("2026-03-05T06:30:00Z", "Europe/Berlin")).toBe("2026-03-05");
  });

  it("does not shift a day without a time", () => {
    expect(machineDay("2026-03-01")).toBe("2026-03-01");
  });

  it("is undefined for text without a date", () => {
    expect(machineDay("soon")).toBeUndefined();
  });

  it("has the time in the site's time zone", () => {
    expect(formatTime("2026-03-05T06:30:00Z")).toBe("10:30 PM");
    expect(formatTime("2026-03-05T06:05:00Z", "Europe/Berlin")).toBe("7:05 AM");
    expect(formatTime("soon")).toBe("");
    expect(formatTime("2026-03-05T06:30:00Z", undefined, "es")).toBe("10:30 p. m.");
  });
});
