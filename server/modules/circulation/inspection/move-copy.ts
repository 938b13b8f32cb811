import { type CopyPlace, moveCopy as moveCopyCall } from "#contract/desk/inspection.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { copyById, recountStock, setCopyAside } from "#server/modules/stock/public.ts";
import { type Actor, recordAudit } from "#server/platform/record-audit.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { titleOf } from "./inspection.queries.ts";

type Move = { copyId: number; from: CopyPlace; to: CopyPlace };

const reasonOf = (place: CopyPlace) => (place === "shelf" ? null : place);

/** Sends a copy to its shelf, to inspection or repair, or out of the collection, if it is where staff saw it. */
export async function moveCopy(db: Database, { copyId, from, to }: Move, actor: Actor): Promise<void> {
  await inTransaction(db, async (tx) => {
    const copy = found(await copyById(tx, copyId));
    const isThere = copy.is_inactive === (from !== "shelf") && copy.inactive_reason === reasonOf(from);
    if (copy.order_id !== null || !isThere) throw new Refusal({ kind: "copy-moved" });
    await setCopyAside(tx, copyId, reasonOf(from), reasonOf(to));
    await recountStock(tx, [copy.item_id]);
    const field = `Copy ${copy.copy_number}`;
    await recordAudit(tx, actor, {
      call: moveCopyCall.call,
      kind: "item",
      subjectId: copy.item_id,
      label: await titleOf(tx, copy.item_id),
      before: { [field]: from },
      after: { [field]: to },
    });
  });
}
