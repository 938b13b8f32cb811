import * as z from "zod/mini";
import { labelOffsetMost, labelsMost } from "./label-templates.ts";
import { endpoint } from "#contract/wire/endpoint.ts";
import { codeOrAll, id, text } from "#contract/wire/text.ts";

const label = z.object({ inventoryItemId: z.int().check(z.positive()), skuNumber: z.string() });
/** What stands in a copy's QR code. */
export type Label = z.output<typeof label>;

/** The text of a copy's QR code: ASCII alone, because scanners only guess how other letters are encoded. */
export function writeLabel({ inventoryItemId, skuNumber }: Label): string {
  return JSON.stringify({ inventoryItemId, skuNumber }).replace(
    /[^ -~]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Reads the text of a QR code; undefined when it is not one of ours. */
export function readLabel(text: string): Label | undefined {
  try {
    const read = label.safeParse(JSON.parse(text));
    return read.success ? read.data : undefined;
  } catch {
    // not JSON: somebody else's code
    return undefined;
  }
}

const copies = z.array(id).check(z.maxLength(labelsMost, `cannot be more than ${labelsMost}`));
const offset = z._default(
  z
    .int("must be a whole number")
    .check(
      z.gte(-labelOffsetMost, `cannot be less than -${labelOffsetMost}`),
      z.lte(labelOffsetMost, `cannot be more than ${labelOffsetMost}`),
    ),
  0,
);

/**
 * A copy as the choice of labels shows it; `labelPrintedAt` is an instant, null for one without a label, and
 * `isTitleShown` says whether a label can show all of its title's letters.
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
 * Extension: the copies of a title, or without one all active copies that have no printed label; by title, at most as
 * many as one file of labels holds. `total` counts them all.
 */
export const getLabelCopies = endpoint("GET Labels/GetCopies", {
  access: "admin",
  query: z.object({ inventoryId: z._default(codeOrAll, 0) }),
  answer: { data: z.array(labelCopy), total: z.number() },
});

/**
 * Extension: a PDF in true size of these copies' labels, in this order, beginning at a label of the first sheet (from
 * 1); offsets move everything by tenths of a millimetre. With `calibration` it shows the paper's outlines and rulers.
 */
export const makeSheet = endpoint("POST Labels/MakeSheet", {
  access: "admin",
  changesNothing: true,
  body: z.object({
    inventoryItemIds: copies,
    template: z.enum(["5160", "5163", "22806", "roll"], "must be 5160, 5163, 22806 or roll"),
    startAt: z._default(z.int("must be a whole number").check(z.gte(1, "must be 1 or more")), 1),
    offsetX: offset,
    offsetY: offset,
    calibration: z._default(z.boolean(), false),
  }),
  file: "application/pdf",
});

/**
 * Extension: somebody looked at the labels of these copies and found them good. A copy that is no longer called what was
 * printed is not noted, and counted in `outOfDate`.
 */
export const markPrinted = endpoint("POST Labels/MarkPrinted", {
  access: "admin",
  body: z.object({
    inventoryItems: z
      .array(z.object({ inventoryItemId: id, skuNumber: text() }))
      .check(z.minLength(1, "cannot be empty"), z.maxLength(labelsMost, `cannot be more than ${labelsMost}`)),
  }),
  answer: { total: z.number(), outOfDate: z.number() },
});
