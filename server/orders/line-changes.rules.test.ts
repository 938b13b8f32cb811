import { describe, expect, it } from "vitest";
import { lineChanges } from "./orders.rules.ts";

const line = (order_line_id: number, item_id: number, quantity: number) => ({ order_line_id, item_id, quantity });
const lines = [line(1, 10, 2), line(2, 20, 1)];

describe("line changes", () => {
  it("are empty if the request equals the order", () => {
    expect(
      lineChanges(lines, [
        { itemId: 20, quantity: 1 },
        { itemId: 10, quantity: 2 },
      ]),
    ).toEqual([]);
  });

  it("include titles that are added, removed, or have another quantity", () => {
    expect(
      lineChanges(lines, [
        { itemId: 10, quantity: 3 },
        { itemId: 30, quantity: 1 },
      ]),
    ).toEqual([
      { itemId: 10, orderLineId: 1, before: 2, after: 3 },
      { itemId: 20, orderLineId: 2, before: 1, after: 0 },
      { itemId: 30, orderLineId: undefined, before: 0, after: 1 },
    ]);
  });

  it("include a title once", () => {
    expect(
      lineChanges(
        [],
        [
          { itemId: 10, quantity: 3 },
          { itemId: 10, quantity: 1 },
        ],
      ),
    ).toEqual([{ itemId: 10, orderLineId: undefined, before: 0, after: 1 }]);
  });
});
