import type { Paper } from "pdfkit";
import { labelsOnPage, type LabelTemplate, labelTemplates } from "#contract/catalog/labels.ts";
import { type Box, labelBox, type Offset, pageSize } from "#server/platform/pdf/label-paper.rules.ts";

const millimetre = 72 / 25.4; // points

/** A page to hold against the label paper: numbered outlines of every label, and two true-to-size rulers. */
export function drawCalibration(paper: Paper, template: LabelTemplate, offset: Offset): void {
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

/** Instructions inside the first label, where they cover no outline. */
function drawAdvice(paper: Paper, template: LabelTemplate, { x, y, width }: Box): void {
  const isRoll = template === "roll";
  paper.fontSize(isRoll ? 5 : 6.5).fillColor("#000");
  paper.text(
    "Print at 100 % (actual size), hold this page against the label paper, and correct the offsets by what you see. " +
      "The rulers are in millimetres: if 10 mm are not 10 mm, the printer scales.",
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
  const top = { x: (pageSize(template)[0] - 150 * millimetre) / 2, y: 19, length: 150, isUpright: false };
  // between two columns if there is room; else in the second column, offset so that the tens miss the row edges
  const isBetween = gap > 36;
  const side = isBetween ? { x: x - gap / 2 + 6, y: y + 4 } : { x: x + 80, y: y + 8 * millimetre };
  return [top, { ...side, length: 200, isUpright: true }];
}

/** A horizontal ruler from here, its length in millimeters; the marks hang below its line. */
function drawRuler(paper: Paper, length: number): void {
  paper
    .lineWidth(0.3)
    .moveTo(0, 0)
    .lineTo(length * millimetre, 0);
  for (let mark = 0; mark <= length; mark += 1) {
    const depth = mark % 10 === 0 ? 8 : mark % 5 === 0 ? 6 : 4;
    paper.moveTo(mark * millimetre, 0).lineTo(mark * millimetre, depth);
  }
  paper.stroke("#000").fontSize(5).fillColor("#000");
  for (let mark = 0; mark <= length; mark += 10) {
    paper.text(String(mark), mark * millimetre + 1, 8, { lineBreak: false });
  }
}
