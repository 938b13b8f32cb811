import type { Paper } from "pdfkit";
import { writeLabel } from "#contract/catalog/label-code.ts";
import { labelsOnPage, type LabelTemplate, labelTemplates } from "#contract/catalog/labels.ts";
import { type Box, labelBox, type Offset, pageSize } from "#server/platform/pdf/label-paper.rules.ts";
import * as z from "zod";
import type { LabelRow } from "./labels.queries.ts";
import { drawCode, drawWords, lineHeight } from "#server/platform/pdf/draw-words.ts";
import { coverageOf, drawPdf } from "#server/platform/pdf/pdf-fonts.ts";
import { piecesOf, type Covers, wordsOf } from "#server/platform/pdf/pieces.rules.ts";

export type Input = Offset & {
  inventoryItemIds: readonly number[];
  template: LabelTemplate;
  startAt: number;
  calibration: boolean;
  /** Whether to print shelf locations. */
  shelfLocation: boolean;
};

/** The copies in order; undefined for a calibration sheet. */
export type Sheet = { input: Input; copies: readonly LabelRow[] | undefined };

const sheet = z.custom<Sheet>((value) => value instanceof Object);

/** Draws a sheet of labels. Runs in the drawing process. */
export async function run(given: unknown): Promise<Uint8Array> {
  const { input, copies } = sheet.parse(given);
  return drawPdf(`Labels ${input.template}`, (paper) => {
    if (copies) drawLabels(paper, input, copies);
    else drawCalibration(addPage(paper, input.template), input.template, input);
  });
}

const addPage = (paper: Paper, template: LabelTemplate) => paper.addPage({ size: pageSize(template), margin: 0 });

function drawLabels(paper: Paper, input: Input, copies: readonly LabelRow[]): void {
  for (const [at, copy] of copies.entries()) {
    const place = (input.startAt - 1 + at) % labelsOnPage(input.template);
    if (at === 0 || place === 0) addPage(paper, input.template);
    const shelfLocation = input.shelfLocation ? copy.shelf_location : "";
    drawLabel(paper, { ...copy, shelfLocation }, labelBox(input.template, place, input));
  }
}

const millimeter = 72 / 25.4; // points

/** Draws a page to hold against the label paper, with numbered outlines of the labels and two true-to-size rulers. */
function drawCalibration(paper: Paper, template: LabelTemplate, offset: Offset): void {
  paper.font("Helvetica").lineWidth(0.4);
  for (let place = 0; place < labelsOnPage(template); place += 1) {
    const { x, y, width, height } = labelBox(template, place, offset);
    paper.roundedRect(x, y, width, height, 4).stroke("#000");
    paper.fontSize(8).fillColor("#444");
    paper.text(String(place + 1), x + width - 20, y + height - 12, { lineBreak: false });
  }
  drawAdvice(paper, template, labelBox(template, 0, offset));
  for (const ruler of rulersOf(template)) {
    paper.save().translate(ruler.x, ruler.y);
    if (ruler.isUpright) paper.rotate(90);
    drawRuler(paper, ruler.length);
    paper.restore();
  }
}

/** Draws instructions inside the first label, where they cover no outline. */
function drawAdvice(paper: Paper, template: LabelTemplate, { x, y, width }: Box): void {
  const isRoll = template === "roll";
  paper.fontSize(isRoll ? 5 : 6.5).fillColor("#000");
  paper.text(
    "Print at 100% (actual size), hold this page against the label paper, and adjust the offsets to line it up. " +
      "The rulers are in millimeters. If they measure wrong, the printer is scaling the page.",
    x + (isRoll ? 12 : 8),
    y + (isRoll ? 26 : 8),
    { width: isRoll ? 100 : width - 16 },
  );
}

type Ruler = { x: number; y: number; length: number; isUpright: boolean };

