import { archiveCopy, archiveTitle, unarchiveCopy, unarchiveTitle } from "#contract/catalog/archive.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { restoreWaitlist } from "../copies/offers.queries.ts";
import { copyById, recountStock } from "../copies/stock.queries.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { type Actor, recordActivity } from "#server/platform/record-activity.ts";
import { copyOf, itemOf } from "./catalog.queries.ts";
import { lockItem, waitBriefly } from "./editing.queries.ts";
import { holdersOf, writeCopyArchived, writeTitleArchived } from "./archive.queries.ts";
import { isLockTimeout } from "#server/platform/errors/database-errors.ts";
import { copyName } from "./editing.rules.ts";

const maxNamed = 5;

/** Archives a title, which removes its stock and ends its waitlist, or unarchives it, which restores both. */
export async function setTitleArchived(
  db: Database,
  itemId: number,
  isArchived: boolean,
  { today, ...actor }: Actor & { today: string },
): Promise<void> {
  await unlessLocked(async () =>
    inTransaction(db, async (tx) => {
      await waitBriefly(tx);
      found(await lockItem(tx, itemId));
      const row = found(await itemOf(tx, itemId));
      if ((row.archived_at !== null) === isArchived) return;
      if (isArchived) {
        const { holders, total } = await holdersOf(tx, itemId, { limit: maxNamed, today });
        // copies reserved for any date count
        const orders = holders.map(({ orderId, out, reserved, later }) => ({
          orderId,
          out,
          reserved: reserved + later,
        }));
        if (total > 0) throw new Refusal({ kind: "title-in-use", orders, more: total - orders.length });
      } else await restoreWaitlist(tx, itemId);
      await writeTitleArchived(tx, itemId, isArchived ? actor.at : null, actor.at);
      await recountStock(tx, [itemId]);
      await recordActivity(tx, actor, {
        call: (isArchived ? archiveTitle : unarchiveTitle).call,
        kind: "item",
        subjectId: itemId,
        label: `#${row.referenceNumber} ${row.title}`,
        before: { Archived: !isArchived },
        after: { Archived: isArchived },
      });
    }),
  );
}

/** Refuses if a longer transaction, such as an import, holds a lock that this one waits for (`waitBriefly`). */
export async function unlessLocked<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (isLockTimeout(error)) throw new Refusal({ kind: "held-elsewhere" });
    throw error;
  }
}

/** Archives or unarchives an inactive copy, which keeps its inactive reason. */
export async function setCopyArchived(db: Database, copyId: number, isArchived: boolean, actor: Actor): Promise<void> {
  await unlessLocked(async () =>
    inTransaction(db, async (tx) => {
      await waitBriefly(tx);
      found(await copyById(tx, copyId));
      const copy = found(await copyOf(tx, copyId)); // read after the lock
      if ((copy.archived_at !== null) === isArchived) return;
      if (copy.order_id !== null) throw new Refusal({ kind: "copies-checked-out", copies: [copyName(copy)] });
      if (!copy.is_inactive) throw new Refusal({ kind: "copy-still-lent" });
      await writeCopyArchived(tx, copyId, isArchived ? actor.at : null);
      const item = found(await itemOf(tx, copy.item_id));
      const field = `${copyName(copy)} archived`;
      await recordActivity(tx, actor, {
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
