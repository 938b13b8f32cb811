import { archiveTitle, unarchiveTitle } from "#contract/catalog/archive.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { giveBackLine } from "../copies/offers.queries.ts";
import { recountStock } from "../copies/stock.queries.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { type Actor, recordAudit } from "#server/platform/record-audit.ts";
import { itemOf } from "./catalog.queries.ts";
import { lockItem, waitBriefly } from "./editing.queries.ts";
import { unlessHeld } from "./unless-held.ts";
import { holdersOf, writeTitleArchived } from "./archive.queries.ts";

const mostNamed = 5;

/**
 * Archives a title, or takes it out of the archive. Its copies stay as they are, and none of them counts as stock. Its line ends, and
 * goes on where it was.
 */
export async function setTitleArchived(
  db: Database,
  itemId: number,
  isArchived: boolean,
  { today, ...actor }: Actor & { today: string },
): Promise<void> {
  await unlessHeld(async () =>
    inTransaction(db, async (tx) => {
      await waitBriefly(tx);
      found(await lockItem(tx, itemId));
      const row = found(await itemOf(tx, itemId));
      if ((row.archived_at !== null) === isArchived) return;
      if (isArchived) {
        const { holders, total } = await holdersOf(tx, itemId, { most: mostNamed, today });
        // for whenever it was promised: the title is in use
        const orders = holders.map(({ orderId, out, promised, later }) => ({
          orderId,
          out,
          promised: promised + later,
        }));
        if (total > 0) throw new Refusal({ kind: "title-in-use", orders, more: total - orders.length });
      } else await giveBackLine(tx, itemId);
      await writeTitleArchived(tx, itemId, isArchived ? actor.at : null, actor.at);
      await recountStock(tx, [itemId]);
      await recordAudit(tx, actor, {
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
