import type { Paper } from "pdfkit";
import { writeLabel } from "#contract/catalog/labels.ts";
import { drawCode, drawWords, lineHeight } from "#server/platform/pdf/draw-words.ts";
import type { Box } from "#server/platform/pdf/label-paper.rules.ts";
import { shownBy } from "#server/platform/pdf/pdf-fonts.ts";
import type { LabelRow } from "./labels.queries.ts";
import { piecesOf, type Shows, wordsOf } from "#server/platform/pdf/pieces.rules.ts";

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

type Copy = { sku_number: string; copy_number: number; copy_id: number };

/** The copy's name on its label: "#B12345 copy 2", or its id when the SKU cannot be printed. */
export function labelName({ sku_number: sku, copy_number, copy_id }: Copy, fonts: readonly Shows[]): string {
  const isShown = piecesOf(sku, fonts).isWhole && wordsOf(sku).join(" ") === sku;
  return isShown ? `#${sku} copy ${copy_number}` : `Id ${copy_id}, copy ${copy_number}`;
}

const padding = 4; // points to the edge, for an inexact printer
const gap = 3; // points between code and words

/** The code (with its quiet zone) and the words of a label: side by side, or stacked on a square. */
function partsOf({ x, y, width, height }: Box): { code: Box; words: Box; isCentred: boolean } {
  const isCentred = width < 1.3 * height;
  const side = isCentred ? height * 0.62 : height - 2 * padding;
  const code = { x: isCentred ? x + (width - side) / 2 : x + padding, y: y + padding, width: side, height: side };
  const words = isCentred
    ? { x: x + 2 * padding, y: y + padding + side, width: width - 4 * padding, height: height - side - 2 * padding }
    : {
        x: code.x + side + gap,
        y: y + 2 * padding,
        width: width - side - gap - 3 * padding,
        height: height - 4 * padding,
      };
  return { code, words, isCentred };
}
