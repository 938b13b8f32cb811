import { expect, it } from "vitest";
import { type CopyToPick, neededCopies, ordersInWords, picksInWords, picksOf } from "./packing.ts";

type Line = { of?: number; quantity: number; assigned?: number };
const anOrder = (orderId: number, ...lines: Line[]) => ({
  orderId,
  orderItems: lines.map(({ of = 1, quantity, assigned = 0 }) => ({
    quantity,
    inventory: { inventoryId: of, referenceNumber: `B${of}`, title: `Title ${of}`, language: "en", parts: "" },
    orderInventoryItems: Array.from({ length: assigned }, () => ({})),
  })),
});
const at = (shelfLocation: string, copyNumber: number, changes: Partial<CopyToPick> = {}): CopyToPick => ({
  inventoryId: 1,
  skuNumber: "B1",
  copyNumber,
  shelfLocation,
  heldForOrderId: null,
  ...changes,
});
const pickLines = (...input: Parameters<typeof picksOf>) =>
  picksOf(...input).map(({ place, item, copies, count, orders }) =>
    [
      place,
      `#${item.referenceNumber}`,
      copies.map(({ copyNumber }) => copyNumber).join("+"),
      count,
      ordersInWords(orders),
    ].join(" "),
  );

it("a pick list counts the copies of a title that orders still need, and names the orders", () => {
  const orders = [anOrder(1, { quantity: 3, assigned: 1 }), anOrder(2, { quantity: 1 }, { of: 2, quantity: 1, assigned: 1 })]; // prettier-ignore
  const picks = picksOf(orders, [at("A1", 2), at("A1", 3), at("A1", 5)]);
  expect(pickLines(orders, [at("A1", 2), at("A1", 3), at("A1", 5)])).toEqual(["A1 #B1 2+3+5 3 #1 (2), #2"]);
  expect(picksInWords(picks, orders)).toBe("3 copies for orders #1, #2");
  expect([...neededCopies(orders)]).toEqual([[1, 3]]);
});

it("a pick list is empty when everything is packed", () => {
  expect(picksOf([anOrder(1, { quantity: 1, assigned: 1 })], [at("A1", 2)])).toEqual([]);
});

it("a pick list follows the places of the copies, not of their titles, and repeats a title at each place", () => {
  const available = [
    at("B1", 1),
    at("A10", 2),
    at("B1", 3),
    at("A2", 1, { inventoryId: 2 }),
    at("C1", 1, { inventoryId: 3 }),
  ];
  const orders = [anOrder(1, { quantity: 3 }, { of: 2, quantity: 1 }), anOrder(2, { of: 3, quantity: 1 })];
  expect(pickLines(orders, available)).toEqual([
    "A2 #B2 1 1 #1",
    "A10 #B1 2 1 #1",
    "B1 #B1 1+3 2 #1 (2)",
    "C1 #B3 1 1 #2",
  ]);
});

it("a pick list begins with the order's copies on the hold shelf, and skips those of other orders", () => {
  const available = [at("A1", 1), at("A1", 2, { heldForOrderId: 2 }), at("A1", 3, { heldForOrderId: 9 })];
  expect(pickLines([anOrder(1, { quantity: 1 }), anOrder(2, { quantity: 1 })], available)).toEqual([
    "Hold shelf #B1 2 1 #2",
    "A1 #B1 1 1 #1",
  ]);
});

it("a pick list ends with copies without a place, then unavailable titles", () => {
  const orders = [anOrder(1, { quantity: 3 }, { of: 2, quantity: 1 })];
  expect(pickLines(orders, [at("", 1), at("Z9", 4)])).toEqual([
    "Z9 #B1 4 1 #1",
    "– #B1 1 1 #1",
    "None available #B1  1 #1",
    "None available #B2  1 #1",
  ]);
});
