import { type LabelTemplate, labelTemplates } from "#contract/catalog/labels.ts";

/** A rectangle in points from the top left corner of the paper. */
export type Box = { x: number; y: number; width: number; height: number };

/** A printer offset in tenths of a millimeter. */
export type Offset = { offsetX: number; offsetY: number };

const pointsPerTenthOfMillimeter = 72 / 254;
const points = (inches: number) => inches * 72;

export function pageSize(template: LabelTemplate): [number, number] {
  const { width, height } = labelTemplates[template].page;
  return [points(width), points(height)];
}

/** Returns the box of a label; `place` counts from 0, row by row. */
export function labelBox(template: LabelTemplate, place: number, { offsetX, offsetY }: Offset): Box {
  const { columns, label, pitch, margin } = labelTemplates[template];
  const [column, row] = [place % columns, Math.trunc(place / columns)];
  return {
    x: points(margin.left + column * pitch.x) + offsetX * pointsPerTenthOfMillimeter,
    y: points(margin.top + row * pitch.y) + offsetY * pointsPerTenthOfMillimeter,
    width: points(label.width),
    height: points(label.height),
  };
}
