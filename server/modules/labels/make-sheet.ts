import { setImmediate as breathe } from "node:timers/promises";
import PDFDocument from "pdfkit";
import { labelsOnPage, type LabelTemplate } from "#contract/label-templates.ts";
import { ownMessages } from "#contract/messages.ts";
import type { FileAnswer } from "#contract/wire/endpoint.ts";
import { found } from "#server/refusals/found.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import type { Database } from "#server/platform/database.ts";
import { drawCalibration } from "./drawing/draw-calibration.ts";
import { drawLabel } from "./drawing/draw-label.ts";
import type { Paper } from "./drawing/paper.ts";
import { copiesByIds, type LabelRow } from "./labels.queries.ts";
import { labelBox, type Offset, pageSize, places } from "./drawing/sheet-layout.rules.ts";

/** What to print on which paper. */
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
    return { fileName: `calibration-${template}.pdf`, content: written(wish, (paper) => drawPage(paper, wish)) };
  }
  if (ids.length === 0) throw new Refusal({ kind: "invalid" }, { sentence: ownMessages.noLabels });
  if (startAt > labelsOnPage(template))
    throw new Refusal({ kind: "invalid" }, { sentence: ownMessages.noSuchLabel(labelsOnPage(template)) });
  const known = new Map((await copiesByIds(db, ids)).map((copy) => [copy.copy_id, copy]));
  const copies = ids.map((id) => found(known.get(id)));
  return { fileName: `labels-${template}.pdf`, content: written(wish, (paper) => drawAll(paper, wish, copies)) };
}

function newPage(paper: Paper, template: LabelTemplate): void {
  paper.addPage({ size: pageSize(template), margin: 0 });
}

async function drawPage(paper: Paper, wish: Wish): Promise<void> {
  newPage(paper, wish.template);
  drawCalibration(paper, wish.template, wish);
}

const longestHold = 10; // ms, a few labels

async function drawAll(paper: Paper, wish: Wish, copies: readonly LabelRow[]): Promise<void> {
  let last = -1;
  let breathed = performance.now();
  for (const [at, { page, place }] of places(wish.template, copies.length, wish.startAt).entries()) {
    // other requests run between two labels; a client that left needs no more of them
    if (performance.now() - breathed > longestHold) {
      await breathe();
      breathed = performance.now();
    }
    if (paper.destroyed) return;
    if (page > last) newPage(paper, wish.template);
    last = page;
    const copy = copies[at];
    if (copy) drawLabel(paper, copy, labelBox(wish.template, place, wish));
  }
}

/** The file while it is drawn. */
function written({ template }: Wish, draw: (paper: Paper) => Promise<void>): Paper {
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
