import { removeAllSkusFromOrderItem } from "#contract/circulation.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import type { Actor } from "#server/platform/record-audit.ts";
import type { Database } from "#server/platform/database.ts";
import { objectionToChangingCopies } from "../circulation.rules.ts";
import { releaseCopies } from "../order-changes.queries.ts";
import { changeCopies } from "./change-copies.ts";

/** Removes every copy from a line; succeeds if there are none. Returns the order's id. */
export async function undoCheckOut(db: Database, orderLineId: number, actor: Actor) {
  return changeCopies(db, { call: removeAllSkusFromOrderItem.call, orderLineId, actor }, async (tx, line) => {
    const objection = objectionToChangingCopies(line.status_id);
    if (objection) throw new Refusal(objection);
    return releaseCopies(tx, { orderId: line.order_id, orderLineId }, { at: actor.at, reason: "undone" });
  });
}
