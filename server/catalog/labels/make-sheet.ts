import path from "node:path";
import { labelsOnPage } from "#contract/catalog/labels.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import type { FileAnswer } from "#contract/wire/endpoint.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import type { Database } from "#server/platform/database.ts";
import { makePdf } from "#server/platform/pdf/make-pdf.ts";
import { isWindows1252, piecesOf } from "#server/platform/pdf/pieces.rules.ts";
import { drawInOwnProcess } from "#server/platform/workers/worker.ts";
import * as z from "zod";
import type { Input, Sheet } from "./draw-sheet.ts";
import { copiesByIds } from "./labels.queries.ts";

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

/** Returns the titles of which a label can't print every character. */
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
