import { describe, expect, it } from "vitest";
import { columnsOf, daysOfMonth, monthAfter, movesOf } from "./calendar-days.ts";

const stay = (leavesOn: string, backOn: string, orderId = 1) => ({
  orderId,
  schoolName: "Elm School",
  leavesOn,
  backOn,
  isOut: false,
  isLate: false,
});
const title = (stays: ReturnType<typeof stay>[]) => ({
  inventoryId: 7,
  title: "Kit",
  language: "en",
  referenceNumber: "KIT001",
  copies: 2,
  stays: [{ inventoryItemId: 70, copyNumber: 1, stays }],
});

describe("the reservation calendar", () => {
  it("has all days of a month, and the months around it", () => {
    expect(daysOfMonth("2028-02")).toHaveLength(29);
    expect(daysOfMonth("2026-12").at(-1)).toBe("2026-12-31");
    expect([monthAfter("2026-12", 1), monthAfter("2026-01", -1)]).toEqual(["2027-01", "2025-12"]);
  });

  it("lists departures and returns on each day, departures first", () => {
    const moves = movesOf(
      [title([stay("2026-05-04", "2026-05-20", 1), stay("2026-05-20", "2026-06-03", 2)])],
      "2026-05",
    );
    expect(
      moves.map(({ day, moves: all }) => [day, ...all.map(({ isBack, stay: { orderId } }) => [orderId, isBack])]),
    ).toEqual([
      ["2026-05-04", [1, false]],
      ["2026-05-20", [2, false], [1, true]],
    ]);
  });

  it("cuts a stay at the ends of the month", () => {
    expect(columnsOf(stay("2026-04-20", "2026-05-03"), "2026-05")).toEqual({ from: 1, to: 3 });
    expect(columnsOf(stay("2026-05-10", "2026-07-03"), "2026-05")).toEqual({ from: 10, to: 31 });
  });
});
