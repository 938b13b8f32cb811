import { describe, expect, it } from "vitest";
import { readQuantity, stepQuantity } from "./quantity-stepper.tsx";

describe("a typed quantity", () => {
  it.each(["1", "5", " 3 ", "03"])("is accepted as a whole number within the limit: %j", (text) => {
    expect(readQuantity(text, 5)).toEqual({ ok: true, value: Number(text) });
  });

  it.each(["", "  ", "0", "-1", "two", "1.5", "1e0", "0x2"])(
    "counts as missing if it is not a whole number above zero: %j",
    (text) => {
      expect(readQuantity(text, 5)).toEqual({ ok: false, problem: "missing" });
    },
  );

  it.each(["6", "99999999999999999999"])("is too many above the limit: %s", (text) => {
    expect(readQuantity(text, 5)).toEqual({ ok: false, problem: "tooMany" });
  });
});

describe("the minus and plus buttons", () => {
  it("do not go above the limit", () => {
    expect(stepQuantity(5, 1, 5)).toEqual({ ok: false, problem: "tooMany" });
  });
});

describe("a stock below the limit", () => {
  it("limits typing and stepping", () => {
    expect(readQuantity("2", 5, 2)).toEqual({ ok: true, value: 2 });
    expect(readQuantity("3", 5, 2)).toEqual({ ok: false, problem: "aboveStock" });
    expect(readQuantity("6", 5, 2)).toEqual({ ok: false, problem: "tooMany" });
    expect(stepQuantity(2, 1, 5, 2)).toEqual({ ok: false, problem: "aboveStock" });
  });

  it("is the result of minus from a higher quantity, unless nothing is left", () => {
    expect(stepQuantity(5, -1, 5, 2)).toEqual({ ok: true, value: 2 });
    expect(stepQuantity(3, -1, 5, 0)).toEqual({ ok: false, problem: "aboveStock" });
    expect(stepQuantity(1, -1, 5, 0)).toBe("belowOne");
  });
});
