import { describe, expect, it } from "vitest";
import { centsOf, dollars, isMoney, moneyOf, moneyText } from "./money.ts";

describe("an amount", () => {
  it.each([
    ["24.5", "24.50"],
    ["$1,024", "1024.00"],
    ["$ 0.07", "0.07"],
    ["007", "7.00"],
    ["3.", "3.00"],
    ["", ""],
  ])("typed as %j is stored as %j", (typed, stored) => {
    expect(moneyText(typed)).toBe(stored);
    expect(isMoney(stored)).toBe(true);
  });

  it.each(["-5", "1e3", "24.505", "123456", "about 20", "1.2.3"])("cannot be %j", (typed) => {
    expect(isMoney(moneyText(typed))).toBe(false);
  });

  it("converts to cents and displays as dollars", () => {
    expect(["", "0.07", "19.99", "99999.99"].map(centsOf)).toEqual([0, 7, 1999, 9_999_999]);
    expect([0, 7, 102_450].map(moneyOf)).toEqual(["0.00", "0.07", "1024.50"]);
    expect(dollars(102_450)).toBe("$1,024.50");
  });
});
