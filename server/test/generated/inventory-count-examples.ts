import { closeInventoryCount, markMissing, startInventoryCount } from "#contract/desk/inventory-counts.ts";
import type { TestApp } from "../app.ts";
import { anItem } from "../factories.ts";
import type { Examples } from "./examples.ts";

export function inventoryCountExamples(fixture: TestApp, admin: { token: string }): Examples {
  /** Starts an inventory count of everything, with a copy that nobody scans. */
  async function anInventoryCount() {
    const { copyIds } = await anItem(fixture);
    const { id } = (await fixture.call(startInventoryCount, { body: {} }, admin.token)).body;
    return { params: { id }, body: { inventoryItemIds: copyIds } };
  }
  async function aClosedOne() {
    const some = await anInventoryCount();
    await fixture.call(closeInventoryCount, { params: some.params, query: {} }, admin.token);
    return some;
  }
  const nowhere = { params: { id: 999_999 } };

  return {
    "POST InventoryCount/Start": async () => {
      await anItem(fixture);
      return { good: { body: {} }, bad: { body: { shelfPlace: "nowhere" } } };
    },
    "POST InventoryCount/Close/{id}": async () => ({
      good: { params: (await anInventoryCount()).params },
      bad: nowhere,
    }),
    "POST InventoryCount/Reopen/{id}": async () => ({ good: { params: (await aClosedOne()).params }, bad: nowhere }),
    "POST InventoryCount/MarkMissing/{id}": async () => ({ good: await aClosedOne(), bad: await anInventoryCount() }),
    "POST InventoryCount/UndoMissing/{id}": async () => {
      const some = await aClosedOne();
      await fixture.call(markMissing, some, admin.token);
      return { good: some, bad: await anInventoryCount() };
    },
    "GET InventoryCount/csv/{id}": async () => ({ good: { params: (await anInventoryCount()).params }, bad: nowhere }),
  };
}
