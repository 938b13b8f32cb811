import type { Copy } from "#contract/catalog.ts";
import { mayBeCopy } from "#contract/desk/copy-number.ts";
import { readLabel } from "#contract/labels.ts";
import { ownMessages } from "#contract/messages.ts";
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
  if (!copy) return { problem: ownMessages.labelOfNobody };
  return { copy: { ...copy, labelIsOld: copy.skuNumber !== label.skuNumber } };
}

/** The copy that was typed: its number, or its SKU with the copy number ("B12345 copy 2"). Labels work too. */
export async function findByTyping(typed: string): Promise<Scanned> {
  const text = typed.trim();
  if (text.startsWith("{")) return findByCode(text);
  const byNumber = /^\d{1,9}$/.test(text) ? await copyById(Number(text)) : undefined;
  if (byNumber) return { copy: byNumber };
  return mayBeCopy(text) ? findByLabel(text) : { problem: "Type a copy's number, or its SKU with the copy number." };
}

/** The input of a hand scanner: a label, or a number from another label. */
export async function findByHandScanner(text: string): Promise<Scanned> {
  if (readLabel(text)) return findByCode(text);
  const found = await findByTyping(text);
  return "problem" in found ? { problem: messages.trouble.invalidQrCode } : found;
}

async function findByLabel(text: string): Promise<Scanned> {
  const [only, another] = (await call("GET Desk/Resolve", { query: { text } })).data.copies;
  if (another) return { problem: "Several copies have this SKU. Add the copy number." };
  const copy = only && (await copyById(only.inventoryItemId));
  return copy ? { copy } : { problem: unknownNumber };
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
