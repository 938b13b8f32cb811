import { type LabelTemplate, labelTemplates } from "#contract/label-templates.ts";

/** A rectangle in points from the top left corner of the paper. */
export type Box = { x: number; y: number; width: number; height: number };

/** In tenths of a millimeter. */
export type Offset = { offsetX: number; offsetY: number };

const pointsPerTenthOfMillimetre = 72 / 254;
const points = (inches: number) => inches * 72;

export function pageSize(template: LabelTemplate): [number, number] {
  const { width, height } = labelTemplates[template].page;
  return [points(width), points(height)];
}

/** The position of a label on a page, counted from 0, row by row. */
export function labelBox(template: LabelTemplate, place: number, { offsetX, offsetY }: Offset): Box {
  const { columns, label, pitch, margin } = labelTemplates[template];
  const [column, row] = [place % columns, Math.trunc(place / columns)];
  return {
    x: points(margin.left + column * pitch.x) + offsetX * pointsPerTenthOfMillimetre,
    y: points(margin.top + row * pitch.y) + offsetY * pointsPerTenthOfMillimetre,
    width: points(label.width),
    height: points(label.height),
  };
}

const padding = 4; // points to the edge, for an inexact printer
const gap = 3; // points between code and words

/** The code (with its quiet zone) and the words of a label: side by side, or stacked on a square. */
export function partsOf({ x, y, width, height }: Box): { code: Box; words: Box; isCentred: boolean } {
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
