import { archiveCopy, unarchiveCopy } from "#contract/catalog/archive.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { copyById } from "../copies/stock.queries.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { type Actor, recordAudit } from "#server/platform/record-audit.ts";
import { copyOf, itemOf } from "./catalog.queries.ts";
import { copyName } from "./editing.rules.ts";
import { waitBriefly } from "./editing.queries.ts";
import { unlessHeld } from "./unless-held.ts";
import { writeCopyArchived } from "./archive.queries.ts";

/** Archives an inactive copy, or takes it out of the archive; it stays inactive for the reason it has. */
export async function setCopyArchived(db: Database, copyId: number, isArchived: boolean, actor: Actor): Promise<void> {
  await unlessHeld(async () =>
    inTransaction(db, async (tx) => {
      await waitBriefly(tx);
      found(await copyById(tx, copyId));
      const copy = found(await copyOf(tx, copyId)); // as it is since nobody else holds it
      if ((copy.archived_at !== null) === isArchived) return;
      if (copy.order_id !== null) throw new Refusal({ kind: "copies-checked-out", copies: [copyName(copy)] });
      if (!copy.is_inactive) throw new Refusal({ kind: "copy-still-lent" });
      await writeCopyArchived(tx, copyId, isArchived ? actor.at : null);
      const item = found(await itemOf(tx, copy.item_id));
      const field = `${copyName(copy)} archived`;
      await recordAudit(tx, actor, {
        call: (isArchived ? archiveCopy : unarchiveCopy).call,
        kind: "item",
        subjectId: copy.item_id,
        label: `#${item.referenceNumber} ${item.title}`,
        before: { [field]: !isArchived },
        after: { [field]: isArchived },
      });
    }),
  );
}
