import { describe, expect, it } from "vitest";
import { slipDates } from "./package.ts";

const calendar = { today: "2026-03-02", loanDays: 30, closed: [{ from: "2026-03-31", to: "" }] };

describe("the days on a packing slip", () => {
  it("are known before the parcel ships: as if it shipped today", () => {
    expect(slipDates({ shipDate: null, returnDate: null }, calendar)).toEqual({
      due: "2026-04-01",
      postBy: "2026-03-24", // Mar 31 is closed, and 28 and 29 are a weekend
    });
  });

  it("are those of the order once it has them", () => {
    expect(slipDates({ shipDate: "2026-03-10", returnDate: null }, calendar).due).toBe("2026-04-09");
    expect(slipDates({ shipDate: "2026-03-10", returnDate: "2026-03-20" }, calendar)).toEqual({
      due: "2026-03-20",
      postBy: "2026-03-13",
    });
  });
});
