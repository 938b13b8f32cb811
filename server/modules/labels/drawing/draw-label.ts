import { encodeQR } from "qr";
import { writeLabel } from "#contract/labels.ts";
import { drawWords, lineHeight } from "./draw-words.ts";
import { shownBy } from "./label-fonts.ts";
import { labelName } from "./label-words.rules.ts";
import type { Paper } from "./paper.ts";
import type { LabelRow } from "../labels.queries.ts";
import { type Box, partsOf } from "./sheet-layout.rules.ts";

const quietZone = 4; // modules, of the standard
const nameFonts = shownBy("bold");

/** Draws a copy's label into its place: the code, the copy's name, and its title shortened to fit. */
export function drawLabel(paper: Paper, copy: LabelRow, box: Box): void {
  const { code, words, isCentred } = partsOf(box);
  drawCode(paper, writeLabel({ inventoryItemId: copy.copy_id, skuNumber: copy.sku_number }), code);
  const name = labelName({ skuNumber: copy.sku_number, copyNumber: copy.copy_number, copyId: copy.copy_id }, nameFonts);
  const nameSize = drawWords(paper, name, {
    box: words,
    weight: "bold",
    isCentred,
    size: Math.min(14, box.height / 7),
    isOneLine: true,
  });
  const nameHeight = nameSize * lineHeight + 2;
  drawWords(paper, copy.title, {
    box: { ...words, y: words.y + nameHeight, height: words.height - nameHeight },
    weight: "regular",
    isCentred,
    size: Math.max(6.5, nameSize * 0.75),
  });
}

/** A QR code as one path of rectangles that merge adjacent dark modules of a row: sharp at every size. */
function drawCode(paper: Paper, text: string, { x, y, width }: Box): void {
  const rows = encodeQR(text, "raw", { ecc: "high", border: quietZone });
  const path = rows.flatMap((modules, row) =>
    darkRuns(modules).map(({ from, to }) => `${from} ${row} ${to - from} 1 re`),
  );
  paper
    .save()
    .translate(x, y)
    .scale(width / rows.length)
    .fillColor("#000")
    // raw operators: some five hundred pdfkit calls cost more than computing the code
    .addContent(`${path.join(" ")} f`)
    .restore();
}

/** The start and end of each run of dark modules in a row. */
function darkRuns(modules: readonly boolean[]): { from: number; to: number }[] {
  const runs: { from: number; to: number }[] = [];
  for (let from = modules.indexOf(true); from >= 0;) {
    const light = modules.indexOf(false, from);
    const to = light < 0 ? modules.length : light;
    runs.push({ from, to });
    from = modules.indexOf(true, to);
  }
  return runs;
}
