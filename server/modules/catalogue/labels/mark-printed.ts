import { markPrinted as markPrintedCall } from "#contract/labels/labels.ts";
import { found } from "#server/http/errors.ts";
import { type Hand, recordAudit } from "#server/platform/audit/record-audit.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { copiesByIds, lockLabelled, writePrinted } from "./labels.queries.ts";

/** Notes that these copies have a good label since now, all or none; gives how many they are. */
export async function markPrinted(db: Database, given: readonly number[], hand: Hand): Promise<number> {
  const ids = [...new Set(given)];
  return inTransaction(db, async (tx) => {
    found((await lockLabelled(tx, ids)) === ids.length ? ids : undefined);
    const copies = await copiesByIds(tx, ids);
    await writePrinted(tx, ids, hand.at);
    const titles = new Map(copies.map(({ item_id, title }) => [item_id, title]));
    const [[itemId, title] = [null, ""]] = titles;
    await recordAudit(tx, hand, {
      call: markPrintedCall.call,
      kind: "item",
      subjectId: titles.size === 1 ? itemId : null,
      label: titles.size === 1 ? title : `${titles.size} titles`,
      before: null,
      after: titles.size === 1 ? { "Labels printed": namesOf(copies) } : { "Labels printed": ids.length },
    });
    return ids.length;
  });
}

const namesOf = (copies: readonly { sku_number: string; copy_number: number }[]) =>
  copies
    .toSorted((a, b) => a.copy_number - b.copy_number)
    .map(({ sku_number, copy_number }) => `#${sku_number} copy ${copy_number}`)
    .join(", ");
