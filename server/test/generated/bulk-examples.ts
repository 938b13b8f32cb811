import type { TestApp } from "../app.ts";
import { anItem } from "../factories.ts";
import type { Examples } from "./examples.ts";

type Made = {
  anOrder: (of: { statusId: number; lent?: boolean }) => Promise<{ orderId: number }>;
  aClaim: () => Promise<number>;
};

export function bulkExamples(fixture: TestApp, { anOrder, aClaim }: Made): Examples {
  return {
    "POST Order/RenewMany": async () => {
      const { orderId } = await anOrder({ statusId: 3 });
      return { good: { body: { orders: [{ orderId, returnDate: null }] } }, bad: { body: { orders: [] } } };
    },
    "POST Reminders/Send": async () => {
      const { orderId } = await anOrder({ statusId: 3, lent: true });
      const due = { return_date: "2026-01-05" };
      await fixture.db.updateTable("orders").set(due).where("order_id", "=", orderId).execute();
      return { good: { body: { orderIds: [orderId] } }, bad: { body: { orderIds: [] } } };
    },
    "POST Inspection/MoveMany": async () => {
      const body = { inventoryItemIds: (await anItem(fixture, 1)).copyIds, from: "shelf", to: "inspection" };
      return { good: { body }, bad: { body: { ...body, inventoryItemIds: [] } } };
    },
    "POST Claims/SendLetters": async () => ({
      good: { body: { claimIds: [await aClaim()] } },
      bad: { body: { claimIds: [] } },
    }),
  };
}
