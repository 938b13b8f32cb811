import { describe, expect, it } from "vitest";
import type { Item } from "#contract/catalog/catalog.ts";
import { leftInWords, maxOf, whyNoMore, withOneMore } from "./requested-titles.tsx";
import { anOrder } from "#web/test/an-order.ts";

const [line] = anOrder({}).orderItems;
if (!line) throw new Error("The order has no line.");
const item = (inStock: number): Item => ({ ...line.inventory, inStock });

describe("requested titles", () => {
  it("grow by one copy at a time, up to the stock", () => {
    const one = withOneMore([], item(2));
    expect(one).toMatchObject([{ quantity: 1, held: 0 }]);
    const two = withOneMore(one, item(2));
    expect(two).toMatchObject([{ quantity: 2 }]);
    expect(withOneMore(two, item(2))).toMatchObject([{ quantity: 2 }]);
  });

  it("allow the order's own copies plus the stock, at most five", () => {
    expect(maxOf({ item: item(1), held: 2 })).toBe(3);
    expect(maxOf({ item: item(9), held: 2 })).toBe(5);
  });

  it("explain why a quantity can't grow", () => {
    expect(whyNoMore({ item: item(2), quantity: 2, held: 0 })).toBe("Only 2 in stock.");
    expect(whyNoMore({ item: item(0), quantity: 2, held: 2 })).toBe("No more in stock.");
    expect(whyNoMore({ item: item(9), quantity: 5, held: 0 })).toBe("Quantity cannot exceed five.");
  });

  it("show the remaining stock", () => {
    expect(leftInWords({ item: item(1), quantity: 2, held: 2 })).toBe("1 more in stock");
    expect(leftInWords({ item: item(0), quantity: 2, held: 2 })).toBe("None left in stock");
  });
});
