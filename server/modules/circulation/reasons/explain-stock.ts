import { copyReasons, reasonsOnAPage, type StockReasons } from "#contract/titles/stock-reasons.ts";
import type { Database } from "#server/platform/database.ts";
import { found } from "#server/refusals/http-error.ts";
import { copiesNotFree, ordersThatWait, sumOfStock } from "./stock-reasons.queries.ts";

const mostOrders = 20;

type Wish = { itemId: number; page: number; today: string };

/** How the stock of a title adds up, with a page of the copies that cannot be ordered and why. */
export async function explainStock(db: Database, wish: Wish): Promise<{ data: StockReasons; total: number }> {
  const { itemId, page, today } = wish;
  const { in_stock: inStock, counts, promised, booked_soon: bookedSoon } = found(await sumOfStock(db, itemId));
  const total = counts.reduce((sum, { reason, count }) => sum + (reason === "free" ? 0 : count), 0);
  const part = { itemId, today, reasons: copyReasons, limit: reasonsOnAPage, offset: (page - 1) * reasonsOnAPage };
  const sorted = counts.toSorted((one, other) => copyReasons.indexOf(one.reason) - copyReasons.indexOf(other.reason));
  const copies = await copiesNotFree(db, part);
  return {
    data: { inStock, counts: sorted, promised, bookedSoon, ...(await ordersThatWait(db, itemId, mostOrders)), copies },
    total,
  };
}
