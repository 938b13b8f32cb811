import { expect, it } from "vitest";
import { anOrder } from "#web/features/circulation/edit-order/an-order.test-data.ts";
import { picksOf } from "./pick-list.ts";

it("counts what orders still lack of a title, and says for which orders", () => {
  const one = { ...anOrder({ lines: [{ quantity: 3, assigned: 1 }] }), orderId: 1 };
  const two = { ...anOrder({ lines: [{ quantity: 1, assigned: 0 }, { quantity: 1, assigned: 1 }] }), orderId: 2 }; // prettier-ignore
  expect(picksOf([one, two]).map(({ item, copies, orders }) => [item.inventoryId, copies, orders])).toEqual([
    [
      1,
      3,
      [
        { orderId: 1, copies: 2 },
        { orderId: 2, copies: 1 },
      ],
    ],
  ]);
});

it("is empty when everything is packed", () => {
  expect(picksOf([anOrder({ lines: [{ quantity: 1, assigned: 1 }] })])).toEqual([]);
});

it("goes along the shelves as one walks, and ends with what has no place", () => {
  const at = (orderId: number, shelfPlace: string) => {
    const order = anOrder({ lines: [{ quantity: 1, assigned: 0 }] });
    const orderItems = order.orderItems.map((line) => ({
      ...line,
      inventory: { ...line.inventory, inventoryId: orderId, shelfPlace },
    }));
    return { ...order, orderId, orderItems };
  };
  const places = picksOf([at(1, ""), at(2, "A10"), at(3, "A2"), at(4, "B1")]).map(({ item }) => item.shelfPlace);
  expect(places).toEqual(["A2", "A10", "B1", ""]);
});
