import { changeCondition as changeConditionCall, type Condition } from "#contract/desk/returns.ts";
import { missingOf } from "#contract/titles/parts.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { recountStock, setCopyAside } from "#server/modules/stock/public.ts";
import type { Actor } from "#server/platform/record-audit.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { missInCase } from "../cases/miss-in-case.ts";
import { lockOrder } from "../order-changes.queries.ts";
import { traceOrder } from "../trace-order.ts";
import { lockCopyOf } from "./reopen-loan.ts";
import { asideFor } from "./returns.rules.ts";
import { returnById, setCondition } from "./returns.queries.ts";

type Found = { returnId: number; condition: Condition; note: string; missingParts?: string | undefined };

/**
 * Notes what the desk found. A copy with missing parts or damage waits for inspection; one that is fine after all is
 * lent again. Refused once the copy is on another order.
 */
export async function changeCondition(db: Database, wish: Found, actor: Actor): Promise<void> {
  const { returnId, condition, note } = wish;
  await inTransaction(db, async (tx) => {
    const orderId = found(await returnById(tx, returnId)).order_id;
    await lockOrder(tx, orderId);
    const ended = found(await returnById(tx, returnId));
    await lockCopyOf(tx, ended);
    const missing = missingIn(wish, ended);
    if (missing === undefined) throw new Refusal({ kind: "no-such-parts" });
    await traceOrder(tx, actor, { call: changeConditionCall.call, orderId }, async () => {
      await setCondition(tx, returnId, { condition, note, missing });
      if (condition === "parts missing") await missInCase(tx, ended, missing);
      const before = ended.condition === null ? null : asideFor[ended.condition];
      // a copy set inactive for another reason stays so
      if (before !== asideFor[condition]) await setCopyAside(tx, ended.copy_id, before, asideFor[condition]);
      await recountStock(tx, [ended.item_id]);
    });
  });
}

/** What is missing of the copy; undefined when its title has no such parts. Omitted, it is what was noted before. */
function missingIn(wish: Found, ended: { parts: string; missing_parts: string }): string | undefined {
  if (wish.condition !== "parts missing") return "";
  return wish.missingParts === undefined ? ended.missing_parts : missingOf(ended.parts, wish.missingParts);
}
