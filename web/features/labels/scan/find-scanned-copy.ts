import type { Copy } from "#contract/catalog.ts";
import { readLabel } from "#contract/labels.ts";
import { messages } from "#contract/specified-messages.ts";
import { CallFailed, call } from "#web/lib/call.ts";

/** A scanned or typed copy; `title` is its title, `labelIsOld` means that its label has another SKU. */
export type ScannedCopy = Copy & { title: string; language: string; labelIsOld: boolean };

export type Scanned = { copy: ScannedCopy } | { problem: string };

const unknownNumber = "No copy has that number.";

/** The copy of a scanned label. The label's id decides; another SKU on it means that the label is old. */
export async function findByCode(text: string): Promise<Scanned> {
  const label = readLabel(text);
  if (!label) return { problem: messages.trouble.invalidQrCode };
  const copy = await copyById(label.inventoryItemId);
  if (!copy) return { problem: messages.trouble.invalidQrCode };
  return { copy: { ...copy, labelIsOld: copy.skuNumber !== label.skuNumber } };
}

/** The copy that was typed: its number, or its SKU with the copy number ("B12345 copy 2"). Labels work too. */
export async function findByTyping(typed: string): Promise<Scanned> {
  const text = typed.trim();
  if (text.startsWith("{")) return findByCode(text);
  const byNumber = /^\d{1,9}$/.test(text) ? await copyById(Number(text)) : undefined;
  if (byNumber) return { copy: byNumber };
  const wanted = readNumber(text);
  return wanted ? findBySku(wanted) : { problem: "Type a copy's number, or its SKU with the copy number." };
}

/** The input of a hand scanner: a label, or a number from another label. */
export async function findByHandScanner(text: string): Promise<Scanned> {
  const found = text.startsWith("{") ? await findByCode(text) : await findByTyping(text);
  return "problem" in found ? { problem: messages.trouble.invalidQrCode } : found;
}

type Wanted = { sku: string; copyNumber: number | undefined };

/** "#B12345 copy 2", "B12345 2", "b12345-2" or "B12345". */
export function readNumber(text: string): Wanted | undefined {
  const named = /^#?(?<sku>[^\s,;#-]{1,6})(?:[\s,;#-]+(?:copy\s*|no\.?\s*)?(?<copy>\d{1,6}))?$/i.exec(text)?.groups;
  if (!named?.sku) return undefined;
  return { sku: named.sku, copyNumber: named.copy === undefined ? undefined : Number(named.copy) };
}

async function findBySku({ sku, copyNumber }: Wanted): Promise<Scanned> {
  const query = { searchString: sku };
  const { data } = await call("GET Inventory/GetInventoryBySearchParams", { query });
  const named = [...data.searchInStockResults, ...data.searchOutOfStockResults].filter(
    ({ referenceNumber }) => referenceNumber.toLowerCase() === sku.toLowerCase(),
  );
  const titles = await Promise.all(
    named.map(({ inventoryId: id }) => call("GET Inventory/Get/{id}", { params: { id } })),
  );
  const copies = titles.flatMap(({ data: { title, language, inventoryItems } }) =>
    inventoryItems.map((copy) => ({ ...copy, title, language, labelIsOld: false })),
  );
  const meant = copyNumber === undefined ? copies : copies.filter((copy) => copy.copyNumber === copyNumber);
  const [only, another] = meant;
  if (!only) return { problem: unknownNumber };
  return another ? { problem: "Several copies have this SKU. Add the copy number." } : { copy: only };
}

async function copyById(id: number): Promise<ScannedCopy | undefined> {
  try {
    const { data } = await call("GET Inventory/GetInventoryItemById/{id}", { params: { id } });
    const { inventory, ...copy } = data;
    return { ...copy, title: inventory.title, language: inventory.language, labelIsOld: false };
  } catch (error) {
    // 400: a number that cannot be an id
    if (error instanceof CallFailed && (error.status === 404 || error.status === 400)) return undefined;
    throw error;
  }
}
