const letter = { width: 8.5, height: 11 };

/**
 * The supported label papers by manufacturer number, in inches. On a roll every label is a page. `margin` is where the
 * first label starts, `pitch` the distance from one label to the next.
 */
export const labelTemplates = {
  "5160": {
    name: "Avery 5160: 30 labels of 2 5/8 × 1 in",
    page: letter,
    columns: 3,
    rows: 10,
    label: { width: 2.625, height: 1 },
    pitch: { x: 2.75, y: 1 },
    margin: { left: 0.1875, top: 0.5 },
  },
  "5163": {
    name: "Avery 5163: 10 labels of 4 × 2 in",
    page: letter,
    columns: 2,
    rows: 5,
    label: { width: 4, height: 2 },
    pitch: { x: 4.1875, y: 2 },
    margin: { left: 0.15625, top: 0.5 },
  },
  "22806": {
    name: "Avery 22806: 12 labels of 2 × 2 in",
    page: letter,
    columns: 3,
    rows: 4,
    label: { width: 2, height: 2 },
    pitch: { x: 2.625, y: 2 + 7 / 12 },
    margin: { left: 0.625, top: 0.625 },
  },
  roll: {
    name: "Roll: labels of 2.25 × 1.25 in, one after the other",
    page: { width: 2.25, height: 1.25 },
    columns: 1,
    rows: 1,
    label: { width: 2.25, height: 1.25 },
    pitch: { x: 2.25, y: 1.25 },
    margin: { left: 0, top: 0 },
  },
} as const;

export type LabelTemplate = keyof typeof labelTemplates;

/** How far the print may be shifted, in tenths of a millimeter. */
export const labelOffsetMost = 100;

export const labelsMost = 2000;

export function labelsOnPage(template: LabelTemplate): number {
  return labelTemplates[template].columns * labelTemplates[template].rows;
}
