import { describe, expect, it } from "vitest";
import { orderList } from "./desk-queries.ts";
import { nextOrderAfter } from "./order-queries.ts";

const waiting = [{ orderId: 9 }, { orderId: 7 }, { orderId: 4 }];

describe("the next new order", () => {
  it("is the one placed next", () => {
    expect(nextOrderAfter(4, waiting)).toBe(7);
    expect(nextOrderAfter(5, waiting)).toBe(7);
  });

  it("is the oldest one after the newest", () => {
    expect(nextOrderAfter(9, waiting)).toBe(4);
    expect(nextOrderAfter(12, waiting)).toBe(4);
  });

  it("is never the current order", () => {
    expect(nextOrderAfter(4, [{ orderId: 4 }])).toBeUndefined();
    expect(nextOrderAfter(4, [])).toBeUndefined();
  });
});

describe("the filters of the order list", () => {
  it("report an end date before its start", () => {
    const filters = orderList.read(new URLSearchParams("dueto=2026-03-01&duefrom=2026-03-02"));
    expect(orderList.trouble(filters)).toMatchObject({ name: "dueto" });
  });
});
