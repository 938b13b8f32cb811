import { undoCheckOutOfCopy as undoCall } from "#contract/desk/resolve.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import type { Actor } from "#server/platform/record-audit.ts";
import type { Database } from "#server/platform/database.ts";
import { objectionToUndoingCheckOut } from "../circulation.rules.ts";
import { lineOfAssignment, releaseCopies } from "../order-changes.queries.ts";
import { changeCopies } from "./change-copies.ts";

/** Takes one copy off its order again; succeeds if it is already off. */
export async function undoCheckOutOfCopy(db: Database, assignmentId: number, actor: Actor): Promise<void> {
  const orderLineId = found(await lineOfAssignment(db, assignmentId));
  await changeCopies(db, { call: undoCall.call, orderLineId, actor }, async (tx, line) => {
    const objection = objectionToUndoingCheckOut(line.status_id);
    if (objection) throw new Refusal(objection);
    return releaseCopies(tx, { orderId: line.order_id, assignmentId }, { at: actor.at, reason: "undone" });
  });
}
