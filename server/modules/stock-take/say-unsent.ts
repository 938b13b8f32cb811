import type { Phone } from "#contract/stock-take/stock-takes.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import type { Actor } from "#server/platform/record-audit.ts";
import { found } from "#server/refusals/http-error.ts";
import { notePhone } from "./phones.queries.ts";
import { lockStockTake } from "./stock-take.queries.ts";

/** Notes how many scans a phone keeps, also of a closed stock-take, which may be reopened for them. */
export async function sayUnsent(db: Database, stockTakeId: number, phone: Phone, actor: Actor): Promise<void> {
  await inTransaction(db, async (tx) => {
    found(await lockStockTake(tx, stockTakeId, "its end")); // who closes it waits, or has closed it
    await notePhone(tx, stockTakeId, phone, actor);
  });
}
