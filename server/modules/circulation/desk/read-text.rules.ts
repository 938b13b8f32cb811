import { readSlip } from "#contract/desk/slip-code.ts";
import { skuOf } from "#contract/desk/copy-number.ts";
import { readLabel } from "#contract/labels.ts";
import { type OrderText, readOrderText } from "./order-text.rules.ts";

/** What a text says: one of our codes, or something that may be one of several things. */
export type ReadText =
  | { is: "label"; copyId: number; skuNumber: string }
  | { is: "slip"; orderId: number }
  | ({ is: "words"; sku?: string } & OrderText);

/** Reads a scanned or typed text. */
export function readText(text: string): ReadText {
  const label = readLabel(text);
  if (label) return { is: "label", copyId: label.inventoryItemId, skuNumber: label.skuNumber };
  const slip = readSlip(text);
  if (slip !== undefined) return { is: "slip", orderId: slip };
  const read = readOrderText(text);
  return { is: "words", ...read, ...(read.copy !== undefined && { sku: skuOf(read.copy) }) };
}
