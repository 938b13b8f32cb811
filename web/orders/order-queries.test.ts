import { describe, expect, it } from "vitest";
import { nextOrderAfter } from "./order-queries.ts";

const orders = [{ orderId: 9 }, { orderId: 7 }, { orderId: 4 }];

describe("nextOrderAfter", () => {
  it("returns the next newer order", () => {
    expect(nextOrderAfter(4, orders)).toBe(7);
    expect(nextOrderAfter(5, orders)).toBe(7);
  });

  it("returns the oldest order after the newest", () => {
    expect(nextOrderAfter(9, orders)).toBe(4);
    expect(nextOrderAfter(12, orders)).toBe(4);
  });

  it("never returns the current order", () => {
    expect(nextOrderAfter(4, [{ orderId: 4 }])).toBeUndefined();
    expect(nextOrderAfter(4, [])).toBeUndefined();
  });
});
