import { describe, expect, it } from "vitest";
import { slipDates } from "./package.ts";

const calendar = { today: "2026-03-02", loanDays: 30, closed: [{ from: "2026-03-31", to: "" }] };

describe("the dates on a packing slip", () => {
  it("are those of an order shipped today until it ships", () => {
    expect(slipDates({ shipDate: null, returnDate: null }, calendar)).toEqual({
      due: "2026-04-01",
      mailBackBy: "2026-03-24", // the library is closed on Mar 31, and Mar 28 and 29 are a weekend
    });
  });

  it("are those of the teaching dates until the return date moves", () => {
    const days = { mailBackBy: "2026-03-20", dueBy: "2026-03-27" };
    const own = { due: "2026-03-27", mailBackBy: "2026-03-20" };
    expect(slipDates({ shipDate: null, returnDate: null, days }, calendar)).toEqual(own);
    expect(slipDates({ shipDate: "2026-03-10", returnDate: "2026-03-27", days }, calendar)).toEqual(own);
    expect(slipDates({ shipDate: "2026-03-10", returnDate: "2026-04-08", days }, calendar)).toEqual({
      due: "2026-04-08",
      mailBackBy: "2026-04-01",
    });
  });

  it("are the order's own dates once it has them", () => {
    expect(slipDates({ shipDate: "2026-03-10", returnDate: null }, calendar).due).toBe("2026-04-09");
    expect(slipDates({ shipDate: "2026-03-10", returnDate: "2026-03-20" }, calendar)).toEqual({
      due: "2026-03-20",
      mailBackBy: "2026-03-13",
    });
  });
});
