import { isFromOtherKeyboard } from "#contract/desk/scans.ts";
import { type FoundCopy, type FoundOrder, mayBeCopy } from "#contract/desk/search.ts";
import { readSlip } from "#contract/desk/slip-code.ts";
import { readTrackingNumber } from "#contract/orders/carrier.ts";
import { readLabel } from "#contract/catalog/label-code.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import { messages } from "#contract/wire/specified-messages.ts";
import { cut } from "#contract/wire/cut.ts";
import { call } from "#web/lib/call.ts";

/** `order` is the one order of a carrier’s label. `left` is a text that doesn't match exactly one copy. The scan box shows all its matches. */
export type Scanned = { copy: FoundCopy } | { order: FoundOrder } | { problem: string } | { left: string };

export const labelIsOldMessage = "This label is out of date. Print a new one.";
export const maxLength = 200; // the call's limit, in characters

export async function resolve(text: string, signal?: AbortSignal) {
  const query = { text: cut(text, maxLength) };
  return (await call("GET Desk/Resolve", { query }, signal ? { signal } : {})).data;
}

export const isOwnCode = (text: string) => readLabel(text) !== undefined || readSlip(text) !== undefined;

/** Rules out foreign codes, web addresses, and texts without letters or digits. */
const isSearchable = (text: string) => !/^\s*[{[]|:\/\//.test(text) && /[\p{L}\p{N}]/u.test(text);

function unknownCode(text: string): string {
  if (readLabel(text)) return ownMessages.labelOfNobody;
  const number = readTrackingNumber(text);
  return number === undefined ? messages.trouble.invalidQrCode : ownMessages.noOrderSentWith(number);
}

/** Finds the one copy that a scanned text names. Leaves other matches, and labels this copy never had, to the scan box. */
export async function findByCode(text: string): Promise<Scanned> {
  const isLabel = readLabel(text) !== undefined;
  const unknown = { problem: unknownCode(text) };
  if (isFromOtherKeyboard(text)) return { problem: ownMessages.otherKeyboard };
  if (!isLabel && !isSearchable(text)) return unknown;
  const { copies, orders, titles, people } = await resolve(text);
  const [only, another] = copies;
  if (only && !another && orders.length === 0 && !only.labelIsForeign) return { copy: only };
  const [order, other] = orders;
  if (order && !other && copies.length === 0 && readTrackingNumber(text) !== undefined) return { order };
  return copies.length + orders.length + titles.length + people.length > 0 ? { left: text } : unknown;
}

/** Finds a copy by its number, its SKU with the copy number ("B12345 copy 2"), or its label. */
export async function findByTyping(input: string): Promise<Scanned> {
  const text = input.trim();
  if (text.startsWith("{") || isFromOtherKeyboard(text) || readTrackingNumber(text) !== undefined)
    return findByCode(text);
  if (!mayBeCopy(text)) return { problem: "Type a copy’s number, or its SKU with the copy number." };
  const { copies } = await resolve(text);
  const [only, another] = copies;
  const copyById = copies.find(({ inventoryItemId }) => String(inventoryItemId) === text);
  if (another && !copyById) return { problem: "Several copies have this SKU. Add the copy number." };
  const copy = copyById ?? only;
  return copy ? { copy } : { problem: "No copy has that number." };
}

/** Finds a copy typed or scanned into a field, and leaves other matches to the scan box. */
export async function findAtDesk(input: string): Promise<Scanned> {
  const copy = await findByTyping(input);
  if (!("problem" in copy) || readLabel(input) || isFromOtherKeyboard(input)) return copy;
  const other = await findByCode(input.trim());
  return "problem" in other ? copy : other;
}
