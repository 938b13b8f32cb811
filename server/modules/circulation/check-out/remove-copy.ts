import { removeSkuFromOrderItem } from "#contract/circulation.ts";
import { HttpError } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import type { Actor } from "#server/platform/record-audit.ts";
import type { Database } from "#server/platform/database.ts";
import { objectionToRemovingOne } from "../circulation.rules.ts";
import { releaseCopies } from "../order-changes.queries.ts";
import { changeCopies } from "./change-copies.ts";

type Chosen = { orderLineId: number; assignmentId: number };

/** Removes one copy from a line; succeeds if it is already off. Returns the order's id. */
export async function removeCopy(db: Database, { orderLineId, assignmentId }: Chosen, actor: Actor) {
  return changeCopies(db, { call: removeSkuFromOrderItem.call, orderLineId, actor }, async (tx, line) => {
    if (!line.assignmentIds.includes(assignmentId)) throw new HttpError(404);
    const objection = objectionToRemovingOne(line.status_id);
    if (objection) throw new Refusal(objection);
    return releaseCopies(tx, { orderId: line.order_id, assignmentId }, { at: actor.at, reason: "undone" });
  });
}
