import path from "node:path";
import type { Label } from "#contract/catalog/label-code.ts";
import { labelsOnPage, markPrinted as markPrintedCall } from "#contract/catalog/labels.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import type { FileAnswer } from "#contract/wire/endpoint.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { type Actor, recordActivity } from "#server/platform/record-activity.ts";
import { makePdf } from "#server/platform/pdf/make-pdf.ts";
import { isWindows1252, piecesOf } from "#server/platform/pdf/pieces.rules.ts";
import { drawInOwnProcess } from "#server/platform/workers/worker.ts";
import * as z from "zod";
import type { Input, Sheet } from "./draw-sheet.ts";
import { copiesByIds, lockCopies, writePrinted } from "./labels.queries.ts";

/** Makes a PDF of labels, unless `signal` aborts first. */
export async function makeSheet(db: Database, input: Input, signal: AbortSignal): Promise<FileAnswer> {
  const { inventoryItemIds: ids, template, startAt, calibration } = input;
  const draw = async (sheet: Sheet) =>
    makePdf({ module: path.join(import.meta.dirname, "draw-sheet"), input: sheet, signal });
  if (calibration)
    return { fileName: `calibration-${template}.pdf`, content: await draw({ input, copies: undefined }) };
  if (ids.length === 0) throw new Refusal({ kind: "invalid" }, { sentence: ownMessages.noLabels });
  if (startAt > labelsOnPage(template))
    throw new Refusal({ kind: "invalid" }, { sentence: ownMessages.noSuchLabel(labelsOnPage(template)) });
  const known = new Map((await copiesByIds(db, ids)).map((copy) => [copy.copy_id, copy]));
  const copies = ids.map((id) => found(known.get(id)));
  return { fileName: `labels-${template}.pdf`, content: await draw({ input, copies }) };
}

/** Returns the titles that a label can't print completely. */
export async function unprintableTitles(titles: readonly string[], signal: AbortSignal): Promise<Set<string>> {
  // most titles need no font but the standard one
  const odd = titles.filter((title) => !piecesOf(title, [isWindows1252]).isWhole);
  if (odd.length === 0) return new Set();
  const unprintable = await drawInOwnProcess({
    module: path.join(import.meta.dirname, "drawable-titles"),
    input: odd,
    result: z.array(z.string()),
    maxSeconds: 20, // the longest list takes less than one
    signal,
  });
  return new Set(unprintable);
}

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
