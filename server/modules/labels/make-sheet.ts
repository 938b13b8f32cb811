import { setImmediate as breathe } from "node:timers/promises";
import PDFDocument, { type Paper } from "pdfkit";
import { labelsOnPage, type LabelTemplate } from "#contract/label-templates.ts";
import { ownMessages } from "#contract/messages.ts";
import type { FileAnswer } from "#contract/wire/endpoint.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import type { Database } from "#server/platform/database.ts";
import { drawCalibration } from "./drawing/draw-calibration.ts";
import { drawLabel } from "./drawing/draw-label.ts";
import { copiesByIds, type LabelRow } from "./labels.queries.ts";
import { labelBox, type Offset, pageSize } from "./drawing/sheet-layout.rules.ts";

export type Wish = Offset & {
  inventoryItemIds: readonly number[];
  template: LabelTemplate;
  /** The first label to use on the first page, from 1. */
  startAt: number;
  calibration: boolean;
};

/** Labels as a PDF, or the page that calibrates the printer. */
export async function makeSheet(db: Database, wish: Wish): Promise<FileAnswer> {
  const { inventoryItemIds: ids, template, startAt, calibration } = wish;
  if (calibration) {
    const draw = async (paper: Paper) => drawCalibration(addPage(paper, template), template, wish);
    return { fileName: `calibration-${template}.pdf`, content: written(template, draw) };
  }
  if (ids.length === 0) throw new Refusal({ kind: "invalid" }, { sentence: ownMessages.noLabels });
  if (startAt > labelsOnPage(template))
    throw new Refusal({ kind: "invalid" }, { sentence: ownMessages.noSuchLabel(labelsOnPage(template)) });
  const known = new Map((await copiesByIds(db, ids)).map((copy) => [copy.copy_id, copy]));
  const copies = ids.map((id) => found(known.get(id)));
  const draw = (paper: Paper) => drawAll(paper, wish, copies);
  return { fileName: `labels-${template}.pdf`, content: written(template, draw) };
}

const addPage = (paper: Paper, template: LabelTemplate) => paper.addPage({ size: pageSize(template), margin: 0 });

const longestHold = 10; // ms, a few labels

async function drawAll(paper: Paper, wish: Wish, copies: readonly LabelRow[]): Promise<void> {
  let breathed = performance.now();
  for (const [at, copy] of copies.entries()) {
    // other requests run between two labels; a client that left needs no more of them
    if (performance.now() - breathed > longestHold) {
      await breathe();
      breathed = performance.now();
    }
    if (paper.destroyed) return;
    const place = (wish.startAt - 1 + at) % labelsOnPage(wish.template);
    if (at === 0 || place === 0) addPage(paper, wish.template);
    drawLabel(paper, copy, labelBox(wish.template, place, wish));
  }
}

/** The file while it is drawn. */
function written(template: LabelTemplate, draw: (paper: Paper) => Promise<void>): Paper {
  const paper = new PDFDocument({ autoFirstPage: false, info: { Title: `Labels ${template}` } });
  // a viewer that supports this prints true to size by default
  paper._root.data["ViewerPreferences"] = paper.ref({ PrintScaling: "None" });
  draw(paper)
    .then(() => paper.end())
    .catch((error: unknown) =>
      paper.destroy(error instanceof Error ? error : new Error("The sheet could not be drawn.")),
    );
  return paper;
}
