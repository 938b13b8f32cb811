import type { Paper } from "pdfkit";
import { writeLabel } from "#contract/labels.ts";
import { drawCode } from "#server/platform/pdf/draw-code.ts";
import { drawWords, lineHeight } from "#server/platform/pdf/draw-words.ts";
import type { Box } from "#server/platform/pdf/label-paper.rules.ts";
import { shownBy } from "#server/platform/pdf/pdf-fonts.ts";
import { labelName } from "./label-name.ts";
import type { LabelRow } from "../labels.queries.ts";
import { partsOf } from "./label-parts.rules.ts";

const nameFonts = shownBy("bold");

/** Draws a copy's label into its place: the code, the copy's name, its title shortened to fit, and below it where it stands. */
export function drawLabel(paper: Paper, copy: LabelRow & { shelfPlace: string }, box: Box): void {
  const { code, words, isCentred } = partsOf(box);
  drawCode(paper, writeLabel({ inventoryItemId: copy.copy_id, skuNumber: copy.sku_number }), code);
  const nameSize = drawWords(paper, labelName(copy, nameFonts), {
    box: words,
    weight: "bold",
    isCentred,
    size: Math.min(14, box.height / 7),
    isOneLine: true,
  });
  const nameHeight = nameSize * lineHeight + 2;
  const size = Math.max(6.5, nameSize * 0.75);
  const shelfHeight = copy.shelfPlace === "" ? 0 : size * lineHeight;
  const plain = { weight: "regular", isCentred, size } as const;
  drawWords(paper, copy.title, {
    box: { ...words, y: words.y + nameHeight, height: words.height - nameHeight - shelfHeight },
    ...plain,
  });
  if (shelfHeight === 0) return;
  const lastLine = { ...words, y: words.y + words.height - shelfHeight, height: shelfHeight };
  drawWords(paper, copy.shelfPlace, { box: lastLine, ...plain, isOneLine: true });
}
