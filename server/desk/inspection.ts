import {
  type CopyPlace,
  moveCopies as moveCopiesCall,
  moveCopy as moveCopyCall,
  type MoveOutcome,
} from "#contract/desk/returns.ts";
import { found, oneByOne } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { copyById, recountStock, setCopyAside } from "#server/catalog/public.ts";
import { type Actor, type LoggedAction, recordActivity } from "#server/platform/record-activity.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { titleOf } from "./returns.queries.ts";

type Place = { from: CopyPlace; to: CopyPlace };
type Move = Place & { copyId: number; call?: LoggedAction["call"] };

const reasonOf = (place: CopyPlace) => (place === "shelf" ? null : place);

/** Moves a copy to its shelf, to inspection or repair, or out of the collection. Rejects copies no longer at `from`. */
export async function moveCopy(
  db: Database,
  { copyId, from, to, call = moveCopyCall.call }: Move,
  actor: Actor,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const copy = found(await copyById(tx, copyId));
    const isThere = copy.is_inactive === (from !== "shelf") && copy.inactive_reason === reasonOf(from);
    if (copy.order_id !== null || !isThere) throw new Refusal({ kind: "copy-moved" });
    await setCopyAside(tx, copyId, reasonOf(from), reasonOf(to));
    await recountStock(tx, [copy.item_id]);
    const field = `Copy ${copy.copy_number}`;
    await recordActivity(tx, actor, {
      call,
      kind: "item",
      subjectId: copy.item_id,
      label: await titleOf(tx, copy.item_id),
      before: { [field]: from },
      after: { [field]: to },
    });
  });
}

export async function moveCopies(
  db: Database,
  copyIds: readonly number[],
  { from, to }: Place,
  actor: Actor,
): Promise<MoveOutcome[]> {
  const copies = [...new Set(copyIds)].map((inventoryItemId) => ({ inventoryItemId }));
  return oneByOne(copies, ({ inventoryItemId: copyId }) =>
    moveCopy(db, { copyId, from, to, call: moveCopiesCall.call }, actor),
  );
}
