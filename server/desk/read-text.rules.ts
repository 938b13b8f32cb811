import { readSlip } from "#contract/desk/slip-code.ts";
import { mayBeCopy, skuOf } from "#contract/desk/search.ts";
import { readLabel } from "#contract/catalog/label-code.ts";

/** One of our codes, or words that may mean several things. */
type ReadText =
  | { is: "label"; copyId: number; skuNumber: string }
  | { is: "slip"; orderId: number }
  | ({ is: "words"; sku?: string } & OrderText);

export function readText(text: string): ReadText {
  const label = readLabel(text);
  if (label) return { is: "label", copyId: label.inventoryItemId, skuNumber: label.skuNumber };
  const slip = readSlip(text);
  if (slip !== undefined) return { is: "slip", orderId: slip };
  const words = readOrderText(text);
  return { is: "words", ...words, ...(words.copy !== undefined && { sku: skuOf(words.copy) }) };
}

/** The possible meanings of a text for an order: its number, the start of its tracking number, a copy, or its words. */
export type OrderText = { number?: number; tracking?: string; copy?: string; words?: string };

const minTracking = 6; // characters
const maxWords = 6; // of a pasted text

/** Reads a search by staff: "garcia health", "#48", "order 48", "1Z 999 AA1". */
export function readOrderText(text: string): OrderText {
  const orderNumber = /^order\s*#?\s*(?<number>\d{1,9})$/i.exec(text)?.groups?.["number"];
  if (orderNumber !== undefined) return { number: Number(orderNumber) };
  const digits = /^#?(?<digits>\d{1,9})$/.exec(text)?.groups?.["digits"];
  const tracking = text.toLowerCase().replace(/[^a-z0-9]/g, "");
  return {
    ...(digits !== undefined && { number: Number(digits) }),
    ...(mayBeCopy(text) && { copy: text }),
    ...(tracking.length >= minTracking && /\d/.test(tracking) && { tracking }),
    ...(/[\p{L}\p{N}]/u.test(text) && { words: text.split(/\s+/).slice(0, maxWords).join(" ") }),
  };
}
