import type { Copy } from "#contract/catalog/catalog.ts";
import { mayBeCopy } from "#contract/desk/search.ts";
import { readLabel } from "#contract/catalog/labels.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import { messages } from "#contract/wire/specified-messages.ts";
import { cut } from "#contract/wire/cut.ts";
import { CallFailed, call } from "#web/lib/call.ts";

/** A scanned or typed copy; `title` is its title, `labelIsOld` means that its label has another SKU. */
export type ScannedCopy = Copy & { title: string; language: string; labelIsOld: boolean };

/** `left`: it is known here, and no copy, or one of several: the scan box shows what there is. */
export type Scanned = { copy: ScannedCopy } | { problem: string } | { left: string };

const unknownNumber = "No copy has that number.";
const longestText = 200; // characters, of the call

/** The copy of a scanned label. The label's id decides; another SKU that the copy had before means that the label is old. */
export async function findByCode(text: string): Promise<Scanned> {
  const label = readLabel(text);
  if (!label) return findOther(text);
  const copy = await copyById(label.inventoryItemId);
  if (!copy) return { problem: ownMessages.labelOfNobody };
  const labelIsOld = copy.skuNumber !== label.skuNumber;
  // a SKU that the copy never had: somebody looks at it before anything is done
  if (labelIsOld && (await whatIs(text)).copies[0]?.labelIsForeign) return { left: text };
  return { copy: { ...copy, labelIsOld } };
}

/** The copy that was typed: its number, or its SKU with the copy number ("B12345 copy 2"). Labels work too. */
export async function findByTyping(typed: string): Promise<Scanned> {
  const text = typed.trim();
  if (text.startsWith("{")) return findByCode(text);
  const byNumber = /^\d{1,9}$/.test(text) ? await copyById(Number(text)) : undefined;
  if (byNumber) return { copy: byNumber };
  return mayBeCopy(text) ? findByLabel(text) : { problem: "Type a copy's number, or its SKU with the copy number." };
}

/** What is typed, or scanned into a field, where more than copies is expected: what is known, and no copy, is left. */
export async function findAtDesk(typed: string): Promise<Scanned> {
  const found = await findByTyping(typed);
  if (!("problem" in found) || readLabel(typed)) return found;
  const other = await findOther(typed.trim());
  return "problem" in other ? found : other;
}

/** A scanned text that is no label: the one copy that it names. What else the library knows by it is left. */
async function findOther(text: string): Promise<Scanned> {
  const isNothing = { problem: messages.trouble.invalidQrCode };
  if (!mayBeKnown(text)) return isNothing;
  const { copies, orders, titles, people } = await whatIs(text);
  const [only, another] = copies;
  if (only && !another && orders.length === 0) {
    const copy = await copyById(only.inventoryItemId);
    if (copy) return { copy };
  }
  return copies.length + orders.length + titles.length + people.length > 0 ? { left: text } : isNothing;
}

/** Whether the library may know a text: no code of another kind, an address of the web, or no word at all. */
const mayBeKnown = (text: string) => !/^\s*[{[]|:\/\//.test(text) && /[\p{L}\p{N}]/u.test(text);

async function whatIs(text: string) {
  return (await call("GET Desk/Resolve", { query: { text: cut(text, longestText) } })).data;
}

async function findByLabel(text: string): Promise<Scanned> {
  const [only, another] = (await whatIs(text)).copies;
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
