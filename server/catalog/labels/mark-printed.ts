import type { Label } from "#contract/catalog/label-code.ts";
import { markPrinted as markPrintedCall } from "#contract/catalog/labels.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { type Actor, recordActivity } from "#server/platform/record-activity.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { lockCopies, writePrinted } from "./labels.queries.ts";

/** Marks copies as labeled if the printed SKU is still theirs, and counts the others as out of date. */
export async function markPrinted(db: Database, printed: readonly Label[], actor: Actor) {
  const skus = new Map(printed.map(({ inventoryItemId, skuNumber }) => [inventoryItemId, skuNumber]));
  return inTransaction(db, async (tx) => {
    const known = await lockCopies(tx, [...skus.keys()]);
    found(known.length === skus.size ? known : undefined);
    const copies = known.filter(({ copy_id, sku_number }) => skus.get(copy_id) === sku_number);
    const outOfDate = known.length - copies.length;
    if (copies.length === 0) throw new Refusal({ kind: "labels-out-of-date", labels: outOfDate });
    const ids = copies.map(({ copy_id }) => copy_id);
    await writePrinted(tx, ids, actor.at);
    const titles = new Map(copies.map(({ item_id, title }) => [item_id, title]));
    const [[itemId, title] = [null, ""]] = titles;
    await recordActivity(tx, actor, {
      call: markPrintedCall.call,
      kind: "item",
      subjectId: titles.size === 1 ? itemId : null,
      label: titles.size === 1 ? title : `${titles.size} titles`,
      before: null,
      after: titles.size === 1 ? { "Labels printed": namesOf(copies) } : { "Labels printed": ids.length },
    });
    return { total: ids.length, outOfDate };
  });
}

const namesOf = (copies: readonly { sku_number: string; copy_number: number }[]) =>
  copies
    .toSorted((a, b) => a.copy_number - b.copy_number)
    .map(({ sku_number, copy_number }) => `#${sku_number} copy ${copy_number}`)
    .join(", ");
