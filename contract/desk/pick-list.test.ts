import { expect, it } from "vitest";
import { type CopyToPick, lackingOf, ordersInWords, picksInWords, picksOf } from "./packing.ts";

type Line = { of?: number; quantity: number; assigned?: number };
const anOrder = (orderId: number, ...lines: Line[]) => ({
  orderId,
  orderItems: lines.map(({ of = 1, quantity, assigned = 0 }) => ({
    quantity,
    inventory: { inventoryId: of, referenceNumber: `B${of}`, title: `Title ${of}`, language: "en", parts: "" },
    orderInventoryItems: Array.from({ length: assigned }, () => ({})),
  })),
});
const at = (shelfPlace: string, copyNumber: number, more: Partial<CopyToPick> = {}): CopyToPick => ({
  inventoryId: 1,
  skuNumber: "B1",
  copyNumber,
  shelfPlace,
  heldForOrderId: null,
  ...more,
});
const told = (...asked: Parameters<typeof picksOf>) =>
  picksOf(...asked).map(({ place, item, copies, count, orders }) =>
    [
      place,
      `#${item.referenceNumber}`,
      copies.map(({ copyNumber }) => copyNumber).join("+"),
      count,
      ordersInWords(orders),
    ].join(" "),
  );

it("counts what orders still lack of a title, and says for which orders", () => {
  const orders = [anOrder(1, { quantity: 3, assigned: 1 }), anOrder(2, { quantity: 1 }, { of: 2, quantity: 1, assigned: 1 })]; // prettier-ignore
  const picks = picksOf(orders, [at("A1", 2), at("A1", 3), at("A1", 5)]);
  expect(told(orders, [at("A1", 2), at("A1", 3), at("A1", 5)])).toEqual(["A1 #B1 2+3+5 3 #1 (2), #2"]);
  expect(picksInWords(picks, orders)).toBe("3 copies for orders #1, #2");
  expect([...lackingOf(orders)]).toEqual([[1, 3]]);
});

it("is empty when everything is packed", () => {
  expect(picksOf([anOrder(1, { quantity: 1, assigned: 1 })], [at("A1", 2)])).toEqual([]);
});

it("walks along the places of the copies, not of their titles, and a title is at as many as it takes", () => {
  const free = [
    at("B1", 1),
    at("A10", 2),
    at("B1", 3),
    at("A2", 1, { inventoryId: 2 }),
    at("C1", 1, { inventoryId: 3 }),
  ];
  const orders = [anOrder(1, { quantity: 3 }, { of: 2, quantity: 1 }), anOrder(2, { of: 3, quantity: 1 })];
  expect(told(orders, free)).toEqual(["A2 #B2 1 1 #1", "A10 #B1 2 1 #1", "B1 #B1 1+3 2 #1 (2)", "C1 #B3 1 1 #2"]);
});

it("begins at the hold shelf with what waits there for an order, and leaves there what waits for another", () => {
  const free = [at("A1", 1), at("A1", 2, { heldForOrderId: 2 }), at("A1", 3, { heldForOrderId: 9 })];
  expect(told([anOrder(1, { quantity: 1 }), anOrder(2, { quantity: 1 })], free)).toEqual([
    "Hold shelf #B1 2 1 #2",
    "A1 #B1 1 1 #1",
  ]);
});

it("ends with what has no place, and then with what is not there", () => {
  const orders = [anOrder(1, { quantity: 3 }, { of: 2, quantity: 1 })];
  expect(told(orders, [at("", 1), at("Z9", 4)])).toEqual([
    "Z9 #B1 4 1 #1",
    "– #B1 1 1 #1",
    "None is free #B1  1 #1",
    "None is free #B2  1 #1",
  ]);
});
