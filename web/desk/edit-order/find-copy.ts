import type { Copy } from "#contract/catalog/catalog.ts";
import { readLabel } from "#contract/catalog/labels.ts";
import { messages, ownMessages } from "#contract/wire/messages.ts";

/** The chosen copy, perhaps with a warning; or why none was found. */
export type FoundCopy = { copy: Copy; warning?: string } | { problem: string };

/** Finds a copy of a title by its QR label, its number ("2", "copy 2"), its SKU ("B12345"), or both ("#B12345 copy 2"). */
export function findCopy(typed: string, copies: readonly Copy[]): FoundCopy {
  const text = typed.trim();
  if (text.startsWith("{")) return findByLabel(text, copies);
  const named = /^#?(?<sku>.*?)[\s,;-]*(?:copy|no\.?|#)?\s*(?<copyNumber>\d+)$/i.exec(text)?.groups;
  const alike = (sku: string) => copies.filter(({ skuNumber }) => skuNumber.toLowerCase() === sku.toLowerCase());
  const bySku = alike(text.replace(/^#/, ""));
  if (bySku.length > 0) return oneOf(bySku);
  const number = Number(named?.copyNumber);
  const sku = named?.sku?.replace(/[\s,;-]*(?:copy|no\.?)?$/i, "") ?? "";
  const among = sku ? alike(sku) : copies;
  const copy = named ? among.find(({ copyNumber }) => copyNumber === number) : undefined;
  return copy ? whenFree(copy) : { problem: "No copy of this title has that number." };
}

/** The label's id decides: a different SKU means that the label is old. */
function findByLabel(text: string, copies: readonly Copy[]): FoundCopy {
  const label = readLabel(text);
  if (!label) return { problem: messages.trouble.invalidQrCode };
  const copy = copies.find(({ inventoryItemId }) => inventoryItemId === label.inventoryItemId);
  if (!copy) return { problem: ownMessages.copyOfAnotherTitle };
  const found = whenFree(copy);
  const isOld = copy.skuNumber !== label.skuNumber;
  return "copy" in found && isOld ? { ...found, warning: "This label is out of date. Print a new one." } : found;
}

/** Several copies may share a SKU, which is only unique if one of them is available. */
function oneOf(copies: readonly Copy[]): FoundCopy {
  const [first, second] = copies.filter(({ isAvailable }) => isAvailable);
  if (!first) return { problem: ownMessages.copyNotAvailable };
  return second ? { problem: "Several available copies have this SKU. Add the copy number." } : { copy: first };
}

function whenFree(copy: Copy): FoundCopy {
  return copy.isAvailable ? { copy } : { problem: ownMessages.copyNotAvailable };
}
