import { describe, expect, it } from "vitest";
import { nextInQueue } from "./order-queries.ts";

const waiting = [{ orderId: 9 }, { orderId: 7 }, { orderId: 4 }];

describe("the next new order", () => {
  it("is the one that came next", () => {
    expect(nextInQueue(4, waiting)).toBe(7);
    expect(nextInQueue(5, waiting)).toBe(7);
  });

  it("is the oldest after the youngest", () => {
    expect(nextInQueue(9, waiting)).toBe(4);
    expect(nextInQueue(12, waiting)).toBe(4);
  });

  it("is never the current order", () => {
    expect(nextInQueue(4, [{ orderId: 4 }])).toBeUndefined();
    expect(nextInQueue(4, [])).toBeUndefined();
  });
});
