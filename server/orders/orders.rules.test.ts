import { describe, expect, it } from "vitest";
import {
  freeSlots,
  hasShipped,
  isStale,
  lineChanges,
  objectionToChangingCopies,
  objectionToCopy,
  objectionToRemovingOne,
  shippingDays,
  stateOf,
} from "./orders.rules.ts";

describe("an order's status", () => {
  it("is active for New, Processing, and Shipped", () => {
    expect([1, 2, 3, 4].map((status) => stateOf(status).isActive)).toEqual([true, true, true, false]);
  });

  it("allows assigning and removing copies until the order is returned", () => {
    expect([1, 2, 3].map(objectionToChangingCopies)).toEqual([undefined, undefined, undefined]);
    expect(objectionToChangingCopies(4)).toEqual({ kind: "order-returned" });
  });

  it("allows removing a single copy only while Processing", () => {
    expect([1, 2, 3, 4].map((status) => objectionToRemovingOne(status) === undefined)).toEqual([
      false,
      true,
      false,
      false,
    ]);
  });

  it("is unknown beyond the five", () => {
    for (const status of [0, 6, -1, Number.NaN]) expect(() => stateOf(status)).toThrow(RangeError);
  });
});

describe("a copy", () => {
  const copy = { item_id: 7, is_inactive: false, order_id: null, is_held: false };
  it("can be assigned if it is an active copy of the title, without an order or a hold", () => {
    expect(objectionToCopy(copy, 7)).toBeUndefined();
    expect(objectionToCopy({ ...copy, order_id: 3 }, 7)).toEqual({ kind: "copy-not-available" });
    expect(objectionToCopy({ ...copy, is_inactive: true }, 7)).toEqual({ kind: "copy-not-available" });
    expect(objectionToCopy({ ...copy, is_held: true }, 7)).toEqual({ kind: "copy-held" });
    expect(objectionToCopy({ ...copy, order_id: 3 }, 8)).toEqual({ kind: "copy-of-another-title" });
  });
});

it("freeSlots returns the open slots of a line", () => {
  expect(freeSlots(3, [])).toEqual([1, 2, 3]);
  expect(freeSlots(3, [2])).toEqual([1, 3]);
  expect(freeSlots(2, [2, 1])).toEqual([]);
});

it("a form is stale with another version, but not without one", () => {
  expect([isStale(1, 2), isStale(0, 1), isStale(2, 2), isStale(null, 2), isStale(undefined, 2)]).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

describe("shipping dates", () => {
  const dueAfter = (day: string) => `${day} + loan`;
  it("fill in only if empty when the order ships", () => {
    const empty = { statusId: 3, shipDate: null, returnDate: null };
    expect(shippingDays(empty, "today", dueAfter)).toEqual({ shipDate: "today", returnDate: "today + loan" });
    expect(shippingDays({ ...empty, shipDate: "then" }, "today", dueAfter)).toEqual({
      shipDate: "then",
      returnDate: "then + loan",
    });
    expect(shippingDays({ ...empty, returnDate: "later" }, "today", dueAfter)).toEqual({
      shipDate: "today",
      returnDate: "later",
    });
  });

  it("stay unchanged in every other status", () => {
    for (const statusId of [1, 2, 4]) {
      expect(shippingDays({ statusId, shipDate: null, returnDate: null }, "today", dueAfter)).toEqual({
        shipDate: null,
        returnDate: null,
      });
    }
  });
});

it("an order has shipped if it has a ship date or a status that follows shipping", () => {
  const shipped = (status_id: number, ship_date: string | null) => hasShipped({ status_id, ship_date });
  expect([shipped(1, null), shipped(2, null), shipped(3, null), shipped(4, null)]).toEqual([false, false, true, true]);
  expect([shipped(1, "2026-01-01"), shipped(2, "2026-01-01")]).toEqual([true, true]);
});

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

  it("include added and removed titles, and changed quantities", () => {
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
