import { readSlip } from "#contract/desk/slip-code.ts";
import { mayBeCopy, skuOf } from "#contract/desk/search.ts";
import { readLabel } from "#contract/catalog/labels.ts";

/** What a text says: one of our codes, or something that may be one of several things. */
type ReadText =
  | { is: "label"; copyId: number; skuNumber: string }
  | { is: "slip"; orderId: number }
  | ({ is: "words"; sku?: string } & OrderText);

export function readText(text: string): ReadText {
  const label = readLabel(text);
  if (label) return { is: "label", copyId: label.inventoryItemId, skuNumber: label.skuNumber };
  const slip = readSlip(text);
  if (slip !== undefined) return { is: "slip", orderId: slip };
  const read = readOrderText(text);
  return { is: "words", ...read, ...(read.copy !== undefined && { sku: skuOf(read.copy) }) };
}

/** What a text may be of an order: its number, the beginning of its tracking number, a copy's label, or words that are written on it. */
export type OrderText = { number?: number; tracking?: string; copy?: string; words?: string };

const leastTracking = 6; // characters, before it can be a tracking number
const maxWords = 6; // of a text that somebody pasted

/** Reads what staff typed: "garcia health", "#48", "order 48", "1Z 999 AA1". */
export function readOrderText(text: string): OrderText {
  const spoken = /^order\s*#?\s*(?<number>\d{1,9})$/i.exec(text)?.groups?.["number"];
  if (spoken !== undefined) return { number: Number(spoken) };
  const digits = /^#?(?<digits>\d{1,9})$/.exec(text)?.groups?.["digits"];
  const tracking = text.toLowerCase().replace(/[^a-z0-9]/g, "");
  return {
    ...(digits !== undefined && { number: Number(digits) }),
    ...(mayBeCopy(text) && { copy: text }),
    ...(tracking.length >= leastTracking && /\d/.test(tracking) && { tracking }),
    ...(/[\p{L}\p{N}]/u.test(text) && { words: text.split(/\s+/).slice(0, maxWords).join(" ") }),
  };
}