/** Positions the rulers so that none of their numbers crosses an outline. */
function rulersOf(template: LabelTemplate): Ruler[] {
  if (template === "roll") {
    return [
      { x: 12, y: 6, length: 40, isUpright: false },
      { x: 136, y: 18, length: 20, isUpright: true },
    ];
  }
  const { label, pitch } = labelTemplates[template];
  const { x, y } = labelBox(template, 1, { offsetX: 0, offsetY: 0 });
  const gap = (pitch.x - label.width) * 72;
  const top = { x: (pageSize(template)[0] - 150 * millimeter) / 2, y: 19, length: 150, isUpright: false };
  // between two columns if there is room, or in the second one, offset so that no number crosses a row's edge
  const isBetween = gap > 36;
  const side = isBetween ? { x: x - gap / 2 + 6, y: y + 4 } : { x: x + 80, y: y + 8 * millimeter };
  return [top, { ...side, length: 200, isUpright: true }];
}

/** Draws a horizontal ruler of this length in millimeters, with its marks below the line. */
function drawRuler(paper: Paper, length: number): void {
  paper
    .lineWidth(0.3)
    .moveTo(0, 0)
    .lineTo(length * millimeter, 0);
  for (let mark = 0; mark <= length; mark += 1) {
    const depth = mark % 10 === 0 ? 8 : mark % 5 === 0 ? 6 : 4;
    paper.moveTo(mark * millimeter, 0).lineTo(mark * millimeter, depth);
  }
  paper.stroke("#000").fontSize(5).fillColor("#000");
  for (let mark = 0; mark <= length; mark += 10) {
    paper.text(String(mark), mark * millimeter + 1, 8, { lineBreak: false });
  }
}

const nameFonts = coverageOf("bold");

/** Draws a copy's label: the code, the copy's name, its title shortened to fit, and its shelf location. */
function drawLabel(paper: Paper, copy: LabelRow & { shelfLocation: string }, box: Box): void {
  const { code, words, isCentered } = partsOf(box);
  drawCode(paper, writeLabel({ inventoryItemId: copy.copy_id, skuNumber: copy.sku_number }), code);
  const nameSize = drawWords(paper, labelName(copy, nameFonts), {
    box: words,
    weight: "bold",
    isCentered,
    size: Math.min(14, box.height / 7),
    isOneLine: true,
  });
  const nameHeight = nameSize * lineHeight + 2;
  const size = Math.max(6.5, nameSize * 0.75);
  const shelfHeight = copy.shelfLocation === "" ? 0 : size * lineHeight;
  const plain = { weight: "regular", isCentered, size } as const;
  drawWords(paper, copy.title, {
    box: { ...words, y: words.y + nameHeight, height: words.height - nameHeight - shelfHeight },
    ...plain,
  });
  if (shelfHeight === 0) return;
  const lastLine = { ...words, y: words.y + words.height - shelfHeight, height: shelfHeight };
  drawWords(paper, copy.shelfLocation, { box: lastLine, ...plain, isOneLine: true });
}

type Copy = { sku_number: string; copy_number: number; copy_id: number };

/** Returns the copy's name on its label: "#B12345 copy 2", or its id if the SKU can't be printed. */
export function labelName({ sku_number: sku, copy_number, copy_id }: Copy, fonts: readonly Covers[]): string {
  const isPrintable = piecesOf(sku, fonts).isWhole && wordsOf(sku).join(" ") === sku;
  return isPrintable ? `#${sku} copy ${copy_number}` : `Id ${copy_id}, copy ${copy_number}`;
}

const padding = 4; // points to the edge, because printers are inexact
const gap = 3; // points between code and words

/** Places the code (with its quiet zone) and the words of a label side by side, or stacked on a square. */
function partsOf({ x, y, width, height }: Box): { code: Box; words: Box; isCentered: boolean } {
  const isCentered = width < 1.3 * height;
  const side = isCentered ? height * 0.62 : height - 2 * padding;
  const code = { x: isCentered ? x + (width - side) / 2 : x + padding, y: y + padding, width: side, height: side };
  const words = isCentered
    ? { x: x + 2 * padding, y: y + padding + side, width: width - 4 * padding, height: height - side - 2 * padding }
    : {
        x: code.x + side + gap,
        y: y + 2 * padding,
        width: width - side - gap - 3 * padding,
        height: height - 4 * padding,
      };
  return { code, words, isCentered };
}
