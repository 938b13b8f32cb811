import { describe, expect, it } from "vitest";
import { orderList } from "./desk-queries.ts";
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

describe("order list filters", () => {
  it("report an end date before the start date", () => {
    const filters = orderList.read(new URLSearchParams("dueto=2026-03-01&duefrom=2026-03-02"));
    expect(orderList.trouble(filters)).toMatchObject({ name: "dueto" });
  });
});
