import type { Copy } from "#contract/catalog/catalog.ts";
import { mayBeCopy } from "#contract/desk/search.ts";
import { readLabel } from "#contract/catalog/labels.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import { messages } from "#contract/wire/specified-messages.ts";
import { cut } from "#contract/wire/cut.ts";
import { CallFailed, call } from "#web/lib/call.ts";

/** `labelIsOld`: the label has another SKU than the copy. */
export type ScannedCopy = Copy & { title: string; language: string; labelIsOld: boolean };

/** `left`: not exactly one copy, so the text is left to the scan box, which shows all matches. */
export type Scanned = { copy: ScannedCopy } | { problem: string } | { left: string };

const unknownNumber = "No copy has that number.";
const maxLength = 200; // characters, of the call

/** Finds the copy of a scanned label by its id. A previous SKU of the copy means that the label is old. */
export async function findByCode(text: string): Promise<Scanned> {
  const label = readLabel(text);
  if (!label) return findOther(text);
  const copy = await copyById(label.inventoryItemId);
  if (!copy) return { problem: ownMessages.labelOfNobody };
  const labelIsOld = copy.skuNumber !== label.skuNumber;
  // a SKU that the copy never had: someone must look at the copy first
  if (labelIsOld && (await resolve(text)).copies[0]?.labelIsForeign) return { left: text };
  return { copy: { ...copy, labelIsOld } };
}

/** Finds a copy by its number, its SKU with the copy number ("B12345 copy 2"), or its label. */
export async function findByTyping(input: string): Promise<Scanned> {
  const text = input.trim();
  if (text.startsWith("{")) return findByCode(text);
  const byNumber = /^\d{1,9}$/.test(text) ? await copyById(Number(text)) : undefined;
  if (byNumber) return { copy: byNumber };
  return mayBeCopy(text) ? findByLabel(text) : { problem: "Type a copy’s number, or its SKU with the copy number." };
}

/** Finds a copy typed or scanned into a field, and leaves other matches to the scan box. */
export async function findAtDesk(input: string): Promise<Scanned> {
  const copy = await findByTyping(input);
  if (!("problem" in copy) || readLabel(input)) return copy;
  const other = await findOther(input.trim());
  return "problem" in other ? copy : other;
}

/** Finds the one copy that a scanned text names, and leaves other matches to the scan box. */
async function findOther(text: string): Promise<Scanned> {
  const unknown = { problem: messages.trouble.invalidQrCode };
  if (!mayBeKnown(text)) return unknown;
  const { copies, orders, titles, people } = await resolve(text);
  const [only, another] = copies;
  if (only && !another && orders.length === 0) {
    const copy = await copyById(only.inventoryItemId);
    if (copy) return { copy };
  }
  return copies.length + orders.length + titles.length + people.length > 0 ? { left: text } : unknown;
}

/** Rules out foreign codes, web addresses, and texts without letters or digits. */
const mayBeKnown = (text: string) => !/^\s*[{[]|:\/\//.test(text) && /[\p{L}\p{N}]/u.test(text);

async function resolve(text: string) {
  return (await call("GET Desk/Resolve", { query: { text: cut(text, maxLength) } })).data;
}

async function findByLabel(text: string): Promise<Scanned> {
  const [only, another] = (await resolve(text)).copies;
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
    // 400: the number can't be an id
    if (error instanceof CallFailed && (error.status === 404 || error.status === 400)) return undefined;
    throw error;
  }
}
