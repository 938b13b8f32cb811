import { changeCondition as changeConditionCall, type Condition } from "#contract/desk/returns.ts";
import { found } from "#server/refusals/http-error.ts";
import { recountStock, setCopyAside } from "#server/modules/stock/public.ts";
import type { Actor } from "#server/platform/record-audit.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { lockOrder } from "../order-changes.queries.ts";
import { traceOrder } from "../trace-order.ts";
import { lockCopyOf } from "./reopen-loan.ts";
import { asideFor } from "./returns.rules.ts";
import { returnById, setCondition } from "./returns.queries.ts";

type Found = { returnId: number; condition: Condition; note: string };

/**
 * Notes what the desk found. A copy with missing parts or damage is set aside until staff set it active; one that is
 * fine after all is lent again. Refused once the copy is on another order.
 */
export async function changeCondition(db: Database, { returnId, condition, note }: Found, actor: Actor): Promise<void> {
  await inTransaction(db, async (tx) => {
    const orderId = found(await returnById(tx, returnId)).order_id;
    await lockOrder(tx, orderId);
    const ended = found(await returnById(tx, returnId));
    await lockCopyOf(tx, ended);
    await traceOrder(tx, actor, { call: changeConditionCall.call, orderId }, async () => {
      await setCondition(tx, returnId, condition, note);
      const before = ended.condition === null ? null : asideFor[ended.condition];
      // a copy set inactive for another reason stays so
      if (before !== asideFor[condition]) await setCopyAside(tx, ended.copy_id, before, asideFor[condition]);
      await recountStock(tx, [ended.item_id]);
    });
  });
}
