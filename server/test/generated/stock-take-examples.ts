import { closeStockTake, markMissing, startStockTake } from "#contract/desk/stock-takes.ts";
import type { TestApp } from "../app.ts";
import { anItem } from "../factories.ts";
import type { Examples } from "./examples.ts";

/** The calls of stock-takes. */
export function stockTakeExamples(fixture: TestApp, admin: { token: string }): Examples {
  /** A stock-take of everything, with a copy that nobody scans. */
  async function aStockTake() {
    const { copyIds } = await anItem(fixture);
    const { id } = (await fixture.call(startStockTake, { body: {} }, admin.token)).body;
    return { params: { id }, body: { inventoryItemIds: copyIds } };
  }
  async function aClosedOne() {
    const some = await aStockTake();
    await fixture.call(closeStockTake, { params: some.params, query: {} }, admin.token);
    return some;
  }
  const nowhere = { params: { id: 999_999 } };

  return {
    "POST StockTake/Start": async () => {
      await anItem(fixture);
      return { good: { body: {} }, bad: { body: { shelfPlace: "nowhere" } } };
    },
    "POST StockTake/Close/{id}": async () => ({ good: { params: (await aStockTake()).params }, bad: nowhere }),
    "POST StockTake/Reopen/{id}": async () => ({ good: { params: (await aClosedOne()).params }, bad: nowhere }),
    "POST StockTake/MarkMissing/{id}": async () => ({ good: await aClosedOne(), bad: await aStockTake() }),
    "POST StockTake/UndoMissing/{id}": async () => {
      const some = await aClosedOne();
      await fixture.call(markMissing, some, admin.token);
      return { good: some, bad: await aStockTake() };
    },
    "GET StockTake/csv/{id}": async () => ({ good: { params: (await aStockTake()).params }, bad: nowhere }),
  };
}
