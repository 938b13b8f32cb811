import { found, Refusal } from "#server/http/errors.ts";
import { recountStock } from "#server/modules/catalogue/public.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { objectionToChangingCopies } from "../circulation.rules.ts";
import { changeOrder, type Hand, lockOrderOfLine, releaseCopies } from "../order-changes.queries.ts";

/** Takes every copy off a line; when none is on it, that succeeds. Gives the order's id. */
export async function undoCheckOut(db: Database, orderLineId: number, hand: Hand): Promise<number> {
  return inTransaction(db, async (tx) => {
    const line = found(await lockOrderOfLine(tx, orderLineId));
    const objection = objectionToChangingCopies(line.status_id);
    if (objection) throw new Refusal(objection);
    const released = await releaseCopies(
      tx,
      { orderId: line.order_id, orderLineId },
      { at: hand.at, reason: "undone" },
    );
    if (released > 0) {
      await changeOrder(tx, line.order_id, hand.userId);
      await recountStock(tx, [line.item_id]);
    }
    return line.order_id;
  });
}
