import { assignSkuToOrderItem } from "#contract/circulation.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { copyById } from "#server/modules/stock/public.ts";
import type { Actor } from "#server/platform/record-audit.ts";
import type { Database } from "#server/platform/database.ts";
import { freeSlots, objectionToChangingCopies, objectionToCopy } from "../circulation.rules.ts";
import { insertAssignments } from "../order-changes.queries.ts";
import { changeCopies } from "./change-copies.ts";

type Chosen = { orderLineId: number; copyId: number };

/** Assigns a particular copy, scanned or chosen by hand, to a line. Returns the order's id. */
export async function assignCopy(db: Database, { orderLineId, copyId }: Chosen, actor: Actor) {
  return changeCopies(db, { call: assignSkuToOrderItem.call, orderLineId, actor }, async (tx, line) => {
    const copy = found(await copyById(tx, copyId));
    // Scanning the same copy twice is refused too: answering "assigned" would count one book as two.
    const objection = objectionToChangingCopies(line.status_id) ?? objectionToCopy(copy, line.item_id);
    if (objection) throw new Refusal(objection);
    const [slot] = freeSlots(line.quantity, line.taken);
    if (slot === undefined) throw new Refusal({ kind: "line-full" });
    await insertAssignments(tx, line, [{ copyId, slot }], actor);
    return true;
  });
}
