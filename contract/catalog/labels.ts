import { largest } from "./codes.ts";
import * as z from "zod/mini";
import { searchText } from "../desk/scans.ts";
import { bodyLimits } from "../wire/size-limits.ts";
import { endpoint } from "../wire/endpoint.ts";
import { flag, id, idOrAll, text, whole } from "../wire/text.ts";

const letter = { width: 8.5, height: 11 };

/**
 * The supported label papers by manufacturer number, in inches. On a roll, every label is a page. `margin` is the
 * distance to the first label, `pitch` the distance from one label to the next.
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
    name: "Roll: 2.25 × 1.25 in labels, one per row",
    page: { width: 2.25, height: 1.25 },
    columns: 1,
    rows: 1,
    label: { width: 2.25, height: 1.25 },
    pitch: { x: 2.25, y: 1.25 },
    margin: { left: 0, top: 0 },
  },
} as const;

export type LabelTemplate = keyof typeof labelTemplates;

/** The maximum offset of a sheet, in tenths of a millimeter. */
export const maxLabelOffset = 100;

export const maxLabels = 2000;

export function labelsOnPage(template: LabelTemplate): number {
  return labelTemplates[template].columns * labelTemplates[template].rows;
}

const copies = z.array(id).check(z.maxLength(maxLabels, `cannot be more than ${maxLabels}`));
const offset = z._default(
  z
    .int("must be a whole number")
    .check(
      z.gte(-maxLabelOffset, `cannot be less than -${maxLabelOffset}`),
      z.lte(maxLabelOffset, `cannot be more than ${maxLabelOffset}`),
    ),
  0,
);

/**
 * A copy in the label list. `labelPrintedAt` is null before the first label; `isTitleShown` tells whether a label can
 * print every character of the title.
 */
export const labelCopy = z.object({
  inventoryItemId: z.number(),
  inventoryId: z.number(),
  skuNumber: z.string(),
  copyNumber: z.number(),
  isInactive: z.boolean(),
  labelPrintedAt: z.nullable(z.string()),
  title: z.string(),
  language: z.string(),
  isTitleShown: z.boolean(),
});
export type LabelCopy = z.output<typeof labelCopy>;

/**
 * Extension: finds copies to label: those of a title, or the active copies without a label (with `includeLabeled`, all
 * active copies) that match a word of the title, a SKU, or a shelf. Returns as many copies as fit in one file; `total`
 * counts all of them.
 */
export const getLabelCopies = endpoint("GET Labels/GetCopies", {
  access: "clerk",
  query: z.object({
    inventoryId: z._default(idOrAll, 0),
    searchString: searchText,
    includeLabeled: z._default(flag, false),
  }),
  answer: { data: z.array(labelCopy), total: z.number() },
});

/**
 * Extension: returns a true-to-size PDF with labels for these copies, in this order. `startAt` is the first label to
 * use on the sheet, counting from 1; offsets are in tenths of a millimeter. With `calibration`, the sheet shows the
 * paper's outlines and rulers.
 */
export const makeSheet = endpoint("POST Labels/MakeSheet", {
  access: "clerk",
  changesNothing: true,
  body: z.object({
    inventoryItemIds: copies,
    template: z.enum(["5160", "5163", "22806", "roll"], "must be 5160, 5163, 22806 or roll"),
    startAt: z._default(whole(1, largest.integer), 1),
    offsetX: offset,
    offsetY: offset,
    calibration: z._default(z.boolean(), false),
    shelfLocation: z._default(z.boolean(), false),
  }),
  file: "application/pdf",
});

/**
 * Extension: marks labels as printed. `outOfDate` counts labels that were skipped because the SKU has changed since
 * printing.
 */
export const markPrinted = endpoint("POST Labels/MarkPrinted", {
  access: "clerk",
  bodyBytes: bodyLimits.withCopies,
  body: z.object({
    inventoryItems: z
      .array(z.object({ inventoryItemId: id, skuNumber: text() }))
      .check(z.minLength(1, "cannot be empty"), z.maxLength(maxLabels, `cannot be more than ${maxLabels}`)),
  }),
  answer: { total: z.number(), outOfDate: z.number() },
});
