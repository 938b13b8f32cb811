import type { Paper } from "pdfkit";
import { labelsOnPage, type LabelTemplate } from "#contract/catalog/labels.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import type { FileAnswer } from "#contract/wire/endpoint.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import type { Database } from "#server/platform/database.ts";
import { labelBox, type Offset, pageSize } from "#server/platform/pdf/label-paper.rules.ts";
import { breathing, whileDrawn } from "#server/platform/pdf/while-drawn.ts";
import { drawCalibration } from "./draw-calibration.ts";
import { drawLabel } from "./draw-label.ts";
import { copiesByIds, type LabelRow } from "./labels.queries.ts";

export type Wish = Offset & {
  inventoryItemIds: readonly number[];
  template: LabelTemplate;
  startAt: number;
  calibration: boolean;
  /** Whether labels say where their copy stands. */
  shelfPlace: boolean;
};

export async function makeSheet(db: Database, wish: Wish): Promise<FileAnswer> {
  const { inventoryItemIds: ids, template, startAt, calibration } = wish;
  if (calibration) {
    const draw = async (paper: Paper) => drawCalibration(addPage(paper, template), template, wish);
    return { fileName: `calibration-${template}.pdf`, content: whileDrawn(`Labels ${template}`, draw) };
  }
  if (ids.length === 0) throw new Refusal({ kind: "invalid" }, { sentence: ownMessages.noLabels });
  if (startAt > labelsOnPage(template))
    throw new Refusal({ kind: "invalid" }, { sentence: ownMessages.noSuchLabel(labelsOnPage(template)) });
  const known = new Map((await copiesByIds(db, ids)).map((copy) => [copy.copy_id, copy]));
  const copies = ids.map((id) => found(known.get(id)));
  const draw = (paper: Paper) => drawAll(paper, wish, copies);
  return { fileName: `labels-${template}.pdf`, content: whileDrawn(`Labels ${template}`, draw) };
}

const addPage = (paper: Paper, template: LabelTemplate) => paper.addPage({ size: pageSize(template), margin: 0 });

async function drawAll(paper: Paper, wish: Wish, copies: readonly LabelRow[]): Promise<void> {
  const breathe = breathing();
  for (const [at, copy] of copies.entries()) {
    await breathe();
    if (paper.destroyed) return;
    const place = (wish.startAt - 1 + at) % labelsOnPage(wish.template);
    if (at === 0 || place === 0) addPage(paper, wish.template);
    const shelfPlace = wish.shelfPlace ? copy.shelf_place : "";
    drawLabel(paper, { ...copy, shelfPlace }, labelBox(wish.template, place, wish));
  }
}
