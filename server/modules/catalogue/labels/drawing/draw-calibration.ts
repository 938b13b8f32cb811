import { labelsOnPage, type LabelTemplate } from "#contract/labels/label-templates.ts";
import type { Paper } from "./paper.ts";
import { labelBox, type Offset, pageSize } from "./sheet-layout.rules.ts";

const millimetre = 72 / 25.4; // points

/** A page to hold against the label paper: the outline of every label with its number, and two rulers in true size. */
export function drawCalibration(paper: Paper, template: LabelTemplate, offset: Offset): void {
  paper.font("Helvetica").lineWidth(0.4);
  for (let place = 0; place < labelsOnPage(template); place += 1) {
    const { x, y, width, height } = labelBox(template, place, offset);
    paper.roundedRect(x, y, width, height, 4).stroke("#000");
    paper.fontSize(8).fillColor("#444");
    paper.text(String(place + 1), x + width - 20, y + height - 12, { lineBreak: false });
  }
  const [width, height] = pageSize(template);
  const isSheet = height > 200;
  drawRuler(paper, { x: 30, y: isSheet ? 130 : 12, length: isSheet ? 150 : 40 });
  paper
    .save()
    .translate(isSheet ? 40 : 12, isSheet ? 160 : 30)
    .rotate(90);
  drawRuler(paper, { x: 0, y: 0, length: isSheet ? 200 : 20 });
  paper.restore();
  paper.fontSize(isSheet ? 10 : 5).fillColor("#000");
  paper.text(
    "Print at 100 % (actual size), hold this page against the label paper, and correct the offsets by what you see. " +
      `The rulers are in millimetres: if 100 mm are not 100 mm, the printer scales.`,
    isSheet ? 70 : 34,
    isSheet ? 170 : 34,
    { width: isSheet ? width - 140 : width - 60, height: isSheet ? 40 : height - 44 },
  );
}

/** A ruler to the right, its length in millimetres; the marks hang below its line. */
function drawRuler(paper: Paper, { x, y, length }: { x: number; y: number; length: number }): void {
  paper
    .lineWidth(0.3)
    .moveTo(x, y)
    .lineTo(x + length * millimetre, y);
  for (let mark = 0; mark <= length; mark += 1) {
    const depth = mark % 10 === 0 ? 8 : mark % 5 === 0 ? 6 : 4;
    paper.moveTo(x + mark * millimetre, y).lineTo(x + mark * millimetre, y + depth);
  }
  paper.stroke("#000").fontSize(5).fillColor("#000");
  for (let mark = 0; mark <= length; mark += 10) {
    paper.text(String(mark), x + mark * millimetre + 1, y + 8, { lineBreak: false });
  }
}
